import { createServer } from 'node:net';

/**
 * Returns a free port of 127.0.0.1 that stays usable. It is below the ports that the system gives to clients, so no connection takes it
 * meanwhile.
 */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = 20_000 + Math.floor(Math.random() * 10_000);
		const server = createServer();
		const isFree = await new Promise<boolean>((resolve) => {
			server.once('error', () => resolve(false));
			server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
		});
		if (isFree) return port;
	}
}
