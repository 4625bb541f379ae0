export { type OpenServer, openServer } from './open-server.ts';
export type { ServerConfig, ServerGround } from './server-config.ts';
