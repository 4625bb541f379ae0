/** Counts by kind. */
export class Tally {
	readonly #counts = new Map<string, number>();

	add(kind: string | number, count = 1): void {
		this.#counts.set(String(kind), this.of(kind) + count);
	}

	of(kind: string | number): number {
		return this.#counts.get(String(kind)) ?? 0;
	}

	get sum(): number {
		return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
	}

	/** Returns the counts as text, such as `200 1,204, 502 31`. */
	toString(): string {
		const sorted = [...this.#counts].sort(([one], [other]) => (one < other ? -1 : 1));
		return sorted.map(([kind, count]) => `${kind} ${count.toLocaleString('en')}`).join(', ') || 'none';
	}
}
