/** A request as the secondary limits count it. */
export interface Counted {
	/** One for a request that reads, five for one that writes. */
	readonly points: number;
	/** It makes something that people see. */
	readonly creates: boolean;
}

interface Past extends Counted {
	readonly at: number;
}

const minute = 60_000;
const hour = 60 * minute;

/** The published secondary limits (GitHub, Rate limits for the REST API): 900 points and 80 creations a minute, 500 creations an hour. */
export class SecondaryLimits {
	readonly #past = new Map<string, Past[]>();
	readonly #now: () => number;

	constructor(now: () => number = Date.now) {
		this.#now = now;
	}

	/** Whether one more request is taken; a refused one counts, too. */
	takes(who: string, counted: Counted): boolean {
		const now = this.#now();
		const all = [...(this.#past.get(who) ?? []), { ...counted, at: now }].filter(({ at }) => at > now - hour);
		this.#past.set(who, all);
		const recent = all.filter(({ at }) => at > now - minute);
		const points = recent.reduce((sum, one) => sum + one.points, 0);
		const created = (some: readonly Past[]) => some.filter(({ creates }) => creates).length;
		return points <= 900 && created(recent) <= 80 && created(all) <= 500;
	}
}
