/** How long a model is not asked after its first, second… failure in a row, in milliseconds. */
const coolDowns = [30_000, 60_000, 120_000, 300_000] as const;

/** The longest pause that a provider can ask for. A longer value is cut to this. */
const longestRest = 24 * 3_600_000;

interface Failures {
	readonly count: number;
	readonly lastAt: number;
	readonly until: number;
}

/** The models that have failed recently in this process. */
export class Health {
	readonly #failures = new Map<string, Failures>();
	readonly #now: () => number;

	constructor(now: () => number) {
		this.#now = now;
	}

	/** The models that are not resting, in order. If all are resting, only the one whose last failure is the oldest. */
	inOrder(models: readonly string[]): readonly string[] {
		const healthy = models.filter((model) => (this.#failures.get(model)?.until ?? 0) <= this.#now());
		if (healthy.length > 0) return healthy;
		const lastFailed = (model: string): number => this.#failures.get(model)?.lastAt ?? 0;
		return models.toSorted((one, other) => lastFailed(one) - lastFailed(other)).slice(0, 1);
	}

	/** Records a failure. `waitMs` is the pause that the provider asked for. It is used if it is longer than ours. */
	failed(model: string, waitMs: number): void {
		const count = (this.#failures.get(model)?.count ?? 0) + 1;
		const lastAt = this.#now();
		const coolDown = coolDowns[Math.min(count, coolDowns.length) - 1] ?? 0;
		this.#failures.set(model, { count, lastAt, until: lastAt + Math.min(Math.max(coolDown, waitMs), longestRest) });
	}

	answered(model: string): void {
		this.#failures.delete(model);
	}

	/** The time until which a model is not asked, or undefined if it can be asked now. */
	restingUntil(model: string): number | undefined {
		const until = this.#failures.get(model)?.until ?? 0;
		return until > this.#now() ? until : undefined;
	}
}
