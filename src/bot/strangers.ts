/** Repositories in which the App was recently not installed. */
export interface Strangers {
	has(repositoryId: number): boolean;
	add(repositoryId: number): void;
}

/** How long a repository is remembered. The time is short, because somebody may install the App meanwhile. Milliseconds. */
const kept = 30_000;
const mostKept = 10_000;

/**
 * Remembers repositories without the App for a short time. Threat: anybody can get a signed identity for their own job and send it a
 * thousand times. Each lookup would use up requests that the App's real users need.
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
