import { describe, expect, it } from 'vitest';
import { anyOf, anyOfWhateverCase, isOfSmallLetters } from '../../src/gate/any-of.ts';
import shipped from '../../src/gate/shipped-controls.json' with { type: 'json' };

/** Every expression that is shipped, wherever it stands. */
const sources = [...new Set(textsIn(shipped))].filter(isExpression);

function textsIn(value: unknown): readonly string[] {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function isExpression(text: string): boolean {
	try {
		return new RegExp(text, 'i').source.length > 0;
	} catch {
		return false;
	}
}

/** Small, large, and what only looks like them: long s, dotless i, the signs of kelvin and angstrom, letters with two small forms. */
const alphabet = [...'abikszABIKSZ09 -_./*~"\'$=:[]^\\\n', 'ſ', 'ı', 'İ', '\u212a', '\u212b', 'ß', 'é', 'É'];

function randomCase(text: string, random: () => number): string {
	return [...text].map((one) => (random() < 0.5 ? one.toUpperCase() : one)).join('');
}

/** Mulberry32. */
function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let t = Math.imul(state ^ (state >>> 15), 1 | state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
	};
}

/** Texts near what is matched: other shipped texts in any case, cut, and with strange letters in them. */
function textsFor(random: () => number): string {
	const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
	const base = pick(sources).replace(/[\\^$()[\]?*+|{}]/g, random() < 0.5 ? '' : ' ');
	const at = Math.floor(random() * base.length);
	return randomCase(base.slice(at, at + 30) + pick(alphabet) + base.slice(0, 20), random) + pick(alphabet);
}

describe('the fast match of lower-case text', () => {
	it('covers more than half of the shipped expressions', () => {
		expect(sources.length).toBeGreaterThan(100);
		expect(sources.filter(isOfSmallLetters).length / sources.length).toBeGreaterThan(0.5);
	});

	it('agrees with a case-insensitive match on 20,000 texts', () => {
		const random = randomFrom(7);
		const each = sources.map((source) => ({
			source,
			both: new RegExp(source, 'i'),
			ours: anyOfWhateverCase([source]),
		}));
		for (let n = 0; n < 20_000; n++) {
			const text = textsFor(random);
			const { source, both, ours } = each[n % each.length] ?? expect.fail();
			if (both.test(text) !== ours.test(text)) expect.fail(`${source} on ${JSON.stringify(text)}`);
		}
	});

	it('agrees when all expressions are combined', () => {
		const random = randomFrom(8);
		const [both, ours] = [anyOf(sources, 'i'), anyOfWhateverCase(sources)];
		for (let n = 0; n < 500; n++) {
			const text = textsFor(random);
			expect([text, ours.test(text)]).toEqual([text, both.test(text)]);
		}
	});

	it.each(['a', 'rm .*x', '[a-z0-9_.-]+', '[^"\']', '\\bgit\\S+\\W', '(?<!x)y(?=z)', '[\\w.-]', '\\[\\]-a'])(
		'agrees for every letter with /%s/',
		(source) => {
			expect(isOfSmallLetters(source)).toBe(true);
			const [both, ours] = [anyOf([source], 'i'), anyOfWhateverCase([source])];
			for (const one of alphabet)
				for (const text of [one, `${one}x`, `x${one}`, `git${one}`, `[]-${one}`])
					expect([text, ours.test(text)]).toEqual([text, both.test(text)]);
		},
	);

	it.each([
		'A',
		'[+-_]',
		'[!-~]',
		'[\\w-z]',
		'\\x41',
		'\\u0041',
		'\\cA',
		'(?-i:a)',
		'(a)\\1',
		'é',
		'\\p{L}',
		'(?<Name>a)',
	])('does not apply to /%s/', (source) => {
		expect(isOfSmallLetters(source)).toBe(false);
	});
});

it('matches nothing when there are no expressions', () => {
	expect(anyOfWhateverCase([]).test('anything')).toBe(false);
});
