import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LeftPath } from '../core/index.ts';
import { git } from '../sandbox/index.ts';
import { type BaseTree, readBaseTree, splitNul } from './base-tree.ts';
import { newScanMemory } from './compare-with-base.ts';
import { mismatch } from './mismatch.ts';
import { scanWorkTree } from './scan-work-tree.ts';
import { statIfThere } from './stat-if-there.ts';

/** Refuses a sparse checkout, because its missing files would look deleted. */
export async function refuseSparse(root: string): Promise<void> {
	const listing = await git(['ls-files', '-z', '-t'], { cwd: root });
	if (!listing.ok) throw mismatch(`Git cannot read the index: ${listing.message}.`, 'Check out the repository anew.');
	const skipped = splitNul(listing.stdout).find((line) => line.startsWith('S '));
	if (skipped === undefined) return;
	throw mismatch(
		`The checkout is sparse: \`${skipped.slice(2)}\` and others are left out.`,
		'Remove `sparse-checkout` from the `actions/checkout` step.',
	);
}

/** Returns the submodules that differ from the base commit. */
export async function dirtySubmodules(root: string, base: BaseTree): Promise<readonly LeftPath[]> {
	const left: LeftPath[] = [];
	for (const [path, commit] of base.submodules)
		if (!(await isCleanSubmodule(join(root, path), commit))) left.push({ path, why: 'submodule' });
	return left;
}

/** Throws if submodules differ from the base commit, because they cannot be restored. */
export async function refuseDirtySubmodules(root: string, base: BaseTree): Promise<void> {
	const [dirty] = await dirtySubmodules(root, base);
	if (dirty === undefined) return;
	throw mismatch(
		`The submodule \`${dirty.path}\` is not as the base commit has it, so its state cannot travel.`,
		`Undo the changes in \`${dirty.path}\` (\`git submodule update --force ${dirty.path}\`).`,
	);
}

async function isCleanSubmodule(dir: string, commit: string): Promise<boolean> {
	const stat = statIfThere(dir);
	if (stat === undefined) return true;
	// Git does not list a file or link that replaced the folder. Threat: a link would show another folder's content.
	if (!stat.isDirectory()) return false;
	if (readdirSync(dir).length === 0) return true;
	if (!existsSync(join(dir, '.git'))) return false;
	const head = await git(['rev-parse', '--verify', 'HEAD'], { cwd: dir });
	if (!head.ok || head.stdout.toString().trim() !== commit) return false;
	const base = await readBaseTree(dir, commit);
	const request = { root: dir, baseSha: commit, base, memory: newScanMemory(), stays: () => false };
	const { differences, left } = await scanWorkTree(request);
	return differences.length === 0 && left.length === 0;
}
