export { openServer } from './open-server.ts';
export type { ServerConfig, ServerContext } from './server-config.ts';
