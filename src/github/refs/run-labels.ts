import type { RunLabel } from '../../core/index.ts';
import { runLabelSchema } from '../../journal/index.ts';
import type { Commit, GitObjects } from '../git/git-objects.ts';

export type Refs = Awaited<ReturnType<GitObjects['matchingRefs']>>;
type Labelled = RunLabel & { readonly sha: string };

/** How many commits are requested at the same time. GitHub treats many requests at once as an attack. */
const together = 20;

/** Up to this many runs are fetched completely in one request. If there are more, only their labels are read. */
export const fewRuns = 3;

export async function readCommits(objects: GitObjects, refs: Refs): Promise<readonly Commit[]> {
	const commits: Commit[] = [];
	for (let from = 0; from < refs.length; from += together) {
		const some = refs.slice(from, from + together).map(({ sha }) => objects.readCommit(sha));
		commits.push(...(await Promise.all(some)));
	}
	return commits;
}

/**
 * Returns the labels of runs. If a label names another run than its ref does, it is left out, because it would give that run a wrong state.
 */
export function labelledBy(refs: Refs, commits: readonly Pick<Commit, 'message'>[]): readonly Labelled[] {
	return refs.flatMap(({ name, sha }, index) => {
		const commit = commits[index];
		const label = commit === undefined ? undefined : labelOf(commit);
		return label !== undefined && name.endsWith(`/runs/${label.run}`) ? [{ ...label, sha }] : [];
	});
}

/** Returns the label in the commit of a checkpoint, or undefined if it is invalid. */
export function labelOf(commit: Pick<Commit, 'message'>): RunLabel | undefined {
	const parsed = runLabelSchema.safeParse(lastLine(commit));
	return parsed.success ? parsed.data : undefined;
}

/** Returns the JSON in the last line of a commit's message. */
export function lastLine({ message }: Pick<Commit, 'message'>): unknown {
	return jsonOf(message.trimEnd().split('\n').at(-1) ?? '');
}

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
