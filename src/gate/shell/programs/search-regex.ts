/**
 * Regular expressions of searches, compiled to a test of short lines. What cannot be read counts as matching, so a test may say yes too
 * often. It never takes long, because it follows all positions of a line at once instead of trying one way after another.
 */

/** The kinds of expressions: of grep, of `grep -E`, of Perl and its relatives, and plain texts. */
export type Kind = 'basic' | 'extended' | 'perl' | 'fixed';

/** Returns the positions after a match that begins at one of the given positions. */
type Step = (line: string, from: ReadonlySet<number>) => ReadonlySet<number>;

/** Tests a line. */
export type Matches = (line: string) => boolean;

/** Limits of an expression. What is beyond them is not read. */
const [longest, mostNested, mostStacked, mostTimes] = [400, 4, 2, 60];

/** Returns a test for lines, or undefined if the expression cannot be read. */
export function compiledRegex(source: string, kind: Kind, ignoreCase: boolean): Matches | undefined {
	const flags = kind === 'perl' ? (/^\(\?([a-zA-Z]+)\)/.exec(source)?.[1] ?? '') : '';
	const text = flags === '' ? source : source.slice(flags.length + 3);
	if (text.length > longest) return undefined;
	const read = kind === 'fixed' ? escaped(text) : kind === 'basic' ? asExtended(text) : text;
	// Each line of a text is a pattern of its own.
	const parser = new Parser(read.replaceAll('\n', '|'), {
		isPerl: kind === 'perl',
		ignoreCase: ignoreCase || flags.includes('i'),
	});
	const step = parser.parse();
	if (step === undefined) return undefined;
	return (line) => step(line, new Set([...line, ''].map((_, i) => i))).size > 0;
}

function escaped(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Rewrites an expression of grep: `\(`, `\|`, `\+` are operators, and `(`, `|`, `+` are letters. */
function asExtended(text: string): string {
	return text
		.replace(/\\[\s\S]|\[\^?\]?(?:\[[:.=].*?[:.=]\]|[^\]])*\]|[(){}|+?]/g, (one) => {
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

const nowhere: ReadonlySet<number> = new Set();

class Parser {
	private at = 0;
	private depth = 0;
	private isUnread = false;
	private readonly text: string;
	private readonly mode: { readonly isPerl: boolean; readonly ignoreCase: boolean };

	constructor(text: string, mode: { readonly isPerl: boolean; readonly ignoreCase: boolean }) {
		this.text = text;
		this.mode = mode;
	}

	parse(): Step | undefined {
		const step = this.alternatives();
		return this.isUnread || this.at < this.text.length ? undefined : step;
	}

	private alternatives(): Step {
		const steps = [this.sequence()];
		while (this.text[this.at] === '|') {
			this.at++;
			steps.push(this.sequence());
		}
		const [only, ...others] = steps;
		if (only !== undefined && others.length === 0) return only;
		return (line, from) => new Set(steps.flatMap((step) => [...step(line, from)]));
	}

	private sequence(): Step {
		const steps: Step[] = [];
		while (this.at < this.text.length && !/[|)]/.test(this.text[this.at] ?? '')) steps.push(this.repeated());
		return (line, from) =>
			steps.reduce((positions, step) => (positions.size === 0 ? nowhere : step(line, positions)), from);
	}

	private repeated(): Step {
		let step = this.atom();
		for (let stacked = 0; ; stacked++) {
			const [whole = '', sign, least = '', comma, most = ''] =
				/^(?:([*+?])|\{(\d*)(,?)(\d*)\})[?+]?/.exec(this.text.slice(this.at, this.at + 12)) ?? [];
			if (whole === '' || whole === '{}') return step;
			this.at += whole.length - (this.mode.isPerl || !/.[?+]$/.test(whole) ? 0 : 1);
			const min = sign === undefined ? Number(least) : sign === '+' ? 1 : 0;
			const isOpen = sign === undefined ? comma !== '' && most === '' : sign !== '?';
			step = times(step, min, isOpen ? Number.POSITIVE_INFINITY : sign === '?' ? 1 : Number(most || least));
			if (stacked >= mostStacked) this.isUnread = true;
		}
	}

	private atom(): Step {
		const rest = this.text.slice(this.at);
		if (rest.startsWith('(')) return this.group(rest);
		const [set] = /^\[\^?\]?(?:\[[:.=].*?[:.=]\]|\\[\s\S]|[^\]\\]|\\(?=\]))*\]/.exec(rest) ?? [];
		if (set !== undefined && rest.startsWith('[')) return this.set(set);
		if (/^\\[\s\S]/.test(rest)) return this.escape(rest);
		const [letter = ''] = rest;
		this.at += letter.length;
		if (letter === '^') return positionsWhere((_, i) => i === 0);
		if (letter === '$') return positionsWhere((line, i) => i === line.length);
		if (letter === '.') return letters(() => true);
		return this.plain(letter);
	}

	private plain(letter: string): Step {
		const lower = letter.toLowerCase();
		return letters(this.mode.ignoreCase ? (one) => one.toLowerCase() === lower : (one) => one === letter);
	}

	private group(rest: string): Step {
		const special = /^\(\?(?:[:>]|P?<\w+>|[a-zA-Z]*:)/.exec(rest)?.[0];
		const around = /^\(\?(?:<?[=!])/.exec(rest)?.[0];
		if (rest.startsWith('(?') && special === undefined && around === undefined) this.isUnread = true;
		this.at += (special ?? around ?? '(').length;
		if (++this.depth > mostNested) this.isUnread = true;
		const step = this.isUnread ? positionsWhere(() => true) : this.alternatives();
		if (this.text[this.at] !== ')') this.isUnread = true;
		this.at++;
		this.depth--;
		// What stands around a match is taken for granted.
		return around === undefined ? step : positionsWhere(() => true);
	}

	private set(source: string): Step {
		this.at += source.length;
		const inner = source
			.replace(/^\[(\^?)\]/, '[$1\\]')
			.replace(/\[:(\w+):\]/g, (_, name: string) => classes[name] ?? '\\s\\S')
			.replace(/(?<=.)\[(?=.)/g, '\\[');
		const test = regexOf(
			this.mode.isPerl ? inner : inner.replace(/\\(?![[\]wsdx\-/`t])/g, '\\\\'),
			this.mode.ignoreCase,
		);
		return letters((one) => test === undefined || test.test(one));
	}

	private escape(rest: string): Step {
		const [whole = '', code, letter = ''] = /^\\(?:x\{?([0-9a-fA-F]{2})\}?|([\s\S]))/.exec(rest) ?? [];
		this.at += whole.length;
		if (code !== undefined) return this.plain(String.fromCharCode(Number.parseInt(code, 16)));
		if (/[bB<>AzZGK`']/.test(letter)) return positionsWhere(() => true);
		if (/[wWdDsS]/.test(letter)) {
			const test = new RegExp(`\\${letter}`);
			return letters((one) => test.test(one));
		}
		if (letter === 't' || letter === 'n' || letter === 'h') return letters((one) => /\s/.test(one));
		if (/[A-Za-z0-9]/.test(letter)) this.isUnread = true;
		return this.plain(letter);
	}
}

function regexOf(source: string, ignoreCase: boolean): RegExp | undefined {
	try {
		return new RegExp(`^${source}$`, ignoreCase ? 'i' : '');
	} catch {
		return undefined;
	}
}

const letters =
	(test: (letter: string) => boolean): Step =>
	(line, from) =>
		new Set([...from].filter((i) => i < line.length && test(line[i] ?? '')).map((i) => i + 1));

const positionsWhere =
	(test: (line: string, at: number) => boolean): Step =>
	(line, from) =>
		new Set([...from].filter((i) => test(line, i)));

/** Repeats a step. Positions that were reached once are not followed again. */
function times(step: Step, min: number, max: number): Step {
	return (line, from) => {
		let now = from;
		for (let i = 0; i < Math.min(min, mostTimes); i++) now = step(line, now);
		const all = new Set(now);
		for (let i = min; i < max && now.size > 0; i++) {
			now = new Set([...step(line, now)].filter((one) => !all.has(one)));
			for (const one of now) all.add(one);
		}
		return all;
	};
}
