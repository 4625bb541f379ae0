export type { Environment, Surroundings } from './command-line.ts';
export type { Connection } from './connection.ts';
export type { Session } from './terminal-session.ts';
