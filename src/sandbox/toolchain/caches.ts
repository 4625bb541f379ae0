import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runChild } from '../child.ts';
import type { Mount } from '../mount.ts';
import { holds, isTooWide, systemPath } from '../system-mounts.ts';
import { cachePlaces } from './cache-places.ts';
import { sandboxHome } from './package-variables.ts';

/** The package caches of one process of a run. They begin as a copy of the job's own caches. Nothing is copied back. */
export interface Caches {
	/** The folder of the caches outside the sandbox. */
	readonly folder: string;
	/**
	 * Resolves when the initial content is copied. After a disk error it also resolves, because a package manager downloads missing packages.
	 */
	readonly ready: Promise<void>;
	/** Removes the caches. */
	close(): Promise<void>;
}

/** The folders that {@link openCaches} needs. */
export interface CachePlaces {
	/** The folder in which the caches are created. */
	readonly under: string;
	readonly workspace: string;
	/** The home of the job's user. */
	readonly home: string;
}

/**
 * Creates new caches. Threat: a command could leave a program in a cache, and a later process's `setup` or approved call would run it with
 * network access. So a process never sees the caches of another process.
 */
export function openCaches({ under, workspace, home }: CachePlaces): Caches {
	mkdirSync(under, { recursive: true, mode: 0o700 });
	const folder = mkdtempSync(join(under, 'caches-'));
	for (const { place } of cachePlaces) mkdirSync(join(folder, place), { recursive: true });
	let isOver = false;
	const ready = begin(folder, { under, workspace, home }, () => isOver).catch(beginEmpty);
	const close = async (): Promise<void> => {
		// This stops the copy, so a run without commands does not wait for unused caches.
		isOver = true;
		await ready;
		await removeTree(folder);
	};
	return { folder, ready, close };
}

/** Ignores a disk error, and throws any other error. A cache that cannot be copied begins empty, which only costs a download. */
function beginEmpty(error: unknown): void {
	if (!(error instanceof Error && 'code' in error)) throw error;
}

/** The folder of the caches inside a sandbox. */
export const cacheRoot = '/var/cache/agent';

/** The links in the home that lead to the caches. */
export const cacheLinks: readonly string[] = cachePlaces.map(({ place }) => join(sandboxHome, place));

/**
 * Returns the mounts of the caches for a command: only one mount, because each mount makes every command slower, and links to it in the
 * home. It leaves out a link if `shown` has something else at this path, because the job's own home may have the same name.
 */
export function cacheMounts(folder: string | undefined, shown: readonly string[]): readonly Mount[] {
	if (folder === undefined) return [];
	const free = cachePlaces.filter(({ place }) => {
		const target = join(sandboxHome, place);
		return !shown.some((other) => holds(target, other) || holds(other, target));
	});
	const links = free.map(
		({ place }): Mount => ({ kind: 'link', target: join(sandboxHome, place), text: join(cacheRoot, place) }),
	);
	return [{ kind: 'read-write', source: folder, target: cacheRoot }, ...links];
}

/** The most bytes to copy into all caches together, and the bytes that must stay free on the disk. */
const mostBytes = 4 * 2 ** 30;
const leastLeft = 2 * 2 ** 30;

/**
 * Copies those caches of the job that the checkout's files need. An overlay would be faster, but older versions of bubblewrap do not
 * support it.
 */
async function begin(folder: string, places: CachePlaces, isOver: () => boolean): Promise<void> {
	const names = readdirSync(places.workspace);
	let room = mostBytes;
	for (const { from, marks } of cachePlaces.flatMap(({ begins = [] }) => begins)) {
		const isWanted = !isOver() && names.some((name) => marks.test(name));
		const source = isWanted ? sourceAt(join(places.home, from), places) : undefined;
		if (source === undefined) continue;
		const bytes = await sizeOf(source, isOver);
		const { bavail, bsize } = statfsSync(folder);
		if (bytes === undefined || bytes > room || bytes > bavail * bsize - leastLeft) continue;
		room -= bytes;
		mkdirSync(dirname(join(folder, from)), { recursive: true });
		await child('cp', ['-a', '--reflink=auto', '-T', '--', source, join(folder, from)], isOver);
	}
}

/**
 * Returns the real folder of a cache of the job, or undefined if it is not safe. Threat: it may be a link to a home, to the checkout or to
 * the files of the job, where an earlier process's commands could have left files.
 */
function sourceAt(path: string, { under, workspace, home }: CachePlaces): string | undefined {
	if (!existsSync(path) || !statSync(path).isDirectory()) return undefined;
	const source = realpathSync(path);
	const apart = [under, workspace].map((folder) => realpathSync(folder));
	const isApart = apart.some((own) => holds(own, source) || holds(source, own));
	return isApart || isTooWide(source) || holds(source, realpathSync(home)) ? undefined : source;
}

async function sizeOf(folder: string, isOver: () => boolean): Promise<number | undefined> {
	const { exitCode, said } = await child('du', ['-sk', '--', folder], isOver);
	const [, kilobytes] = /^(\d+)\s/.exec(said) ?? [];
	return exitCode === 0 && kilobytes !== undefined ? Number(kilobytes) * 1024 : undefined;
}

/**
 * Removes a tree with `rm`, which can handle paths that are longer than the system's limit. A command may have removed permissions of
 * folders, and Go removes them for its cache.
 */
async function removeTree(folder: string): Promise<void> {
	const { exitCode } = await child('rm', ['-rf', '--', folder]);
	if (exitCode === 0) return;
	await child('chmod', ['-R', 'u+rwX', '--', folder]);
	await child('rm', ['-rf', '--', folder]);
}

const wallMs = 300_000;

async function child(
	program: string,
	args: readonly string[],
	isOver: () => boolean = () => false,
): Promise<{ exitCode: number | null; said: string }> {
	let said = '';
	const { exitCode } = await runChild({
		...{ program, args, env: { PATH: systemPath, LC_ALL: 'C' }, cwd: '/', wallMs },
		watch: () => (isOver() ? 'over' : undefined),
		onStdout: (chunk) => {
			said = (said + chunk.toString()).slice(-1_000);
		},
		onStderr: () => undefined,
	});
	return { exitCode, said };
}
