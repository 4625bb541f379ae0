import type { LocalGitHub } from '../../rehearsal/github/local-github.ts';

interface Lag {
	readonly github: LocalGitHub;
	/** How many reads of a run's ref show an old state. */
	readonly reads: number;
	/** The commit that they show. If left out, they show no ref. */
	readonly before?: string;
}

/** Loses the answer of the next push, and then shows an old state of the run's ref for some reads. */
export function loseAndLag({ github, reads, before }: Lag): void {
	let [isLost, left] = [false, reads];
	github.intercept = ({ method, path }, phase) => {
		if (phase === 'before') return undefined;
		if (path.endsWith('/git-receive-pack') && !isLost) {
			isLost = true;
			return 'drop';
		}
		const [, name] = /\/git\/ref\/(countersign\/runs\/.*)/.exec(path) ?? [];
		if (!isLost || method !== 'GET' || name === undefined || left-- <= 0) return undefined;
		if (before === undefined) return { status: 404, body: { message: 'Not Found' } };
		return { status: 200, body: { ref: `refs/${name}`, object: { sha: before } } };
	};
}
