import type { Part } from './part.ts';

/**
 * Returns the texts on which patterns with `on: executed` are matched: each command of the call. A simple command does not show why a
 * pipeline or a function is dangerous. A dangerous pipeline or function therefore adds one more text, which always has the same form. It is
 * `curl … | bash` for a shell that executes fetched code, and `f(){ f|f& };f` for a function that starts itself again and again.
 */
export function executedTexts(parts: readonly Part[]): readonly string[] {
	return parts.flatMap((part, index) => [part.text].concat(fetchedInto(part, parts, index), bomb(part)));
}

function fetchedInto(part: Part, parts: readonly Part[], index: number): readonly string[] {
	if (!part.traits.includes('fetch-to-shell')) return [];
	const from = parts.slice(0, index).findLast(({ effects }) => effects.some(({ kind }) => kind === 'network'));
	return from === undefined ? [] : [`${from.text} | ${part.text}`];
}

function bomb({ text, effects }: Part): readonly string[] {
	const isBomb = effects.some((effect) => effect.kind === 'opaque' && effect.why.startsWith('fork bomb'));
	return isBomb ? [`${text}(){ ${text}|${text}& };${text}`] : [];
}
