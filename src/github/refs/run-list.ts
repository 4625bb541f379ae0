import type { RunLabel } from '../../core/index.ts';
import type { GitDoor } from '../git/git-door.ts';
import type { Commit, GitObjects } from '../git/git-objects.ts';
import type { Fetch, FetchedCommit } from '../git/upload-pack.ts';
import { namespaces, type RefNames } from './ref-names.ts';
import { fewRuns, labelledBy, type Refs, readCommits } from './run-labels.ts';

/** How long a listed commit of a ref may be used. If the ref has moved since, saving fails. Milliseconds. */
const freshFor = 5000;

interface RunListOptions {
	readonly objects: GitObjects;
	readonly names: RefNames;
	readonly door: GitDoor | undefined;
	readonly now: () => Date;
}

/** Lists the refs of runs and their labels, and remembers the results for a short time. */
export interface RunList {
	/** Returns the commit of a run's ref, or undefined if the run does not exist. */
	tipOf(run: string): Promise<string | undefined>;
	/** Returns the labels of a thread's runs. */
	labels(thread: number): Promise<readonly RunLabel[]>;
	waiting(): Promise<readonly RunLabel[]>;
	readonly fetch: Fetch;
	/** Reports a commit that this process saved for a run. */
	wrote(run: string, commit: string, message: string): void;
}

export function createRunList({ objects, names, door, now }: RunListOptions): RunList {
	/** The commits of the runs' refs, from the last list. */
	const listed = new Map<string, { readonly sha: string; readonly at: number }>();
	/**
	 * The labels of each thread's runs, from the last list. A list that is a few seconds old is good enough, because this process knows the
	 * ids that it has given since.
	 */
	const threads = new Map<number, { readonly labels: readonly RunLabel[]; readonly at: number }>();
	const isFresh = (at: number): boolean => now().getTime() - at < freshFor;
	const { commitsOf, fetch, wrote } = createCommitReader(objects, door);
	const labelsUnder = async (rest: string): Promise<readonly RunLabel[]> => {
		const [preferred] = namespaces;
		const there = await objects.matchingRefs(`${preferred}/${rest}`);
		// If there are runs in the preferred place, this place needs no test.
		if (there.length > 0) names.foundInFirst();
		const isThere = (await names.namespace()) === preferred;
		const refs = isThere ? there : await objects.matchingRefs(`${await names.namespace()}/${rest}`);
		const labels = labelledBy(refs, await commitsOf(refs));
		for (const { run, sha } of labels) listed.set(run, { sha, at: now().getTime() });
		return labels.map(({ sha: _, ...label }) => label);
	};
	return {
		tipOf: async (run) => {
			const there = listed.get(run);
			if (there !== undefined && isFresh(there.at)) return there.sha;
			// To save time, the ref in the first place is requested while the place is still being found out.
			const [name, inFirst] = await Promise.all([names.namespace(), objects.readRef(`${namespaces[0]}/runs/${run}`)]);
			return name === namespaces[0] ? inFirst : objects.readRef(await names.run(run));
		},
		labels: async (thread) => {
			const kept = threads.get(thread);
			if (kept !== undefined && isFresh(kept.at)) return kept.labels;
			const labels = await labelsUnder(`runs/${thread}-`);
			threads.set(thread, { labels, at: now().getTime() });
			return labels;
		},
		waiting: async () => {
			const labels = await labelsUnder('runs/');
			return labels.filter(({ status }) => status === 'waiting');
		},
		fetch,
		wrote: (run, commit, message) => {
			listed.delete(run);
			wrote(commit, message);
		},
	};
}

interface CommitReader {
	/** Returns the commits of refs, in their order. */
	commitsOf(refs: Refs): Promise<readonly Pick<Commit, 'message'>[]>;
	readonly fetch: Fetch;
	wrote(commit: string, message: string): void;
}

function createCommitReader(objects: GitObjects, door: GitDoor | undefined): CommitReader {
	/** Commits that were fetched for their labels, by id. If a run is loaded next, it usually needs one of them. */
	const fetched = new Map<string, FetchedCommit>();
	/** The messages of commits that this process wrote, by id. These commits need not be read. */
	const messages = new Map<string, string>();
	const readTogether = async (refs: Refs): Promise<readonly Pick<Commit, 'message'>[]> => {
		const isFew = refs.length > 0 && refs.length <= fewRuns;
		const together = isFew ? await door?.fetchAll(refs.map(({ sha }) => sha)) : undefined;
		if (together === undefined) return readCommits(objects, refs);
		fetched.clear();
		for (const commit of together) fetched.set(commit.sha, commit);
		return together;
	};
	return {
		commitsOf: async (refs) => {
			const others = refs.filter(({ sha }) => !messages.has(sha));
			const read = await readTogether(others);
			const all = new Map([...messages, ...others.map(({ sha }, index) => [sha, read[index]?.message ?? ''] as const)]);
			return refs.map(({ sha }) => ({ message: all.get(sha) ?? '' }));
		},
		fetch: async (commit) => fetched.get(commit) ?? door?.fetch(commit),
		wrote: (commit, message) => void messages.set(commit, message),
	};
}
