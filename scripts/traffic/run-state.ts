import { posix } from 'node:path';
import type { Facts, FolderEntry, ToolCall, Verdict } from '../../src/core/index.ts';
import { writtenTexts } from './written-texts.ts';

/** The home of a call in the sandbox. */
const home = '/home/agent';

/** The gate's knowledge about a recorded run: only what its earlier calls wrote. */
export interface RunState {
	readonly facts: Facts;
	/** Stores what an allowed call wrote, for later calls. */
	readonly note: (call: ToolCall, verdict: Verdict) => void;
}

/** Returns the state of a run at its start. It exists only in memory, and no disk is read. */
export function startRun(root: string): RunState {
	const texts = new Map<string, string | undefined>();
	const relative = (path: string): string => posix.relative(root, posix.resolve(root, path)) || '.';
	const keyOf = (path: string): string => {
		const inside = relative(path);
		return inside.startsWith('..') ? posix.resolve(root, path) : inside;
	};
	const wrote = (path: string): boolean =>
		[...texts.keys()].some((one) => one === '.' || path === one || path.startsWith(`${one}/`));
	const facts: Facts = {
		root,
		home,
		realPath: (path) => posix.resolve(root, path),
		readText: (path) => texts.get(keyOf(path)),
		entries: (folder) =>
			namesIn(
				folder,
				[...texts.keys()].map((path) => posix.resolve(root, path)),
			),
		changedInRun: (path) => wrote(keyOf(path)),
	};
	return {
		facts,
		note: (call, { decision, effects }) => {
			if (decision !== 'allow') return;
			for (const { path, text } of writtenTexts(call, effects, facts.readText)) texts.set(keyOf(path), text);
		},
	};
}

/** Returns the entries of a folder, from the known files. */
function namesIn(folder: string, paths: readonly string[]): readonly FolderEntry[] {
	const below = paths.filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1));
	const kinds = new Map(below.map((path) => [path.split('/', 1)[0] ?? path, path.includes('/')]));
	return [...kinds].map(([name, isFolder]) => ({ name, kind: isFolder ? 'folder' : 'file' }));
}
