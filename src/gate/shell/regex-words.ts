import { lettersText, matchWord, numberWord, type Word } from './word.ts';

/**
 * One atom of a regex: a set of characters without blanks. The marks name the characters that could lead out of a folder or begin an
 * option.
 */
interface Atom {
	/** The text, if the atom matches only one. */
	readonly text?: string;
	readonly hasDash: boolean;
	readonly hasSlash: boolean;
	readonly hasDot: boolean;
	readonly isDigits: boolean;
	readonly isMany: boolean;
	readonly isOptional: boolean;
}

const sourceEnding =
	/\.([cm]?[jt]sx?|py|rb|go|rs|java|kt|c|cc|cpp|h|hpp|cs|php|vue|svelte|css|scss|html|md|txt|sql|sh)$/;

/**
 * Returns the words that a search prints if it shows only the match: a number, a name, or a path of source code. Returns undefined if a
 * word may be an option, or a path to another folder.
 */
export function matchedWord(regex: string, isPerl: boolean): Word | undefined {
	const atoms = atomsOf(shownPart(regex, isPerl));
	const first = atoms?.find((atom) => !atom.isOptional);
	if (atoms === undefined || first === undefined || atoms.slice(0, atoms.indexOf(first) + 1).some(isOutward))
		return undefined;
	if (mayClimb(atoms)) return undefined;
	if (atoms.every((atom) => atom.isDigits)) return numberWord;
	const hasWay = atoms.some((atom) => atom.text === undefined && atom.hasSlash);
	const isPlain = atoms.every((atom) => atom.text !== undefined || !(atom.hasDot || atom.hasDash || atom.hasSlash));
	const text = atoms.map((atom) => (atom.isOptional ? '*' : (atom.text ?? (atom.hasSlash ? '**' : '*')))).join('');
	const isLetters = isPlain && atoms.every(({ text: own = '' }) => !/[./]/.test(own));
	if (isLetters) return matchWord(text.replace(/\*+/g, lettersText));
	return hasWay && !sourceEnding.test(text) ? undefined : matchWord(text.replace(/\*{3,}/g, '**'));
}

/** Returns whether an atom can make a word an option, a hidden file or an absolute path. */
function isOutward({ text, hasDash, hasSlash, hasDot }: Atom): boolean {
	return text === undefined ? hasDash || hasSlash || hasDot : /^[-./~]/.test(text);
}

/**
 * Returns whether a match may contain `..` as a part of a path. Threat: the author of the searched file chooses the match. For example,
 * `src/\S+` matches `src/../../.bashrc`.
 */
function mayClimb(atoms: readonly Atom[]): boolean {
	if (!atoms.some(({ text, hasSlash }) => hasSlash || text === '/')) return false;
	if (atoms.some(({ text, hasDot }) => text === undefined && hasDot)) return true;
	// The shortest match: an optional atom is empty, and an atom that can be a slash is a slash.
	const shortest = atoms.map(({ text, hasSlash, isOptional }) => text ?? (hasSlash ? '/' : isOptional ? '' : 'x'));
	return /(^|\/)\.\.(\/|$)/.test(shortest.join(''));
}

/** Returns the part of the regex whose match is printed: after `\K`, and without lookarounds and anchors. */
function shownPart(regex: string, isPerl: boolean): string {
	const plain = isPerl ? regex.replace(/^[\s\S]*\\K/, '').replace(/\(\?<?[=!](?:[^()\\]|\\.)*\)/g, '') : regex;
	return plain.replace(/^\^|\$$/g, '').replace(/\\[bB<>]/g, '');
}

const atom =
	/(\\[wdsSWD]|\\.|\[\^?\]?(?:\[:\w+:\]|\\.|[^\]\\])*\]|[^\\()[\]{}|*+?.^$])(\+\??|\*\??|\?|\{\d+(?:,\d*)?\})?/y;

function atomsOf(regex: string): readonly Atom[] | undefined {
	const found: Atom[] = [];
	atom.lastIndex = 0;
	while (atom.lastIndex < regex.length) {
		const [, source = '', times = ''] = atom.exec(regex) ?? [];
		const one = source === '' || found.length > 100 ? undefined : atomOf(source, times);
		if (one === undefined) return undefined;
		found.push(one);
	}
	return found.length === 0 ? undefined : found;
}

function atomOf(source: string, times: string): Atom | undefined {
	const isOptional = /^[*?]|^\{0/.test(times);
	const isMany = times !== '' && !times.startsWith('?');
	const kept = { isMany, isOptional };
	const none = { hasDash: false, hasSlash: false, hasDot: false, isDigits: false };
	if (source === '\\d' || source === '[0-9]') return { ...none, ...kept, isDigits: true };
	if (source === '\\w') return { ...none, ...kept };
	if (source === '\\S') return { ...none, ...kept, hasDash: true, hasSlash: true, hasDot: true };
	if (source.startsWith('[')) return classOf(source, kept);
	// Without `-E`, these escaped characters are operators.
	if (/^\\[|?+{}()]$/.test(source)) return undefined;
	const text = source.startsWith('\\') ? source.slice(1) : source;
	if (/[\s\w"'`$*?[\]\\]/.test(text) && !/^\w$/.test(source)) return undefined;
	return times === '' ? { ...none, ...kept, text } : { ...outwardOf(text), ...kept };
}

const outwardOf = (characters: string) => ({
	hasDash: characters.includes('-'),
	hasSlash: characters.includes('/'),
	hasDot: characters.includes('.'),
	isDigits: /^\d+$/.test(characters),
});

/** Reads a class that lists its characters. A negated class allows too much. */
function classOf(source: string, kept: Pick<Atom, 'isMany' | 'isOptional'>): Atom | undefined {
	// `\D` in a class means nearly every character, and `--/` begins a range.
	if (/\\[^\Wwd]|--/.test(source)) return undefined;
	const inner = source
		.slice(1, -1)
		.replace(/\[:(alnum|alpha|digit|lower|upper|xdigit):\]|\\[wd]|[A-Z]-[A-Z]|[a-z]-[a-z]|\d-\d/g, 'x')
		.replace(/\\(.)/g, '$1');
	if (!/^[\w./@:+-]+$/.test(inner) || /[^-]-[^-]/.test(inner)) return undefined;
	return { ...outwardOf(inner), isDigits: false, ...kept };
}
