import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../sandbox/index.ts';
import { type BaseTree, readBaseTree, splitNul } from './base-tree.ts';
import { findFiltered } from './checked-out.ts';
import { mismatch } from './mismatch.ts';
import { type Difference, newScanMemory, scanWorkTree } from './scan-work-tree.ts';
import { statIfThere } from './stat-if-there.ts';

/** Refuses a sparse checkout: its missing files would look deleted. */
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

/** Refuses submodules that are not as the base commit names them. */
export async function refuseDirtySubmodules(root: string, base: BaseTree): Promise<void> {
	for (const [path, commit] of base.submodules) {
		if (!(await isCleanSubmodule(join(root, path), commit))) {
			throw mismatch(
				`The submodule \`${path}\` is not as the base commit has it, so its state cannot travel.`,
				`Undo the changes in \`${path}\` (\`git submodule update --force ${path}\`).`,
			);
		}
	}
}

/** Refuses changed files that pass through a filter driver: what is on disk is not what git would store. */
export async function refuseFiltered(root: string, differences: readonly Difference[]): Promise<void> {
	const files = differences.filter((one) => one.entry !== undefined && one.entry.mode !== '120000');
	const found = await findFiltered(
		root,
		files.map((one) => one.path),
	);
	if (found === undefined) return;
	throw mismatch(
		`\`${found.path}\` goes through the git filter \`${found.filter}\`, so its content cannot travel.`,
		'Set `lfs: false` in the `actions/checkout` step, and leave such files unchanged.',
	);
}

async function isCleanSubmodule(dir: string, commit: string): Promise<boolean> {
	const stat = statIfThere(dir);
	if (stat === undefined) return true;
	// Threat: a link would show another folder, and a file or a link in its place is in no listing of git.
	if (!stat.isDirectory()) return false;
	if (readdirSync(dir).length === 0) return true;
	if (!existsSync(join(dir, '.git'))) return false;
	const head = await git(['rev-parse', '--verify', 'HEAD'], { cwd: dir });
	if (!head.ok || head.stdout.toString().trim() !== commit) return false;
	const base = await readBaseTree(dir, commit);
	const request = { root: dir, baseSha: commit, base, memory: newScanMemory(), stays: () => false };
	const { differences } = await scanWorkTree(request);
	return differences.length === 0;
}
