/** The maximum number of texts for one pattern: enough for each of its alternatives. */
const mostSamples = 48;

/** The characters that are tried for a class, the likeliest first. */
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
 * Returns short texts that a regular expression probably matches, to find out where two rules overlap. It uses each alternative, and the
 * fewest repetitions. It ignores look-ahead and look-behind, so the caller tests each text again.
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

	/** Reads up to the end, or to the bracket that closes the group. */
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
	// In RE2, a bracket at the start of a class is a member of the class. Here it would end the class.
	const isMember = new RegExp(`^${single.replace(/^(\[\^?)\]/, '$1\\]')}$`);
	return characters.find((character) => isMember.test(character)) ?? '';
}

/** Joins each beginning with each end. The first pairs use each beginning and each end at least once, because there is a limit. */
function joined(starts: readonly string[], ends: readonly string[]): readonly string[] {
	const most = Math.max(starts.length, ends.length);
	const shifted = ends.map((_, shift) =>
		Array.from({ length: most }, (_, i) => `${starts[i % starts.length]}${ends[(i + shift) % ends.length]}`),
	);
	return [...new Set(shifted.flat())].slice(0, mostSamples);
}

/** Takes one text of each alternative in turn, so that the limit leaves out no alternative. */
function evenly(ways: readonly (readonly string[])[]): readonly string[] {
	const longest = Math.max(...ways.map(({ length }) => length));
	const turns = Array.from({ length: longest }, (_, turn) => ways.flatMap((way) => way.slice(turn, turn + 1)));
	return [...new Set(turns.flat())].slice(0, mostSamples);
}
