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
import type { JobContext } from './job-context.ts';

/** What a run leaves, and what it is told of earlier ones. */
export interface RunMemory {
	readonly memory: Memory;
	readonly recall: Background['recall'];
	/** What is remembered with these words, or why nothing can be looked for; left out where there is no memory. */
	readonly search?: (query: string, limit: number) => Promise<readonly Remembered[] | { readonly why: string }>;
}

interface Remembering {
	readonly header: EntryOf<'run_started'>;
	readonly folder: string;
	/** As the configuration says; undefined where it says nothing. */
	readonly kept: 'branch' | 'artifact' | undefined;
}

/**
 * The run's own folder always, and the branch where the configuration does not say otherwise. Threat: a fork's pull request would teach every
 * later run, and hear what earlier ones learnt: its runs have neither. What `state-key` seals is not written down in the open beside it.
 */
export function runMemory({ header, folder, kept }: Remembering, context: JobContext): RunMemory {
	const own = directoryMemory(folder);
	const where = kept ?? (context.inputs.stateKey === undefined ? 'branch' : 'artifact');
	const branch = context.memory;
	if (branch === undefined || where === 'artifact' || isOfFork(header))
		return { memory: own, recall: async () => noRecollection };
	return {
		memory: { ...own, keep: (remembrance) => branch.keep(remembrance) },
		recall: async (keywords) => {
			const today = dayOf(context.clock.now().toISOString());
			const told = await orTrouble(
				withIndex(branch, context, (index, files) => recollect(files, { keywords, today, index })),
			);
			if (!('why' in told)) return told;
			context.warn(`What earlier runs left could not be read, and the run goes on without it: ${told.why}`);
			return noRecollection;
		},
		search: (query, limit) => orTrouble(withIndex(branch, context, (index) => index.search(query, limit))),
	};
}

/** The index over the branch as this process knows it. */
async function withIndex<T>(
	branch: MemoryBranch,
	{ environment, redactor }: JobContext,
	look: (index: SearchIndex, files: ReadonlyMap<string, string>) => T,
): Promise<T> {
	// What was written before a secret was known to be one, or by somebody else, may hold it.
	const files = new Map([...(await branch.read())].map(([path, text]) => [path, redactor.redact(text)]));
	const { memoryCache = join(environment.temporary, 'countersign-memory') } = environment;
	const file = join(memoryCache, indexName(environment));
	return withSearchIndex(file, searched(files), (index) => look(index, files));
}

function indexName({ owner, repo }: JobContext['environment']): string {
	return `${owner}.${repo}.db`;
}

/** No trouble with memory stops a run. */
async function orTrouble<T>(work: Promise<T>): Promise<T | { readonly why: string }> {
	try {
		return await work;
	} catch (thrown) {
		if (thrown instanceof CountersignError) return { why: thrown.message };
		if (thrown instanceof Error && 'code' in thrown) return { why: thrown.message };
		throw thrown;
	}
}
