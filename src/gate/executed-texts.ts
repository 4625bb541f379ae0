import type { Part } from './part.ts';

/**
 * The commands of a call as patterns `on: executed` see them. A simple command does not show what makes a pipeline or a function
 * dangerous, so these are written out besides, in one spelling: `curl … | bash` however a shell comes to execute what was fetched, and
 * `f(){ f|f& };f` for a function that starts itself again and again.
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
