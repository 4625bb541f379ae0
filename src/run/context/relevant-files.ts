import { join } from 'node:path';
import {
	type ContextInput,
	type CountedFile,
	candidatePaths,
	rankFiles,
	type taskWords,
	termCounter,
} from '../../agent/index.ts';
import type { Workspace } from '../../core/index.ts';
import { isCredential } from '../../gate/index.ts';
import type { Stage } from '../stage.ts';
import { modeOf } from '../state/pull-state.ts';

/** The largest file to search. Bytes. */
const mostBytes = 200_000;

/** The most bytes to search in total. */
const mostBytesOfAll = 100_000_000;

/** The most files to show. */
const mostFiles = 20;

/** The most ranked files for which the policy is checked. This limits the time if a policy forbids most of them. */
const mostAsked = 60;

type Gathering = Pick<Stage, 'state' | 'ports'>;

/** Returns the files of the checkout that a thread is most likely about, with their texts, best first. */
export function relevantFiles(
	tree: readonly string[],
	{ texts, state, ports }: Gathering & { readonly texts: ReturnType<typeof taskWords> },
): NonNullable<ContextInput['files']> {
	const query = candidatePaths(tree, texts);
	const counted = countedFiles(query.paths, { count: termCounter(query.terms), workspace: ports.workspace });
	const files: NonNullable<ContextInput['files']>[number][] = [];
	for (const ranked of rankFiles(counted, query).slice(0, mostAsked)) {
		if (files.length === mostFiles) break;
		const text = mayRead(ranked.path, { state, ports }) ? readUnlinked(ranked.path, ports.workspace) : undefined;
		if (text !== undefined) files.push({ ...ranked, text });
	}
	return files;
}

interface Counting {
	readonly count: ReturnType<typeof termCounter>;
	readonly workspace: Workspace;
}

/** Reads files one by one, and keeps only their word counts. It does not open a file that may contain a credential. */
function countedFiles(paths: readonly string[], { count, workspace }: Counting): readonly CountedFile[] {
	const counted: CountedFile[] = [];
	const read = workspace.fileSweep(mostBytes);
	let left = mostBytesOfAll;
	for (const path of paths) {
		if (left <= 0) break;
		const bytes = isCredential(path) ? undefined : read(path);
		left -= bytes?.length ?? 0;
		if (bytes !== undefined && !bytes.includes(0)) counted.push({ path, counts: count(bytes) });
	}
	return counted;
}

/** Returns whether the model may read a file without asking. Threat: otherwise the model would see files that a policy forbids. */
function mayRead(path: string, { state, ports }: Gathering): boolean {
	const { gate, workspace } = ports;
	const call = { id: 'context', name: 'file_read', args: { path } };
	return gate.judge(call, { facts: workspace.facts, mode: modeOf(state), grants: [] }).decision === 'allow';
}

/** Returns a file's text, or undefined if there is a link in its path. Threat: the link leads to a secret. */
function readUnlinked(path: string, workspace: Workspace): string | undefined {
	const absolute = join(workspace.root, path);
	if (workspace.facts.realPath(absolute) !== absolute) return undefined;
	const content = workspace.contentOf(path);
	return content === null || content.size > mostBytes ? undefined : content.text;
}
