import type { Effect, JsonObject } from '../../../src/core/index.ts';
import { effectSentences, type Wording } from '../../../src/report/requests/effect-sentences.ts';
import { spelledUnseen } from '../../../src/report/text/spelled.ts';
import { cutTo } from '../../../src/report/text/within.ts';

/** Returns a text by others on one line of limited length, with invisible characters spelled out. */
export function line(text: string, most = 200): string {
	return spelledUnseen(cutTo(text.replace(/\s+/g, ' ').trim(), most));
}

/** Returns a text by others for a block. Terminal colours and other invisible characters are spelled out. */
export function block(text: string, most = 100_000): string {
	return spelledUnseen(cutTo(text, most));
}

/** Returns what a call is about, on one line. */
export function aboutCall(input: JsonObject, most = 160): string {
	const known = input['command'] ?? input['path'] ?? input['file_path'] ?? Object.values(input)[0] ?? '';
	return line(typeof known === 'string' ? known : JSON.stringify(known), most);
}

/** A sentence in pieces. Every second piece is a value from a call. */
export type Pieces = readonly string[];

// A NUL separates the pieces. No value can contain one, because invisible characters are spelled out.
const inPieces: Wording = {
	value: (text) => `\0${text === '' ? '(empty)' : line(text, 300)}\0`,
	words: (text) => line(text, 300),
	strong: (text) => text,
};

/** A sentence about effects, such as "writes 12 files". `all` lists what the sentence only counts: here, the files. */
export interface EffectSentence {
	readonly pieces: Pieces;
	readonly all: readonly string[];
}

/**
 * Returns what a call would do, in sentences. A record can contain an effect that this version does not know. Then all effects are
 * shown as JSON.
 */
export function effectWords(effects: readonly Effect[]): readonly EffectSentence[] {
	try {
		return effectSentences(effects, inPieces).map(({ text, all = [] }) => ({
			pieces: text.split('\0'),
			all: all.map((one) => line(one, 300)),
		}));
	} catch {
		// When a journal is read, only the kind of an effect is checked. So other fields can be missing here.
		return effects.map((effect) => ({ pieces: ['', line(JSON.stringify(effect), 300), ''], all: [] }));
	}
}

/** Returns a time as `2026-11-28 20:35:29`. */
export function clock(at: string): string {
	return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(at) ? at.slice(0, 19).replace('T', ' ') : 'unknown time';
}
