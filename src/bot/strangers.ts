/** Repositories that the App was not installed in just now. */
export interface Strangers {
	has(repositoryId: number): boolean;
	add(repositoryId: number): void;
}

/** Whoever installs the App waits no longer. Milliseconds. */
const kept = 30_000;
const mostKept = 10_000;

/**
 * Threat: anybody can have GitHub sign who a job of theirs is, and show it a thousand times. Each look at GitHub is one less for those whom
 * the App serves.
 */
export function createStrangers(now = Date.now): Strangers {
	const until = new Map<number, number>();
	return {
		has: (repositoryId) => (until.get(repositoryId) ?? 0) > now(),
		add: (repositoryId) => {
			if (until.size >= mostKept) until.clear();
			until.set(repositoryId, now() + kept);
		},
	};
}
