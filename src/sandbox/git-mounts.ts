import { accessSync, constants, type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CountersignError } from '../core/index.ts';
import { locateRepository } from './locate-repository.ts';
import { minimalConfig } from './minimal-config.ts';
import type { Mount } from './mount.ts';
import { copyOrMount } from './system-mounts.ts';

/**
 * The parts of a git directory that a command may see. They are enough for status, diff, log and blame. The config, hooks, logs and
 * credentials are not among them.
 */
const visible = [
	'HEAD',
	'ORIG_HEAD',
	'MERGE_HEAD',
	'CHERRY_PICK_HEAD',
	'REVERT_HEAD',
	'commondir',
	'gitdir',
	'index',
	'info',
	'objects',
	'packed-refs',
	'refs',
	'reftable',
	'shallow',
];
const pointers = ['HEAD', 'commondir', 'gitdir', 'index', 'ORIG_HEAD'];
/** Space for the copies of a git directory's small files. */
const shellBytes = 4_194_304;
const mostNested = 256;

/**
 * Returns mounts that show every git directory of a workspace read-only and without its configuration. So commands see no persisted token
 * and cannot add a hook.
 */
export function gitMounts(workspace: string): readonly Mount[] {
	const place = locateRepository(workspace);
	const own: Mount[] = place === undefined ? [] : [...directoryMounts(place.commonDir, visible)];
	if (place !== undefined && place.gitDir !== place.commonDir) {
		own.splice(own.length - 1, 0, ...directoryMounts(place.gitDir, pointers));
	}
	const dotGit = join(workspace, '.git');
	const pointer = lstatSync(dotGit, { throwIfNoEntry: false });
	if (pointer?.isFile() === true) own.push({ kind: 'read-only', source: dotGit, target: dotGit });
	if (pointer?.isSymbolicLink() === true) refuseLink();
	const { nested, closed, sockets } = searchBelow(workspace);
	// A process outside the sandbox may listen at a socket or pipe in the workspace. A network namespace does not stop a command from opening
	// it by its path, so it is covered.
	const mute = sockets.map((path): Mount => ({ kind: 'read-only', source: '/dev/null', target: path }));
	// This process cannot search the closed directories, so commands must not see them. Threat: a command runs as the owner of these
	// directories, and could make them readable again.
	const masks = closed.flatMap((dir): Mount[] => [
		{ kind: 'scratch', target: dir, bytes: shellBytes },
		{ kind: 'seal', target: dir },
	]);
	return [...own, ...nested.flatMap(nestedMounts), ...mute, ...masks];
}

function directoryMounts(gitDir: string, names: readonly string[]): readonly Mount[] {
	return [
		{ kind: 'scratch', target: gitDir, bytes: shellBytes },
		...names
			.map((name) => join(gitDir, name))
			.filter(isPlain)
			.map(copyOrMount),
		{ kind: 'text', target: join(gitDir, 'config'), text: minimalConfig(gitDir) },
		...moduleDirectories(join(gitDir, 'modules')).flatMap((dir) => directoryMounts(dir, visible)),
		{ kind: 'seal', target: gitDir },
	];
}

/**
 * Returns whether a path is a real file or directory. Threat: a link in a nested git directory could show files outside of the workspace.
 */
function isPlain(path: string): boolean {
	const stat = lstatSync(path, { throwIfNoEntry: false });
	return stat?.isFile() === true || stat?.isDirectory() === true;
}

/** Returns the git directories of submodules, because their configuration contains the same persisted token. */
function moduleDirectories(modules: string): readonly string[] {
	return entriesOf(modules)
		.filter((entry) => entry.isDirectory())
		.map((entry) => join(modules, entry.name))
		.flatMap((dir) => (isPlain(join(dir, 'HEAD')) ? [dir] : moduleDirectories(dir)));
}

function nestedMounts(path: string): readonly Mount[] {
	return lstatSync(path).isDirectory()
		? directoryMounts(path, visible)
		: [{ kind: 'read-only', source: path, target: path }];
}

interface Below {
	/** Every `.git` except the workspace's own. */
	readonly nested: readonly string[];
	/** Directories that cannot be searched. */
	readonly closed: readonly string[];
	/** Sockets and named pipes. */
	readonly sockets: readonly string[];
}

function searchBelow(workspace: string): Below {
	const nested: string[] = [];
	const closed: string[] = [];
	const sockets: string[] = [];
	const left = [workspace];
	for (let dir = left.pop(); dir !== undefined; dir = left.pop()) {
		const entries = isOpen(dir) ? entriesOf(dir) : undefined;
		if (entries === undefined) closed.push(dir);
		for (const entry of entries ?? []) {
			const path = join(dir, entry.name);
			if (entry.name !== '.git') {
				if (entry.isDirectory()) left.push(path);
				else if (entry.isSocket() || entry.isFIFO()) sockets.push(path);
			} else if (dir !== workspace && (entry.isDirectory() || entry.isFile())) nested.push(path);
		}
	}
	const count = nested.length + closed.length + sockets.length;
	if (count > mostNested) refuseNested(count);
	return { nested: nested.sort(), closed: closed.sort(), sockets };
}

function isOpen(dir: string): boolean {
	try {
		accessSync(dir, constants.R_OK | constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

function entriesOf(dir: string): readonly Dirent[] {
	return lstatSync(dir, { throwIfNoEntry: false })?.isDirectory() === true
		? readdirSync(dir, { withFileTypes: true })
		: [];
}

function refuseNested(count: number): never {
	throw new CountersignError({
		code: 'sandbox-unavailable',
		message: `The workspace holds ${count} nested git repositories, closed directories, sockets and named pipes; at most ${mostNested} can be protected.`,
		fix: 'Remove them from the checkout.',
	});
}

function refuseLink(): never {
	throw new CountersignError({
		code: 'sandbox-unavailable',
		message: 'The `.git` of the workspace is a symbolic link, so its configuration cannot be kept from the commands.',
		fix: 'Use an ordinary checkout, or a linked work tree made by `git worktree add`.',
	});
}
