import type { IncomingMessage } from 'node:http';

/** The memory that all incoming bodies share. */
export interface ByteBudget {
	/** The bytes that are still free. */
	left: number;
}

/**
 * Reads the body of a request. Returns `too-large` if the body has more than `most` bytes, whatever its headers say, and `no-room` if the
 * budget is used up. Threat: until the body is complete, its sender is not verified. @throws if the connection breaks.
 */
export function readBody(
	request: IncomingMessage,
	most: number,
	budget: ByteBudget = { left: Number.POSITIVE_INFINITY },
): Promise<Buffer | 'too-large' | 'no-room'> {
	if (Number(request.headers['content-length'] ?? 0) > most) return Promise.resolve('too-large');
	return new Promise((resolve, reject) => {
		const chunks: Buffer[] = [];
		let size = 0;
		let isOver = false;
		const over = (end: () => void): void => {
			if (isOver) return;
			isOver = true;
			budget.left += size;
			end();
		};
		request.on('data', (chunk: Buffer) => {
			if (isOver) return;
			const refusal = size + chunk.length > most ? 'too-large' : chunk.length > budget.left ? 'no-room' : undefined;
			if (refusal === undefined) {
				chunks.push(chunk);
				size += chunk.length;
				budget.left -= chunk.length;
				return;
			}
			request.pause();
			over(() => resolve(refusal));
			chunks.length = 0;
		});
		request.on('end', () => over(() => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks))));
		request.on('error', (error) => over(() => reject(error)));
	});
}
