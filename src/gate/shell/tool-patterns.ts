import { constant, unknown, type Word } from './word.ts';

/** Limits of a pattern, so that reading it stays fast. The meaning of a pattern beyond these limits is unknown. */
const [longest, mostAlternatives] = [1_000, 100];

/**
 * Returns the names and simpler patterns that a quoted pattern means, if the tool itself expands the pattern: `{a,b}`, `@(a|b)`, `[.]`.
 * Threat: `'{.en,x}v'` and `'[.]github/**'` do not look like the files that they name.
 */
export function meantBy(word: Word): readonly Word[] {
	if (!word.known || word.stream !== undefined || !/[{}[\]()*?\\]/.test(word.text)) return [word];
	// An exclusion chooses nothing.
	if (/^!(?!\()/.test(word.text)) return [word];
	const texts = expanded(word.text)?.flatMap((text) => [text, ...withDot(text)]);
	if (texts === undefined) return [word, { ...word, ...unknown(word.text) }];
	const others = new Set(texts.filter((text) => text !== word.text));
	return [word, ...[...others].map((text) => ({ ...word, ...asPattern(text) }))];
}

function asPattern(text: string): Word {
	return { ...constant(text), pattern: /[*?[]/.test(text) };
}

/** Returns patterns with the same meaning, but without braces, groups and sets of one character. If there are too many, returns `*`. */
export function alternativesOf(pattern: string): readonly string[] {
	return expanded(pattern) ?? ['*'];
}

function expanded(pattern: string): readonly string[] | undefined {
	if (pattern.length > longest) return undefined;
	return spelledOut(withoutGroups(pattern))?.map((text) => text.replace(/\[([^\]!^])\]/g, '$1'));
}

/** Replaces the groups of extended patterns by braces, and escaped characters by themselves. */
function withoutGroups(pattern: string): string {
	let text = pattern.replace(/\\(.)/g, '$1').replace(/\{[^{},]*\.\.[^{},]*\}/g, '*');
	for (let i = 0; i < 10 && /\([^()]*\)/.test(text); i++)
		text = text.replace(/([?*+@!]?)\(([^()]*)\)/g, (_, kind: string, inner: string) => groupOf(kind, inner));
	return text;
}

function groupOf(kind: string, inner: string): string {
	const texts = inner.replaceAll('|', ',');
	if (kind === '*' || kind === '!') return '*';
	if (kind === '+') return `{${texts}}*`;
	return kind === '?' ? `{,${texts}}` : `{${texts}}`;
}

/** Adds a dot to names such as `*env`, because for many tools, a wildcard at the beginning matches a dot. `*` alone gets no dot. */
function withDot(text: string): readonly string[] {
	const parts = text.split('/');
	const dotted = parts.map((part) =>
		/^[*?[].*[a-z0-9]{2}/i.test(part) ? `.${part.replace(/^(\?|\[[^\]]*\])/, '')}` : part,
	);
	return parts.some((part, i) => part !== dotted[i]) ? [dotted.join('/')] : [];
}

/** Returns the patterns that braces become: `*.{ts,js}`. If there are too many, returns `*`. */
export function unbraced(pattern: string): readonly string[] {
	return spelledOut(pattern) ?? ['*'];
}

function spelledOut(pattern: string): readonly string[] | undefined {
	let found: readonly string[] = [pattern];
	while (found.length <= mostAlternatives) {
		const at = found.findIndex((one) => /\{[^{}]*\}/.test(one));
		const one = found[at];
		if (one === undefined) return found;
		const [group = '', inner = ''] = /\{([^{}]*)\}/.exec(one) ?? [];
		const parts = inner.split(',').map((part) => one.replace(group, () => part));
		found = [...found.slice(0, at), ...parts, ...found.slice(at + 1)];
	}
	return undefined;
}
