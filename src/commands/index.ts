export { audit } from './audit.ts';
export type { Surroundings } from './command-line.ts';
export { gate } from './gate.ts';
