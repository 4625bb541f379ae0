/** Random numbers from a seed (mulberry32). Each user has a separate stream, so the draws of one user do not change those of another. */
export class Random {
	#state: number;

	constructor(seed: number, stream: string) {
		this.#state = [...stream].reduce(
			(sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 0x01000193),
			seed ^ 0x811c9dc5,
		);
	}

	/** From 0 to below 1. */
	next(): number {
		this.#state = (this.#state + 0x6d2b79f5) | 0;
		const a = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
		const b = (a + Math.imul(a ^ (a >>> 7), 61 | a)) ^ a;
		return ((b ^ (b >>> 14)) >>> 0) / 2 ** 32;
	}

	/** A whole number, both ends included. */
	between(least: number, most: number): number {
		return least + Math.floor(this.next() * (most - least + 1));
	}

	chance(share: number): boolean {
		return this.next() < share;
	}

	of<T>(list: readonly T[]): T {
		const one = list[this.between(0, list.length - 1)];
		if (one === undefined) throw new Error('nothing to choose from');
		return one;
	}
}
