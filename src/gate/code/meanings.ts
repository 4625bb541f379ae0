import type { Language } from './language.ts';

/** The meaning of a name: a function with a row, a harmless name, or a prefix of such names. */
export type Meaning = 'row' | 'pure' | 'space';

const spaces = new WeakMap<Language, ReadonlySet<string>>();

/** Returns the meaning of a dotted name in a language. Undefined if the language does not know it. */
export function known(language: Language, name: string): Meaning | undefined {
	if (name === '') return undefined;
	if (Object.hasOwn(language.rows, name)) return 'row';
	if (language.pure.has(name)) return 'pure';
	if (spacesOf(language).has(name) || language.environments.has(name)) return 'space';
	const dot = name.lastIndexOf('.');
	return dot > 0 && language.pure.has(`${name.slice(0, dot)}.*`) ? 'pure' : undefined;
}

function spacesOf(language: Language): ReadonlySet<string> {
	const before = spaces.get(language);
	if (before !== undefined) return before;
	const found = new Set<string>();
	for (const name of [...Object.keys(language.rows), ...language.pure, ...language.environments]) {
		const parts = name.split('.');
		for (let i = 1; i < parts.length; i++) found.add(parts.slice(0, i).join('.'));
	}
	spaces.set(language, found);
	return found;
}
