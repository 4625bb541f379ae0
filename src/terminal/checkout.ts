import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { CountersignError, sha256 } from '../core/index.ts';
import { git, locateRepository } from '../sandbox/index.ts';

/** A person's own checkout, as a run finds it. */
export interface Checkout {
	/** Its top directory, real. */
	readonly root: string;
	/** The commit that it stands on. */
	readonly head: string;
	/** The branch; `HEAD` where it stands on none. */
	readonly branch: string;
}

/** Finds the checkout that a folder lies in. @throws CountersignError `bad-input` where there is none, or no commit in it. */
export async function findCheckout(cwd: string): Promise<Checkout> {
	const root = topOf(realpathSync(cwd));
	if (root === undefined || locateRepository(root) === undefined)
		throw wrongPlace(
			`${cwd} lies in no git checkout.`,
			'Go into a checkout of a repository (a bare one has no files), or make one with `git init`.',
		);
	const head = await git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], { cwd: root });
	if (!head.ok)
		throw wrongPlace(
			`The repository at ${root} has no commit yet.`,
			'Commit something first: a run works on what a commit holds.',
		);
	const branch = await git(['symbolic-ref', '--short', '--quiet', 'HEAD'], { cwd: root });
	return {
		root,
		head: head.stdout.toString().trim(),
		branch: branch.ok ? branch.stdout.toString().trim() : 'HEAD',
	};
}

/** How many paths have changes that no commit holds. */
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
 * Where the runs of a repository are kept: below the person's own state folder, where no command of the agent can see or write. All linked
 * work trees of a repository share one.
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
	throw wrongPlace(`XDG_STATE_HOME is \`${path}\`, which is no absolute path.`, 'Correct it, or unset it.');
}

export function wrongPlace(message: string, fix: string): CountersignError {
	return new CountersignError({ code: 'bad-input', message, fix });
}
