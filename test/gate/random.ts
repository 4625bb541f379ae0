/** Choices that a seed repeats: mulberry32. */
export interface Random {
	/** Below 1. */
	readonly next: () => number;
	/** A whole number below `n`. */
	readonly below: (n: number) => number;
	readonly chance: (share: number) => boolean;
	readonly pick: <T>(list: readonly [T, ...T[]] | readonly T[]) => T;
	/** One of several ways, each as likely as its weight says. */
	readonly weighted: <T>(ways: readonly (readonly [number, () => T])[]) => T;
	readonly times: <T>(least: number, most: number, make: (i: number) => T) => T[];
}

export function createRandom(seed: number): Random {
	let state = seed >>> 0;
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
	const below = (n: number) => Math.floor(next() * n);
	const pick = <T>(list: readonly T[]): T => {
		const chosen = list[below(list.length)];
		if (chosen === undefined && list.length === 0) throw new RangeError('nothing to pick from');
		return chosen as T;
	};
	return {
		next,
		below,
		chance: (share) => next() < share,
		pick,
		weighted: (ways) => {
			let rest = next() * ways.reduce((sum, [weight]) => sum + weight, 0);
			for (const [weight, make] of ways) {
				rest -= weight;
				if (rest < 0) return make();
			}
			return pick(ways)[1]();
		},
		times: (least, most, make) => Array.from({ length: least + below(most - least + 1) }, (_, i) => make(i)),
	};
}

/** Leaves most ways out, others each time: scripts of few features reach deeper than scripts of all of them. */
export function narrowed(random: Random, share: number): Random {
	const salt = random.below(1_000_000_007);
	const isIn = (key: string, some: number) => createRandom(hash(key) ^ salt).next() < some;
	return {
		...random,
		pick: (list) => {
			const some = list.filter((item) => isIn(String(item), Math.max(share, 2 / list.length)));
			return random.pick(some.length > 0 ? some : list);
		},
		weighted: (ways) => {
			const some = ways.filter(([weight, make]) => isIn(make.toString(), Math.min(1, share * Math.sqrt(weight))));
			return random.weighted(some.length > 0 ? some : ways.slice(0, 1));
		},
	};
}

function hash(text: string): number {
	let value = 2_166_136_261;
	for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 16_777_619);
	return value >>> 0;
}

/** The seed of this run: `SEED=`, or always the same. */
export function seedOf(fallback: number): number {
	const given = process.env['SEED'];
	return given === undefined ? fallback : Number(given);
}
