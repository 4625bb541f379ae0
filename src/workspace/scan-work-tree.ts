import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { withRepository } from '../sandbox/index.ts';
import { type BaseTree, type FileMode, splitNul } from './base-tree.ts';
import { readAsCheckedOut } from './checked-out.ts';
import { mismatch } from './mismatch.ts';
import { requireTravellingPath } from './travelling-path.ts';
import { fileModeOf, readQuickly, readTreeEntry, type TreeEntry, treeStat, unreadable } from './tree-entry.ts';

/** One path that is not as the base commit has it; `entry: undefined` is a deletion. */
export interface Difference {
	readonly path: string;
	readonly entry: TreeEntry | undefined;
}

/** What is remembered between scans of one work tree. */
export interface ScanMemory {
	/** Content ids by path, valid while the file's status is the same. */
	readonly seen: Map<string, { readonly stamp: string; readonly id: string }>;
	/** The id that a file's bytes have in a fresh checkout: not the blob's where line endings are converted. */
	readonly converted: Map<string, string>;
}

/** The work tree to compare. */
export interface ScanRequest {
	readonly root: string;
	readonly baseSha: string;
	readonly base: BaseTree;
	readonly memory: ScanMemory;
	/** Paths that stay on this disk where the base commit does not have them. */
	readonly stays: (path: string) => boolean;
}

/** What differs from the base commit, and the new paths that stay here. */
export interface Scan {
	readonly differences: readonly Difference[];
	readonly left: readonly string[];
}

const settledMs = 1_000;
const mostEntries = 20_000;

/** A memory that knows nothing yet. */
export function newScanMemory(): ScanMemory {
	return { seen: new Map(), converted: new Map() };
}

/**
 * Every path that differs from the base commit, by content: neither git's index nor a time stamp is believed alone.
 * @throws CountersignError `checkout-mismatch` for what cannot travel, by name.
 */
export async function scanWorkTree(request: ScanRequest): Promise<Scan> {
	const suspects = [...request.base.files.keys()].filter((path) => !isAsBase(request, path));
	const changed = await withoutConverted(request, suspects);
	// Git lists no repository that lies where the base commit has a file.
	const nested = changed.find((path) => existsSync(join(request.root, path, '.git')));
	if (nested !== undefined) throw nestedRepository(`${nested}/`);
	const found = await listUntracked(request);
	const untracked = found.filter((path) => !request.stays(path));
	const count = changed.length + untracked.length;
	if (count > mostEntries) throw tooMany(count, untracked[0]);
	const differences = [...new Set([...changed, ...untracked])].sort(byCodeUnit).map((path) => {
		requireTravellingPath(path);
		return { path, entry: readTreeEntry(request.root, path) };
	});
	return { differences, left: found.filter(request.stays).sort(byCodeUnit) };
}

type Known = Pick<ScanRequest, 'root' | 'base' | 'memory'>;

/** Whether one tracked path is as a checkout of the base has it; false for a path that the base does not have. */
export function isAsBase({ root, base, memory }: Known, path: string): boolean {
	const expected = base.files.get(path);
	const stat = treeStat(root, path);
	if (expected === undefined || stat === undefined || fileModeOf(stat) !== expected.mode) return false;
	const id = idOnDisk({ root, base, memory }, path);
	return id === expected.id || id === memory.converted.get(path);
}

function idOnDisk({ root, base, memory }: Known, path: string): string | undefined {
	const stat = lstatSync(join(root, path), { bigint: true });
	const stamp = [stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs, stat.mode].join(':');
	const known = memory.seen.get(path);
	if (known?.stamp === stamp) return known.id;
	const entry = readTreeEntry(root, path, readQuickly);
	if (entry === undefined) return undefined;
	const id = base.idOf(entry.bytes);
	// A clock tick may hold two writes: only a status that has settled is remembered.
	if (Date.now() - Number(stat.ctimeMs) > settledMs) memory.seen.set(path, { stamp, id });
	return id;
}

/** Drops suspects that are byte for byte what a fresh checkout gives: `eol=crlf` and the like. */
async function withoutConverted(request: ScanRequest, suspects: readonly string[]): Promise<readonly string[]> {
	const { root, base, memory, baseSha } = request;
	const wanted = suspects.filter((path) => treeStat(root, path)?.isFile() === true && !memory.converted.has(path));
	const fresh = await readAsCheckedOut(root, baseSha, wanted);
	for (const [path, { bytes }] of fresh) memory.converted.set(path, base.idOf(bytes));
	return suspects.filter((path) => !fresh.has(path) || !isAsBase(request, path));
}

/** Files that the base does not have and nobody ignores. The index is made from the base: what was staged does not count. */
async function listUntracked({ root, baseSha, base }: ScanRequest): Promise<readonly string[]> {
	const listing = await withRepository(root, async (git) => {
		const read = await git(['read-tree'], { revisions: [baseSha] });
		return read.ok ? git(['ls-files', '-z', '--others', '--exclude-standard']) : read;
	});
	if (!listing.ok)
		throw mismatch(`Git cannot list the work tree: ${listing.message}.`, 'Check out the repository anew.');
	// Git leaves out a folder that it cannot open, and says so only in passing.
	const closed = /could not open directory '(.*)'/.exec(listing.warnings)?.[1];
	if (closed !== undefined) throw unreadable(closed);
	const paths = splitNul(listing.stdout);
	const nested = paths.find((path) => path.endsWith('/'));
	if (nested !== undefined && !base.submodules.has(nested.slice(0, -1))) throw nestedRepository(nested);
	return paths;
}

function byCodeUnit(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}

function nestedRepository(path: string): Error {
	return mismatch(
		`\`${path}\` is a git repository of its own inside the checkout, so its state cannot travel.`,
		`Remove it, or add \`/${path}\` to \`.gitignore\`.`,
	);
}

function tooMany(count: number, example: string | undefined): Error {
	return mismatch(
		`${count} paths differ from the base commit (for example \`${example ?? ''}\`); at most ${mostEntries} can travel.`,
		'Add build results and dependencies to `.gitignore`.',
	);
}

/** The mode that a difference has in a manifest; a deletion keeps the mode of what was deleted. */
export function modeOf(difference: Difference, base: BaseTree): FileMode {
	return difference.entry?.mode ?? base.files.get(difference.path)?.mode ?? '100644';
}
