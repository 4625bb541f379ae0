/** What one line may hold, counted before anything is made of it: schemas and what walks JSON cost many times its bytes. */
export interface MessageBounds {
	readonly values: number;
	readonly depth: number;
}

/** For an answer with tools or results. */
export const answerBounds: MessageBounds = { values: 100_000, depth: 100 };
/** For everything else that a server may say: it is read by the schemas of the SDK. */
export const talkBounds: MessageBounds = { values: 1_000, depth: 20 };

/** How many values JSON text holds and how deep they are nested: exact for JSON, and one pass over anything else. */
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

/** Why a message is beyond its bounds, in words that go on after the server's name. */
export function beyond({ values, depth }: MessageBounds, bounds: MessageBounds): string | undefined {
	if (depth > bounds.depth) return 'nests what it says too deeply';
	if (values > bounds.values) return `said more than ${bounds.values} values in one message`;
	return undefined;
}
