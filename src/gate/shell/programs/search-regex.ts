/** The kinds of expressions: of grep, of `grep -E`, of Perl and its relatives, and plain texts. */
export type Kind = 'basic' | 'extended' | 'perl' | 'fixed';

/** Tests a line. */
type Matches = (line: string) => boolean;

/** Limits of an expression. The gate does not read an expression beyond them. */
const [longest, mostRepeats] = [400, 6];

/**
 * Returns a test for short lines, or undefined if the expression is not read: it is invalid or long, has escapes that this engine reads in
 * another way, or may take long. Threat: time grows without limit if a group is repeated, so a repeated group is not read.
 */
export function compiledRegex(source: string, kind: Kind, ignoreCase: boolean): Matches | undefined {
	const flags = kind === 'perl' ? (/^\(\?([a-zA-Z]+)\)/.exec(source)?.[1] ?? '') : '';
	const text = flags === '' ? source : source.slice(flags.length + 3);
	// Each line of a text is a separate pattern.
	const native = text
		.split('\n')
		.map((one) => asNative(one, kind))
		.join('|');
	if (source.length > longest || !isQuick(native, kind)) return undefined;
	try {
		const compiled = new RegExp(native, ignoreCase || flags.includes('i') ? 'i' : '');
		return (line) => compiled.test(line);
	} catch {
		return undefined;
	}
}

function asNative(text: string, kind: Kind): string {
	if (kind === 'fixed') return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
	if (kind === 'perl') return text.replace(/\[\^?\]?(?:\[:\w+:\]|\\[\s\S]|[^\]\\])*\]|\\[\s\S]/g, nativeSet);
	return (kind === 'basic' ? asExtended(text) : text).replace(setOrEscape, (one) =>
		one.startsWith('[') ? nativeSet(one.replaceAll('\\', '\\\\')) : one.replace(/^\\[<>]$/, '\\b'),
	);
}

/** Matches an escape, or a set of characters. In such a set, a backslash is an ordinary character. */
const setOrEscape = /\\[\s\S]|\[\^?\]?(?:\[[:.=].*?[:.=]\]|[^\]])*\]/g;

/** Rewrites an expression of grep: `\(`, `\|`, `\+` are operators, and `(`, `|`, `+` are letters. */
function asExtended(text: string): string {
	return text
		.replace(new RegExp(`${setOrEscape.source}|[(){}|+?]`, 'g'), (one) => {
			if (/^\\[(){}|+?]$/.test(one)) return one.slice(1);
			return one.length === 1 ? `\\${one}` : one;
		})
		.replace(/(^|[(|])\*/g, '$1\\*');
}

const classes: Readonly<Record<string, string>> = {
	alpha: 'a-zA-Z',
	digit: '0-9',
	alnum: 'a-zA-Z0-9',
	upper: 'A-Z',
	lower: 'a-z',
	space: '\\s',
	blank: ' \\t',
	punct: '!-\\/:-@\\[-`{-~',
	print: ' -~',
	graph: '!-~',
	xdigit: '0-9a-fA-F',
	word: '\\w',
	cntrl: '\\x00-\\x1f',
};

/** Rewrites a set. An escape stays as it is. An unknown class matches every character. */
function nativeSet(one: string): string {
	if (!one.startsWith('[')) return one;
	return one
		.replace(/^\[(\^?)\]/, '[$1\\]')
		.replace(
			/\[[:.=](\w*)[^\]]*\]/g,
			(_, name: string) => (Object.hasOwn(classes, name) ? classes[name] : '\\s\\S') ?? '',
		);
}

/** Returns whether an expression has only escapes that every engine reads in the same way, few repetitions, and no repeated group. */
function isQuick(native: string, kind: Kind): boolean {
	const marks = native.replace(/\[(?:\\[\s\S]|[^\]\\])*\]/g, '_');
	if (/\\(?:[ac-zAC-Z0-9](?<![dDsSwWtnx])|x(?![0-9a-fA-F]{2}))/.test(marks)) return false;
	const signs = marks.replace(/\\[\s\S]/g, '_');
	// Two repetitions in a row mean something else in Perl and here than in grep.
	if (kind !== 'perl' && /[*+?}][*+?{]/.test(signs)) return false;
	return !/\)[*+{]|\{,/.test(signs) && (signs.match(/[*+{]|[^(]\?/g)?.length ?? 0) <= mostRepeats;
}
