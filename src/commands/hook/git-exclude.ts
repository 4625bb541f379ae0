import { dirname, relative } from 'node:path';
import { type Git, locateRepository, ownGit } from '../../sandbox/index.ts';
import { readOwnFile, type WantedFile } from './hook-files.ts';

/** What git knows about the files of a folder. */
export interface GitKnowledge {
	/** The repository's own folder, which all its work trees share. */
	readonly commonDir: string;
	/** Converts a path in the folder to git's name for it, which begins at the top of the work tree. */
	readonly nameOf: (path: string) => string;
	readonly isTracked: (path: string) => Promise<boolean>;
	readonly isIgnored: (path: string) => Promise<boolean>;
}

/** Asks the repository that a folder belongs to. Returns undefined if there is none. */
export function gitKnowledge(root: string): GitKnowledge | undefined {
	const top = topOf(root);
	const git = top === undefined ? undefined : ownGit(top);
	const place = top === undefined ? undefined : locateRepository(top);
	if (top === undefined || git === undefined || place === undefined) return undefined;
	const nameOf = (path: string) => [relative(top, root), path].filter((part) => part !== '').join('/');
	return {
		commonDir: place.commonDir,
		nameOf,
		isTracked: async (path) => (await git(['ls-files', '--error-unmatch'], { paths: [nameOf(path)] })).ok,
		isIgnored: (path) => isIgnored(git, nameOf(path)),
	};
}

/** `check-ignore` refuses literal pathspecs, but takes paths from standard input literally. */
async function isIgnored(git: Git, name: string): Promise<boolean> {
	const args = ['--no-literal-pathspecs', 'check-ignore', '-z', '--stdin'];
	return (await git(args, { input: `${name}\0` })).ok;
}

function topOf(folder: string): string | undefined {
	if (locateRepository(folder) !== undefined) return folder;
	const parent = dirname(folder);
	return parent === folder ? undefined : topOf(parent);
}

const path = 'info/exclude';

/**
 * Returns the list of files that git ignores only in this clone, with these files added. The caller must check first whether git already
 * ignores them.
 */
export function withExcluded({ commonDir }: GitKnowledge, names: readonly string[]): WantedFile {
	const text = readOwnFile(commonDir, path) ?? '';
	const added = names.filter((name) => !text.includes(blockFor(name)));
	return { ...excludeFile(commonDir), text: added.reduce(appended, text) };
}

/** Returns the list of files that git ignores only in this clone, without our lines for these files. */
export function withoutExcluded({ commonDir }: GitKnowledge, names: readonly string[]): WantedFile | undefined {
	const text = readOwnFile(commonDir, path);
	if (text === undefined) return undefined;
	return { ...excludeFile(commonDir), text: names.reduce(removed, text) };
}

function excludeFile(commonDir: string): Pick<WantedFile, 'path' | 'base'> {
	return { path, base: { folder: commonDir, name: '.git' } };
}

function blockFor(name: string): string {
	return `# The hook of Countersign, which is only for you:\n/${name.replaceAll(/[*?[\\ !#]/g, '\\$&')}`;
}

/**
 * Appends our lines for a file. If the last line had no line end, the new text ends without one, too. So the list can be restored
 * exactly.
 */
function appended(text: string, name: string): string {
	return text === '' || text.endsWith('\n') ? `${text}${blockFor(name)}\n` : `${text}\n${blockFor(name)}`;
}

function removed(text: string, name: string): string {
	const block = blockFor(name);
	return text.includes(`${block}\n`) ? text.replace(`${block}\n`, () => '') : text.replace(`\n${block}`, () => '');
}
