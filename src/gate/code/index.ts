export { analyseCode } from './analyse-code.ts';
export { printedBy } from './printed.ts';
