import type { IncomingMessage } from 'node:http';

/**
 * The body of a request, at most so many bytes: undefined where it is longer, whatever its head says. Nothing beyond the limit is kept.
 * @throws where the connection breaks.
 */
export function readBody(request: IncomingMessage, most: number): Promise<Buffer | undefined> {
	if (Number(request.headers['content-length'] ?? 0) > most) return Promise.resolve(undefined);
	return new Promise((resolve, reject) => {
		const chunks: Buffer[] = [];
		let size = 0;
		request.on('data', (chunk: Buffer) => {
			size += chunk.length;
			if (size > most) {
				request.pause();
				chunks.length = 0;
				resolve(undefined);
			} else chunks.push(chunk);
		});
		request.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
		request.on('error', reject);
	});
}
