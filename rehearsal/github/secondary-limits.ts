/** A request as the secondary limits count it. */
export interface Counted {
	/** One for a request that reads, five for one that writes. */
	readonly points: number;
	/** Whether it creates something that people see. */
	readonly creates: boolean;
}

interface Past extends Counted {
	readonly at: number;
}

const creationsAMinute = 80;

/** The published secondary limits (GitHub, Rate limits for the REST API): 900 points and 80 creations a minute, 500 creations an hour. */
export class SecondaryLimits {
	/** The length of a minute in milliseconds. A test that waits for the next minute makes it short. */
	minute = 60_000;
	readonly #past = new Map<string, Past[]>();
	readonly #now: () => number;

	constructor(now: () => number = Date.now) {
		this.#now = now;
	}

	/** Whether one more request is accepted. A refused request counts, too. */
	takes(who: string, counted: Counted): boolean {
		const now = this.#now();
		const hour = 60 * this.minute;
		const all = [...(this.#past.get(who) ?? []), { ...counted, at: now }].filter(({ at }) => at > now - hour);
		this.#past.set(who, all);
		const recent = all.filter(({ at }) => at > now - this.minute);
		const points = recent.reduce((sum, one) => sum + one.points, 0);
		const created = (some: readonly Past[]) => some.filter(({ creates }) => creates).length;
		return points <= 900 && created(recent) <= creationsAMinute && created(all) <= 500;
	}

	/** Uses up what somebody may create in this minute. */
	spend(who: string): void {
		for (let count = 0; count < creationsAMinute; count += 1) this.takes(who, { points: 5, creates: true });
	}
}
