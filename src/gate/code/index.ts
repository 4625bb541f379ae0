export { analyseCode } from './analyse-code.ts';
export { printedBy } from './printed.ts';
export { unreadFindings } from './unread.ts';
