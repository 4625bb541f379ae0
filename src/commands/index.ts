export type { Connection, Environment, Surroundings } from './command-line.ts';
