import { realpathSync } from 'node:fs';
import { CountersignError, type Facts } from '../core/index.ts';
import { entriesOf, isIndexedBelow } from './folder-entries.ts';
import { readRegularFile } from './read-file.ts';
import { regularFile, relativeTo, resolveRealPath } from './resolve-path.ts';
import { statIfThere } from './stat-if-there.ts';

const mostBytes = 1_048_576;

export interface LocalFactsOptions {
	/** The path of the checkout. It may contain links. */
	readonly root: string;
	/** The home of the user who would run the call. */
	readonly home: string;
	/** Directories outside the checkout that file tools may also use. */
	readonly roots?: readonly string[];
	/** Directories outside the checkout that file tools may read but not change. */
	readonly readRoots?: readonly string[];
	/** The paths that count as changed in this run. They are relative to the root. A directory includes everything below it. */
	readonly changed?: readonly string[];
}

/**
 * Returns the facts about a disk for the gate, without a run. The gate has no base commit here, so the caller must list the changed
 * paths. @throws CountersignError `bad-input` if the root does not exist.
 */
export function localFacts({ root, home, roots = [], readRoots = [], changed = [] }: LocalFactsOptions): Facts {
	const real = rootOf(root);
	const realPath = (path: string): string | undefined => resolveRealPath(real, path);
	const changedPaths = changed.map((path) => relativeTo(real, path));
	return {
		root: real,
		home,
		roots: roots.flatMap((path) => realPath(path) ?? []),
		readRoots: readRoots.flatMap((path) => realPath(path) ?? []),
		realPath,
		readText: (path) => {
			const file = regularFile(real, path, mostBytes);
			return file === undefined ? undefined : readRegularFile(file, mostBytes)?.toString();
		},
		isFile: (path) => regularFile(real, path, mostBytes) !== undefined,
		isDirectory: (path) => {
			const found = realPath(path);
			return found !== undefined && statIfThere(found)?.isDirectory() === true;
		},
		isThere: (path) => {
			const found = realPath(path);
			return found !== undefined && statIfThere(found) !== undefined;
		},
		entries: (folder) => entriesOf(folder, (name) => isIndexedBelow(real, name)),
		changedInRun: (path) => changedPaths.some((one) => one === '.' || path === one || path.startsWith(`${one}/`)),
	};
}

function rootOf(root: string): string {
	try {
		return realpathSync(root);
	} catch (cause) {
		const message = `The folder \`${root}\`, in which calls are judged, cannot be opened.`;
		throw new CountersignError({ code: 'bad-input', message, fix: 'Name the checkout: --root <folder>.', cause });
	}
}
