import { mkdirSync, readdirSync, rmdirSync, rmSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type LeftPath, leftSentences, type Manifest, type ManifestEntry, sha256 } from '../core/index.ts';
import { readAsCheckedOut } from './checked-out.ts';
import { mismatch } from './mismatch.ts';
import { openFolders } from './remove-ignored.ts';
import { type Scan, type ScanRequest, scanWorkTree } from './scan-work-tree.ts';
import { statIfThere } from './stat-if-there.ts';
import { requireTravellingPath } from './travelling-path.ts';
import { hasRealParents, readTreeEntry, type TreeEntry } from './tree-entry.ts';
import { linkAtomically, writeAtomically } from './write-file.ts';

/** What to do with changes that belong to neither the base nor the manifest. */
export type ForeignChanges = 'discard' | 'refuse';

interface Target {
	readonly path: string;
	/** Undefined if the path must not exist. */
	readonly entry: TreeEntry | undefined;
}

/**
 * Changes the work tree to exactly the state of a manifest. It verifies every content before it changes the first file. At the end, it
 * compares the result with the manifest. @throws CountersignError `checkout-mismatch`.
 */
export async function restoreWorkTree(
	request: ScanRequest & { readonly foreign: ForeignChanges },
	manifest: Manifest,
	content: (sha256: string) => Uint8Array | undefined,
): Promise<void> {
	requireBase(request.baseSha, manifest);
	const wanted = new Map(manifest.entries.map((entry) => [entry.path, targetOf(entry, content)]));
	const carried = new Map(manifest.entries.map(({ path, sha256: hash }) => [path, hash]));
	const memory = { ...request.memory, carried: new Map([...request.memory.carried, ...carried]) };
	const { differences, left } = await presentIn({ ...request, memory }, wanted);
	discardLeft(request.root, left);
	const foreign = [...differences, ...left].map((one) => one.path).filter((path) => !wanted.has(path));
	const reverted = await baseTargets(request, foreign);
	const targets = [...reverted, ...wanted.values()].filter((target) => !isThere(request.root, target));
	for (const target of targets) if (target.entry === undefined) remove(request.root, target.path);
	for (const target of targets) if (target.entry !== undefined) put(request.root, target.path, target.entry);
	request.memory.carried = carried;
	requireSame(manifest, await scanWorkTree(request));
}

/** Returns the current differences. It leaves out new files with credentials, because a restore never touches them. */
async function presentIn(
	request: ScanRequest & { readonly foreign: ForeignChanges },
	wanted: ReadonlyMap<string, Target>,
): Promise<Scan> {
	const found = await scanWorkTree(request);
	if (request.foreign === 'refuse') refuseForeign(found, wanted);
	if (!found.left.some(({ why }) => why === 'unreadable')) return unfitOf(found);
	openFolders(request.root);
	return unfitOf(await scanWorkTree(request));
}

function unfitOf({ differences, left }: Scan): Scan {
	return { differences, left: left.filter(({ why }) => why !== 'credential') };
}

function requireBase(baseSha: string, manifest: Manifest): void {
	if (manifest.baseSha !== baseSha) {
		throw mismatch(
			`The run stands on commit ${manifest.baseSha.slice(0, 12)}, this workspace on ${baseSha.slice(0, 12)}.`,
			`Check out the run's commit: \`actions/checkout\` with \`ref: ${manifest.baseSha}\`.`,
		);
	}
	const paths = new Set(manifest.entries.map((entry) => entry.path));
	if (paths.size !== manifest.entries.length) throw mismatch('The manifest names a path twice.', 'Start a new run.');
}

function targetOf(entry: ManifestEntry, content: (sha256: string) => Uint8Array | undefined): Target {
	requireTravellingPath(entry.path);
	if (entry.sha256 === null) return { path: entry.path, entry: undefined };
	const bytes = content(entry.sha256);
	if (bytes === undefined || sha256(bytes) !== entry.sha256) {
		const what = bytes === undefined ? 'is missing' : 'is not what its hash says';
		throw mismatch(`The saved content of \`${entry.path}\` ${what}.`, 'Start a new run; the saved state is damaged.');
	}
	return { path: entry.path, entry: { mode: entry.mode, bytes: Buffer.from(bytes) } };
}

/** Throws if there are changes that belong to neither the base nor the manifest, because a restore would lose them. */
function refuseForeign(found: Scan, wanted: ReadonlyMap<string, Target>): void {
	const { differences, left } = unfitOf(found);
	const changed = differences.filter(
		({ path, entry }) => entry !== undefined && !isSame(wanted.get(path)?.entry, entry),
	);
	const foreign = [...changed, ...left];
	if (foreign.length === 0) return;
	const names = foreign.slice(0, 5).map((one) => `\`${one.path}\``);
	throw mismatch(
		`The checkout has changes that are not this run's: ${names.join(', ')}${foreign.length > 5 ? ', …' : ''}.`,
		['Commit or stash them, or run in a fresh checkout.', ...leftSentences(left)].join(' '),
	);
}

/** Returns the targets that undo foreign changes: the base commit's file, or no file if the base commit has none. */
async function baseTargets(request: ScanRequest, paths: readonly string[]): Promise<readonly Target[]> {
	const tracked = paths.filter((path) => request.base.files.has(path));
	const entries = await readAsCheckedOut(request.root, request.baseSha, tracked);
	return paths.map((path) => ({ path, entry: entries.get(path) }));
}

function isThere(root: string, target: Target): boolean {
	const present = readTreeEntry(root, target.path);
	return target.entry === undefined ? present === undefined : isSame(target.entry, present);
}

function isSame(a: TreeEntry | undefined, b: TreeEntry | undefined): boolean {
	return a !== undefined && b !== undefined && a.mode === b.mode && Buffer.compare(a.bytes, b.bytes) === 0;
}

/** Removes a file or link, and the directories that become empty, as git does. */
function remove(root: string, path: string): void {
	unlinkSync(join(root, path));
	for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) {
		if (readdirSync(join(root, parent)).length > 0) return;
		rmdirSync(join(root, parent));
	}
}

function put(root: string, path: string, { mode, bytes }: TreeEntry): void {
	makeParents(root, path);
	const absolute = join(root, path);
	// A directory may be in the way, because git does not list it. An empty one is removed. If it contains ignored files, this throws an error
	// with its name.
	if (statIfThere(absolute)?.isDirectory() === true) requireEmptied(absolute, path);
	if (mode === '120000') linkAtomically(absolute, bytes.toString());
	else writeAtomically(absolute, bytes, mode === '100755' ? 0o755 : 0o644);
}

/** Creates directories one by one. Otherwise, a link in the path could lead the write outside of the tree. */
function makeParents(root: string, path: string): void {
	const parts = dirname(path).split('/');
	for (let count = 1; count <= parts.length; count += 1) {
		const dir = join(root, ...parts.slice(0, count));
		const stat = statIfThere(dir);
		if (stat?.isDirectory() === true) continue;
		if (stat !== undefined) throw inTheWay(parts.slice(0, count).join('/'), path);
		mkdirSync(dir);
	}
}

function requireEmptied(absolute: string, path: string): void {
	if (!onlyDirectories(absolute)) throw inTheWay(path, path);
	rmSync(absolute, { recursive: true });
}

function onlyDirectories(dir: string): boolean {
	return readdirSync(dir, { withFileTypes: true }).every(
		(entry) => entry.isDirectory() && onlyDirectories(join(dir, entry.name)),
	);
}

function inTheWay(found: string, path: string): Error {
	return mismatch(`\`${found}\` is in the way of \`${path}\`.`, 'Run in a fresh checkout.');
}

function requireSame(manifest: Manifest, found: Scan): void {
	const { differences, left } = unfitOf(found);
	const expected = new Map(manifest.entries.map((entry) => [entry.path, `${entry.mode} ${entry.sha256}`]));
	const wrong = differences.find(({ path, entry }) => {
		const wanted = expected.get(path);
		expected.delete(path);
		return entry === undefined ? wanted?.endsWith(' null') !== true : wanted !== `${entry.mode} ${sha256(entry.bytes)}`;
	});
	const path = wrong?.path ?? left[0]?.path ?? expected.keys().next().value;
	if (path === undefined) return;
	throw mismatch(`After restoring, \`${path}\` is not as it was saved.`, 'Run in a fresh checkout of the base commit.');
}

/**
 * Removes files that cannot be saved. The caller then restores files of the base commit. Threat: setup must run only on files of the base
 * commit, and a model could keep a file there by making it impossible to save.
 */
function discardLeft(root: string, left: readonly LeftPath[]): void {
	for (const { path } of left) {
		if (path.includes('\ufffd')) removeUnnamed(root, path);
		// Threat: with a link in the path, this would remove a file of another tree.
		else if (hasRealParents(root, path)) rmSync(join(root, path), { recursive: true, force: true });
	}
}

/** Removes a file whose name is not UTF-8. To find it, this compares the bytes of names. */
function removeUnnamed(root: string, path: string): void {
	const parts = path.split('/');
	const at = parts.findIndex((part) => part.includes('\ufffd'));
	const folder = join(root, ...parts.slice(0, at));
	if (!hasRealParents(root, parts.slice(0, at + 1).join('/'))) return;
	for (const name of readdirSync(folder, { encoding: 'buffer' })) {
		if (name.toString() !== parts[at]) continue;
		rmSync(Buffer.concat([Buffer.from(`${folder}/`), name]), { recursive: true, force: true });
	}
}
