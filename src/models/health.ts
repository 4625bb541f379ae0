/** How long a model is left alone after its first, second… failure in a row. */
const coolDowns = [30_000, 60_000, 120_000, 300_000] as const;

/** The longest that a provider can ask to be left alone for: what it asks for more is no time. */
const longestRest = 24 * 3_600_000;

interface Failures {
	readonly count: number;
	readonly lastAt: number;
	readonly until: number;
}

/** Which models have failed lately, in this process. */
export class Health {
	readonly #failures = new Map<string, Failures>();
	readonly #now: () => number;

	constructor(now: () => number) {
		this.#now = now;
	}

	/** Those that are not left alone, in their order. Where all are, the one that failed longest ago. */
	inOrder(models: readonly string[]): readonly string[] {
		const healthy = models.filter((model) => (this.#failures.get(model)?.until ?? 0) <= this.#now());
		if (healthy.length > 0) return healthy;
		const lastFailed = (model: string): number => this.#failures.get(model)?.lastAt ?? 0;
		return models.toSorted((one, other) => lastFailed(one) - lastFailed(other)).slice(0, 1);
	}

	/** `waitMs`: how long its provider asks to be left alone, where that is longer. */
	failed(model: string, waitMs: number): void {
		const count = (this.#failures.get(model)?.count ?? 0) + 1;
		const lastAt = this.#now();
		const coolDown = coolDowns[Math.min(count, coolDowns.length) - 1] ?? 0;
		this.#failures.set(model, { count, lastAt, until: lastAt + Math.min(Math.max(coolDown, waitMs), longestRest) });
	}

	answered(model: string): void {
		this.#failures.delete(model);
	}

	/** Why a model is not asked now; undefined where it may be. */
	restingUntil(model: string): number | undefined {
		const until = this.#failures.get(model)?.until ?? 0;
		return until > this.#now() ? until : undefined;
	}
}
