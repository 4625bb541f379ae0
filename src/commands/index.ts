export type { CliContext, Environment } from './command-line.ts';
export type { Connection } from './connection.ts';
export type { Session } from './run/terminal-session.ts';
