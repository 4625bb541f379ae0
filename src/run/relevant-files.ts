import { join } from 'node:path';
import {
	type ContextInput,
	type CountedFile,
	candidatePaths,
	rankFiles,
	type taskWords,
	termCounter,
} from '../agent/index.ts';
import type { Workspace } from '../core/index.ts';
import { isCredential } from '../gate/index.ts';
import { modeOf } from './pull-state.ts';
import type { Stage } from './stage.ts';

/** Bytes of a file that is looked into. */
const mostBytes = 200_000;

/** Bytes that are looked into altogether: what is left then is not searched. */
const mostBytesOfAll = 100_000_000;

/** Files that may be shown. */
const mostFiles = 20;

/** Ranked files that are asked about: a policy that keeps most of them from the model costs no more time than this. */
const mostAsked = 60;

type Gathering = Pick<Stage, 'state' | 'ports'>;

/** The files of the checkout that a thread is most likely about, as the tools would read them, the best first. */
export function relevantFiles(
	tree: readonly string[],
	{ texts, state, ports }: Gathering & { readonly texts: ReturnType<typeof taskWords> },
): NonNullable<ContextInput['files']> {
	const query = candidatePaths(tree, texts);
	const counted = countedFiles(query.paths, { count: termCounter(query.terms), workspace: ports.workspace });
	const files: NonNullable<ContextInput['files']>[number][] = [];
	for (const ranked of rankFiles(counted, query).slice(0, mostAsked)) {
		if (files.length === mostFiles) break;
		const text = mayRead(ranked.path, { state, ports }) ? textOf(ranked.path, ports.workspace) : undefined;
		if (text !== undefined) files.push({ ...ranked, text });
	}
	return files;
}

interface Counting {
	readonly count: ReturnType<typeof termCounter>;
	readonly workspace: Workspace;
}

/** Reads files one after the other, and keeps their counts only. What may hold a credential is not even opened. */
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

/** Whether the model may read a file without asking. Threat: what a policy keeps from it would be told unasked. */
function mayRead(path: string, { state, ports }: Gathering): boolean {
	const { gate, workspace } = ports;
	const call = { id: 'context', name: 'file_read', args: { path } };
	return gate.judge(call, { facts: workspace.facts, mode: modeOf(state), grants: [] }).decision === 'allow';
}

/** Threat: a link leads elsewhere than its name says. */
function textOf(path: string, workspace: Workspace): string | undefined {
	const absolute = join(workspace.root, path);
	if (workspace.facts.realPath(absolute) !== absolute) return undefined;
	const content = workspace.contentOf(path);
	return content === null || content.size > mostBytes ? undefined : content.text;
}
