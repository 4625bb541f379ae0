export { analyseCode } from './analyse-code.ts';
export { printedBy } from './printed.ts';
export { isPackage } from './python-imports.ts';
