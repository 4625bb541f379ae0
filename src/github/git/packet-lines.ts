/** Sends a request to one of git's services. @throws Error if there is no answer, or if it is not successful. */
export type Post = (service: 'git-receive-pack' | 'git-upload-pack', body: Uint8Array) => Promise<Buffer>;

/** Returns a line in the format of git's protocols, which begins with its length in four hexadecimal digits. */
export function packetLine(text: string): Buffer {
	const content = Buffer.from(text);
	return Buffer.concat([Buffer.from((content.length + 4).toString(16).padStart(4, '0')), content]);
}

/** Ends a part of a request. */
export const flush = Buffer.from('0000');

/**
 * Returns the line of an answer that begins at `at`, and the position of the next line. At the end of a part, `text` is undefined. Returns
 * undefined if there is no complete line.
 */
export function lineAt(
	answer: Buffer,
	at: number,
): { readonly text: string | undefined; readonly next: number } | undefined {
	const length = Number.parseInt(answer.toString('latin1', at, at + 4), 16);
	if (length === 0) return { text: undefined, next: at + 4 };
	if (!(length >= 4) || at + length > answer.length) return undefined;
	return { text: answer.toString('utf8', at + 4, at + length).trimEnd(), next: at + length };
}

/** The server refused a whole request before it did anything. */
export class GitRefusal extends Error {
	constructor() {
		super('git over HTTP is refused here');
		this.name = 'GitRefusal';
	}
}
