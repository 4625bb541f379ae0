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

/** What a run writes for later runs, and what it reads from earlier ones. */
export interface RunMemory {
	readonly memory: Memory;
	readonly recall: Background['recall'];
	/** Returns the memories that contain these words, or why the search failed. Undefined if the run reads no memory. */
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
 * Returns the memory of a run: always the run's own folder, and also the branch, unless the configuration says otherwise. Threat: through
 * the branch, a fork's pull request could mislead every later run, and read what earlier runs learned. So its runs do not use the branch.
 * With the input `state-key`, the branch is off by default, because it is not encrypted.
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

/** Calls `look` with a search index of the branch's files, and returns its result. */
async function withIndex<T>(
	branch: MemoryBranch,
	{ facts: { environment }, ports: { redactor } }: Known,
	look: (index: SearchIndex, files: ReadonlyMap<string, string>) => T,
): Promise<T> {
	// The files are redacted again: they may contain a secret that was not known at that time, and other people can write to the branch.
	const files = new Map([...(await branch.read())].map(([path, text]) => [path, redactor.redact(text)]));
	const { memoryCache = join(environment.temporary, 'countersign-memory') } = environment;
	const file = join(memoryCache, indexName(environment));
	return withSearchIndex(file, searched(files), (index) => look(index, files));
}

function indexName({ owner, repo }: JobFacts['environment']): string {
	return `${owner}.${repo}.db`;
}

/** Returns the message of an expected error instead of throwing it, because an error of the memory must not stop a run. */
async function orTrouble<T>(work: Promise<T>): Promise<T | { readonly why: string }> {
	try {
		return await work;
	} catch (thrown) {
		if (thrown instanceof CountersignError) return { why: thrown.message };
		if (thrown instanceof Error && 'code' in thrown) return { why: thrown.message };
		throw thrown;
	}
}
