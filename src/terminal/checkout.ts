import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { CountersignError, sha256 } from '../core/index.ts';
import { git, locateRepository } from '../sandbox/index.ts';

/** A person's own checkout at the start of a run. */
export interface Checkout {
	/** Its top directory, as a real path. */
	readonly root: string;
	/** The commit that is checked out. */
	readonly head: string;
	/** The branch, or `HEAD` if no branch is checked out. */
	readonly branch: string;
}

/** Finds the checkout that contains a folder. @throws CountersignError `bad-input` if there is none, or if it has no commit. */
export async function findCheckout(cwd: string): Promise<Checkout> {
	const root = topOf(realpathSync(cwd));
	if (root === undefined || locateRepository(root) === undefined)
		throw wrongPlace(
			`${cwd} is not in a git checkout.`,
			'Go to a checkout of a repository (a bare repository has no files), or create one with `git init`.',
		);
	const head = await git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], { cwd: root });
	if (!head.ok)
		throw wrongPlace(
			`The repository at ${root} has no commit.`,
			'Commit your files first, because a run works on committed files.',
		);
	const branch = await git(['symbolic-ref', '--short', '--quiet', 'HEAD'], { cwd: root });
	return {
		root,
		head: head.stdout.toString().trim(),
		branch: branch.ok ? branch.stdout.toString().trim() : 'HEAD',
	};
}

/** The number of paths with uncommitted changes. */
export async function uncommittedCount(root: string): Promise<number> {
	const status = await git(['status', '--porcelain=v1', '-z', '--no-renames', '--untracked-files=normal'], {
		cwd: root,
	});
	return status.ok
		? status.stdout
				.toString()
				.split('\0')
				.filter((line) => line !== '').length
		: 0;
}

/**
 * The folder for the runs of a repository. It is below the person's own state folder, where the agent's commands cannot see or write. All
 * linked work trees of a repository share it.
 */
export function stateFolder(root: string, stateHome: string): string {
	const place = locateRepository(root);
	const common = realpathSync(place?.commonDir ?? root);
	const name = basename(root).replace(/[^A-Za-z0-9._-]/g, '-');
	const folder = join(requireAbsolute(stateHome), 'countersign', `${name}-${sha256(common).slice(0, 10)}`);
	for (const part of ['threads', 'work']) mkdirSync(join(folder, part), { recursive: true, mode: 0o700 });
	return realpathSync(folder);
}

function topOf(folder: string): string | undefined {
	if (existsSync(join(folder, '.git'))) return folder;
	const parent = dirname(folder);
	return parent === folder ? undefined : topOf(parent);
}

function requireAbsolute(path: string): string {
	if (isAbsolute(path)) return path;
	throw wrongPlace(`XDG_STATE_HOME is \`${path}\`, which is not an absolute path.`, 'Correct it, or unset it.');
}

export function wrongPlace(message: string, fix: string): CountersignError {
	return new CountersignError({ code: 'bad-input', message, fix });
}
