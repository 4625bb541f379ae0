export type { Surroundings } from './command-line.ts';
