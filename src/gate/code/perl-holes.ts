import { closing, type Hole } from './tokens.ts';

/** Variables that a string may contain. */
const plain = /^(?:\$(?:#?[A-Za-z_]\w*|\d+|[&!@,;.]|\^[OVTXW](?!\w)|\]|\$(?![\w{[$:'-]))|@[A-Za-z_]\w*)/;
const braced = /^([$@])\{([A-Za-z_]\w*|\d+)\}/;
/** Subscripts that a string may contain: numbers, names, plain strings. */
const subscript = /^(?:->)?(?:\[[-\w$#.,]+\]|\{(?:-?\w+|\$\w+|\$\w+\[-?\d+\]|"[\w .:/-]*"|'[\w .:/-]*')\})/;
/** The text after a variable if it continues: with another form of subscript, a package, or a member of a reference. */
const more = /^(?:::|'\w|\[|\{|->[[{@$%*&])/;

type Holes = (source: string, at: number) => Hole | undefined;

/**
 * Finds the variables in a string up to `close`. Threat: `"$#{…}"`, `"@::ENV{…}"` and `"$ ENV{…}"` are code too. Perl looks for the end of
 * the string first, so `m!a$!` does not contain `$!`. If a variable in the string does not have a plain form, the string is unsure.
 */
export function perlHoles(close: string): Holes {
	return (source, at) => {
		const begins = source[at] === '$' || (source[at] === '@' && /[\w:'{$+-]/.test(source[at + 1] ?? ''));
		if (!begins) return undefined;
		const hole = plainHole(source, at);
		const isWithin = hole !== undefined && isBalanced(source.slice(at, hole.end), close);
		return isWithin && !more.test(source.slice(hole.end, hole.end + 4))
			? hole
			: { ...anyHole(source, at), unsure: 'a variable in a text' };
	};
}

/** Finds the variables in a pattern, where a dollar sign may also be the end of a line. */
export function patternHoles(close: string): Holes {
	const inText = perlHoles(close);
	return (source, at) => {
		const next = source[at + 1] ?? '';
		return source[at] === '$' && (next === close || /^[()|\s]?$/.test(next)) ? undefined : inText(source, at);
	};
}

function plainHole(source: string, at: number): Hole | undefined {
	const rest = source.slice(at, at + 200);
	const [whole, sigil, inner] = braced.exec(rest) ?? [];
	if (whole !== undefined) return { code: `${sigil}${inner}`, end: at + whole.length };
	const [name] = plain.exec(rest) ?? [];
	if (name === undefined) return undefined;
	let end = at + name.length;
	while (/\w$/.test(name)) {
		const [part] = subscript.exec(source.slice(end, end + 80)) ?? [];
		if (part === undefined) break;
		end += part.length;
	}
	return { code: source.slice(at, end), end };
}

const opening: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' };

/** Returns whether a part certainly does not contain the end of the string. */
function isBalanced(part: string, close: string): boolean {
	const open = opening[close];
	return part.split(close).length === (open === undefined ? 1 : part.split(open).length);
}

/** Returns the most likely code at this position, so that the gate can see its effects. */
function anyHole(source: string, at: number): Hole {
	const rest = source.slice(at, at + 200);
	if (/^[$@]\{/.test(rest)) {
		const end = closing(source, at + 2, '{', '}');
		return { code: `${source[at]}{${source.slice(at + 2, end)}}`, end: end + 1 };
	}
	const [name] = /^[$@]\$*[A-Za-z_]\w*(?:::\w+)*/.exec(rest) ?? [];
	if (name === undefined) return { code: '', end: at + 1 };
	let end = at + name.length;
	for (;;) {
		const open = /^(?:->)?([[{])/.exec(source.slice(end, end + 3));
		if (!open) return { code: source.slice(at, end), end };
		const from = end + open[0].length;
		end = closing(source, from, open[1] ?? '[', open[1] === '{' ? '}' : ']') + 1;
	}
}
