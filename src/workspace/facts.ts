import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Facts } from '../core/index.ts';
import { sandboxHome } from '../sandbox/index.ts';
import type { BaseTree } from './base-tree.ts';
import { isAsBase, type ScanMemory } from './compare-with-base.ts';
import { entriesOf } from './folder-entries.ts';
import { readRegularFile } from './read-file.ts';
import { followPath, liesIn, regularFile, relativeTo, resolveRealPath } from './resolve-path.ts';
import { statIfThere } from './stat-if-there.ts';

const mostBytes = 1_048_576;
const mostWalked = 10_000;

interface FactsRequest {
	readonly root: string;
	readonly base: BaseTree;
	readonly memory: ScanMemory;
}

/**
 * Returns the facts about the disk for the gate. If a fact is unknown, the answer is the one that makes the gate stricter: a file that may
 * have changed counts as changed, and an unreadable file counts as missing.
 */
export function newFacts(request: FactsRequest): Facts {
	const { root } = request;
	const realPath = (path: string): string | undefined => resolveRealPath(root, path);
	return {
		root,
		home: sandboxHome,
		realPath,
		readText: (path) => {
			const file = regularFile(root, path, mostBytes);
			return file === undefined ? undefined : readRegularFile(file, mostBytes)?.toString();
		},
		isFile: (path) => regularFile(root, path, mostBytes) !== undefined,
		// Outside the checkout, the sandbox may have something else at this path.
		isDirectory: (path) => {
			const real = realPath(path);
			return real !== undefined && liesIn(root, real) && statIfThere(real)?.isDirectory() === true;
		},
		isThere: (path) => {
			const real = realPath(path);
			return real !== undefined && liesIn(root, real) && statIfThere(real) !== undefined;
		},
		// A folder outside the checkout counts as empty, because the sandbox has other files there.
		entries: (folder) => {
			const real = realPath(folder);
			return real !== undefined && liesIn(root, real) ? entriesOf(real, (name) => existsBelow(request.base, name)) : [];
		},
		changedInRun: (path) => {
			try {
				return differs(request, path);
			} catch {
				return true;
			}
		},
	};
}

function differs(request: FactsRequest, path: string): boolean {
	const { root } = request;
	const followed = followPath(root, path);
	if (followed === undefined || !liesIn(root, followed.real)) return true;
	const links = followed.links.filter((link) => liesIn(root, link)).map((link) => relativeTo(root, link));
	return links.some((link) => !isAsBase(request, link)) || isChanged(request, relativeTo(root, followed.real));
}

/** Returns whether a path without links differs from the base. A directory differs if anything below it does. */
function isChanged(request: FactsRequest, path: string): boolean {
	const stat = statIfThere(join(request.root, path));
	if (stat?.isDirectory() !== true) {
		return stat === undefined ? existedInBase(request.base, path) : !isAsBase(request, path);
	}
	const present = filesBelow(request.root, path);
	if (present === undefined) return true;
	const prefix = path === '.' ? '' : `${path}/`;
	const tracked = [...request.base.files.keys()].filter((file) => file.startsWith(prefix));
	return [...present, ...tracked].some((file) => !isAsBase(request, file));
}

/** Returns whether the base commit has a file below a folder with this name. */
function existsBelow(base: BaseTree, name: string): boolean {
	for (const file of base.files.keys()) if (file.startsWith(`${name}/`) || file.includes(`/${name}/`)) return true;
	return false;
}

function existedInBase(base: BaseTree, path: string): boolean {
	if (base.files.has(path)) return true;
	for (const file of base.files.keys()) if (file.startsWith(`${path}/`)) return true;
	return false;
}

/** Returns the files and links below a directory. Undefined if there are too many. */
function filesBelow(root: string, path: string): readonly string[] | undefined {
	const files: string[] = [];
	const left = [path === '.' ? '' : `${path}/`];
	for (let prefix = left.pop(); prefix !== undefined; prefix = left.pop()) {
		for (const entry of readdirSync(join(root, prefix), { withFileTypes: true })) {
			if (entry.name === '.git') continue;
			if (entry.isDirectory()) left.push(`${prefix}${entry.name}/`);
			else files.push(`${prefix}${entry.name}`);
		}
		if (files.length > mostWalked) return undefined;
	}
	return files;
}
