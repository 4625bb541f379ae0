import { z } from 'zod';

const line = z.int().min(0);
const lineRanges = z
	.array(z.tuple([line, line]).readonly())
	.max(100)
	.readonly();

const commentFacts = z
	.object({
		v: z.literal(1),
		/** The number of entries in the run's journal when the comment was written, and the hash of the last one. */
		head: z
			.object({ count: z.int().min(0), hash: z.string().regex(/^[0-9a-f]{64}$/) })
			.readonly()
			.exactOptional(),
		/** The ids of a request, in order. Each id has the bindings of its calls (the first 16 characters). */
		asks: z
			.record(z.string().regex(/^A[1-9]\d{0,5}$/), z.array(z.string().regex(/^[0-9a-f]{16}$/)).readonly())
			.refine((asks) => Object.keys(asks).length <= 100)
			.readonly()
			.exactOptional(),
		/** The state of a request. Left out while the request waits. */
		state: z.enum(['decided', 'replaced']).exactOptional(),
		/**
		 * The parts of a text that a terminal leaves out: which answers the request offers, and further lines that help only on GitHub. Each part
		 * is given by its first and last line, counted from 0.
		 */
		lines: z
			.object({ answers: lineRanges.exactOptional(), github: lineRanges.exactOptional() })
			.readonly()
			.exactOptional(),
	})
	.readonly();

/**
 * Facts that our code reads back from a comment of ours. People do not see them. The words of the comment can change in a later version,
 * but the form of these facts cannot.
 */
export type CommentFacts = z.infer<typeof commentFacts>;

/** The role of a part of a text. */
export type LineRole = keyof NonNullable<CommentFacts['lines']>;

/**
 * The marker at the end of a text of ours. By the name, a later job finds the comment. `plain`: the marker has no facts, as in earlier
 * versions. `unreadable`: its facts are damaged, or another version wrote them. A marker proves nothing about who wrote the comment.
 */
export type CommentMarker = { readonly text: string; readonly name: string } & (
	| { readonly kind: 'facts'; readonly facts: CommentFacts }
	| { readonly kind: 'plain' | 'unreadable' }
);

/**
 * The pattern does not include white space before the marker. Otherwise the time would grow with the square of the white space's length.
 */
const lastLine = /<!-- (\S+) -->\s*$/;

/** Returns the text of a marker with facts. It has no blank and no `>`, so it cannot end the hidden line. */
export function markerWith(name: string, facts: Omit<CommentFacts, 'v'>): string {
	return `${name}:${JSON.stringify({ v: 1, ...facts })}`;
}

/** Returns the marker in the last line of a text. The same words on an earlier line prove nothing. */
export function markerIn(body: string): CommentMarker | undefined {
	const text = lastLine.exec(body)?.[1];
	return text === undefined ? undefined : readMarker(text);
}

/** Returns whether a text ends with a marker of the same name. It does not compare the facts. */
export function holdsMarker(body: string, marker: string): boolean {
	const name = markerName(marker);
	return body.trimEnd().endsWith(`<!-- ${name} -->`) || markerIn(body)?.name === name;
}

/** Returns the name of a marker, without its facts. */
export function markerName(marker: string): string {
	const read = readMarker(marker);
	return read.kind === 'facts' ? read.name : marker;
}

/** Returns a text without the marker in its last line. */
export function withoutMarker(body: string): string {
	const found = lastLine.exec(body);
	return found === null ? body : body.slice(0, found.index).trimEnd();
}

/** Reads the text of a marker. */
export function readMarker(text: string): CommentMarker {
	const end = text.indexOf(':{');
	if (end === -1) return { kind: 'plain', text, name: text };
	const parsed = commentFacts.safeParse(jsonIn(text.slice(end + 1)));
	const marker = { text, name: text.slice(0, end) };
	return parsed.success ? { kind: 'facts', ...marker, facts: parsed.data } : { kind: 'unreadable', ...marker };
}

function jsonIn(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// Damaged facts are ignored.
		return undefined;
	}
}
