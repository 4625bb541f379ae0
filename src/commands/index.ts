export type { Connection, Environment, Surroundings } from './command-line.ts';
export type { Session } from './terminal-session.ts';
