import { join } from 'node:path';
import { type Background, CountersignError, type EntryOf, type Memory, type Remembered } from '../core/index.ts';
import type { MemoryBranch } from '../github/index.ts';
import {
	dayOf,
	directoryMemory,
	noRecollection,
	recollect,
	type SearchIndex,
	searched,
	withSearchIndex,
} from '../memory/index.ts';
import { isOfFork } from '../run/index.ts';
import type { JobContext, JobFacts } from './job-context.ts';

/** What a run remembers, and what it learns from earlier runs. */
export interface RunMemory {
	readonly memory: Memory;
	readonly recall: Background['recall'];
	/** Returns the memories that contain these words, or why the search is impossible. Left out if there is no memory. */
	readonly search?: (query: string, limit: number) => Promise<readonly Remembered[] | { readonly why: string }>;
}

type Known = Pick<JobContext, 'facts' | 'ports'>;

interface Remembering {
	readonly header: EntryOf<'run_started'>;
	readonly folder: string;
	/** The configured place, or undefined if none is configured. */
	readonly kept: 'branch' | 'artifact' | undefined;
}

/**
 * Returns the memory of a run. It always uses the run's own folder, and also the branch unless the configuration says otherwise.
 * Threat: a fork's pull request could teach every later run, and could read what earlier runs learned. So its runs use neither.
 * If `state-key` seals the state, the memory is not written in plain text on a branch.
 */
export function runMemory({ header, folder, kept }: Remembering, context: Known): RunMemory {
	const { facts, ports } = context;
	const own = directoryMemory(folder);
	const where = kept ?? (facts.inputs.stateKey === undefined ? 'branch' : 'artifact');
	const branch = ports.memory;
	if (branch === undefined || where === 'artifact' || isOfFork(header))
		return { memory: own, recall: async () => noRecollection };
	return {
		memory: { ...own, keep: (remembrance) => branch.keep(remembrance) },
		recall: async (keywords) => {
			const today = dayOf(ports.clock.now().toISOString());
			const told = await orTrouble(
				withIndex(branch, context, (index, files) => recollect(files, { keywords, today, index })),
			);
			if (!('why' in told)) return told;
			ports.warn(`What earlier runs left could not be read, and the run goes on without it: ${told.why}`);
			return noRecollection;
		},
		search: (query, limit) => orTrouble(withIndex(branch, context, (index) => index.search(query, limit))),
	};
}

/** Searches the index of the branch that this process has read. */
async function withIndex<T>(
	branch: MemoryBranch,
	{ facts: { environment }, ports: { redactor } }: Known,
	look: (index: SearchIndex, files: ReadonlyMap<string, string>) => T,
): Promise<T> {
	// A text may contain a secret that was not yet known when it was written, or that somebody else wrote. So it is redacted again.
	const files = new Map([...(await branch.read())].map(([path, text]) => [path, redactor.redact(text)]));
	const { memoryCache = join(environment.temporary, 'countersign-memory') } = environment;
	const file = join(memoryCache, indexName(environment));
	return withSearchIndex(file, searched(files), (index) => look(index, files));
}

function indexName({ owner, repo }: JobFacts['environment']): string {
	return `${owner}.${repo}.db`;
}

/** Returns the trouble instead of throwing it, because no error of the memory may stop a run. */
async function orTrouble<T>(work: Promise<T>): Promise<T | { readonly why: string }> {
	try {
		return await work;
	} catch (thrown) {
		if (thrown instanceof CountersignError) return { why: thrown.message };
		if (thrown instanceof Error && 'code' in thrown) return { why: thrown.message };
		throw thrown;
	}
}
