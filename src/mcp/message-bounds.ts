/**
 * The limits of one line. They are checked before the line is parsed. Schemas and code that walks JSON need much more memory than the line
 * itself.
 */
export interface MessageBounds {
	readonly values: number;
	readonly depth: number;
}

/** The limits of an answer with tools or results. */
export const answerBounds: MessageBounds = { values: 100_000, depth: 100 };
/** The limits of any other message of a server, because the SDK's schemas check such a message. */
export const talkBounds: MessageBounds = { values: 1_000, depth: 20 };

/** Counts the values in JSON text and their nesting depth. For valid JSON, the result is exact. Any text is read only once. */
export function measure(text: string): MessageBounds {
	let values = 1;
	let depth = 0;
	let deepest = 0;
	for (let at = 0; at < text.length; at++) {
		switch (text.charCodeAt(at)) {
			case 0x22:
				at = endOfString(text, at);
				break;
			case 0x2c:
				values += 1;
				break;
			case 0x5b:
			case 0x7b:
				values += 1;
				depth += 1;
				deepest = Math.max(deepest, depth);
				break;
			case 0x5d:
			case 0x7d:
				depth -= 1;
		}
	}
	return { values, depth: deepest };
}

function endOfString(text: string, start: number): number {
	for (let at = start + 1; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === 0x22) return at;
		if (code === 0x5c) at += 1;
	}
	return text.length;
}

/** Why a message exceeds its limits, in words that follow the server's name. */
export function beyond({ values, depth }: MessageBounds, bounds: MessageBounds): string | undefined {
	if (depth > bounds.depth) return 'nests what it says too deeply';
	if (values > bounds.values) return `said more than ${bounds.values} values in one message`;
	return undefined;
}
