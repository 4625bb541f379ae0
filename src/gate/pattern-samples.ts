/** How many texts are made of one pattern: enough for each of its alternatives. */
const mostSamples = 48;

/** Characters that a class is tried with, the likeliest first. */
const characters = [
	'a',
	'x',
	'1',
	' ',
	'-',
	'/',
	'.',
	'_',
	'=',
	...Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)),
];

/**
 * Short texts that a regular expression probably matches, for looking where two rules meet: of each choice every way, of each repetition the
 * fewest. What looks ahead or behind is taken for nothing, so whoever asks tries each text once more.
 */
export function samplesOf(source: string): readonly string[] {
	return new Sampler(source).choice().slice(0, mostSamples);
}

class Sampler {
	readonly #source: string;
	#at = 0;

	constructor(source: string) {
		this.#source = source;
	}

	/** Up to the end, or to the bracket that closes the group. */
	choice(): readonly string[] {
		const ways = [this.#sequence()];
		while (this.#take('|')) ways.push(this.#sequence());
		return evenly(ways);
	}

	#sequence(): readonly string[] {
		let texts: readonly string[] = [''];
		while (this.#at < this.#source.length && !this.#isAt('|') && !this.#isAt(')')) {
			const piece = this.#piece();
			texts = joined(texts, this.#repeated(piece));
		}
		return texts;
	}

	#piece(): readonly string[] {
		if (this.#take('(')) return this.#group();
		const [single = ''] =
			this.#source.slice(this.#at).match(/^(?:\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]|\\[\s\S]|[\s\S])/) ?? [];
		this.#at += single.length;
		if (/^(?:[\^$]|\\[bBAzZ])$/.test(single)) return [''];
		if (/^(?:[[.]|\\[sSdDwW])/.test(single)) return [memberOf(single)];
		return [single.length > 1 ? (escapes[single[1] ?? ''] ?? single.slice(1)) : single];
	}

	#group(): readonly string[] {
		const [opening = ''] = this.#source.slice(this.#at).match(/^\?(?:<?[=!]|P?<\w+>|[a-z-]*:|[a-z-]+(?=\)))/) ?? [];
		this.#at += opening.length;
		const texts = this.choice();
		this.#take(')');
		return /^\?(?:<?[=!]|[a-z-]+$)/.test(opening) ? [''] : texts;
	}

	#repeated(texts: readonly string[]): readonly string[] {
		const [whole, sign = '', least] = this.#source.slice(this.#at).match(/^(?:([*+?])|\{(\d+)(?:,\d*)?\})\??/) ?? [];
		if (whole === undefined) return texts;
		this.#at += whole.length;
		if (sign === '+') return texts;
		const times = Math.min(Number(least ?? 0), mostSamples);
		return times === 0 ? ['', ...texts] : texts.map((text) => text.repeat(times));
	}

	#isAt(character: string): boolean {
		return this.#source[this.#at] === character;
	}

	#take(character: string): boolean {
		if (!this.#isAt(character)) return false;
		this.#at++;
		return true;
	}
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

function memberOf(single: string): string {
	// RE2 takes a bracket for itself where a class begins with it; here it would end the class.
	const isMember = new RegExp(`^${single.replace(/^(\[\^?)\]/, '$1\\]')}$`);
	return characters.find((character) => isMember.test(character)) ?? '';
}

/** Each beginning with each end; first so many pairs that every one of both has its turn. */
function joined(starts: readonly string[], ends: readonly string[]): readonly string[] {
	const most = Math.max(starts.length, ends.length);
	const shifted = ends.map((_, shift) =>
		Array.from({ length: most }, (_, i) => `${starts[i % starts.length]}${ends[(i + shift) % ends.length]}`),
	);
	return [...new Set(shifted.flat())].slice(0, mostSamples);
}

/** One of each in turn, so that a limit leaves out no way altogether. */
function evenly(ways: readonly (readonly string[])[]): readonly string[] {
	const longest = Math.max(...ways.map(({ length }) => length));
	const turns = Array.from({ length: longest }, (_, turn) => ways.flatMap((way) => way.slice(turn, turn + 1)));
	return [...new Set(turns.flat())].slice(0, mostSamples);
}
