export type { CliContext, Environment, Session } from './command-line.ts';
export type { Connection } from './connection.ts';
