import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runChild } from '../child.ts';
import type { Mount } from '../mount.ts';
import { holds, isTooWide, systemPath } from '../system-mounts.ts';
import { cachePlaces } from './cache-places.ts';
import { sandboxHome } from './package-variables.ts';

/** The package caches of one process of a run. They begin with what the job's own caches hold, and never travel back there. */
export interface Caches {
	/** Where they lie outside. */
	readonly folder: string;
	/** Settled once what they begin with is there. Trouble of the disk does not reject it: a package manager downloads what is missing. */
	readonly ready: Promise<void>;
	/** Removes them. */
	close(): Promise<void>;
}

/** What caches are made for. */
export interface CachePlaces {
	/** The folder in which they are made. */
	readonly under: string;
	readonly workspace: string;
	/** The home of the job's user. */
	readonly home: string;
}

/**
 * Makes caches that nobody used before. Threat: what a command left in a cache would be run by a later process's `setup` or by a signed
 * call, which reach the network; so no process finds the caches of another one.
 */
export function openCaches({ under, workspace, home }: CachePlaces): Caches {
	mkdirSync(under, { recursive: true, mode: 0o700 });
	const folder = mkdtempSync(join(under, 'caches-'));
	for (const { place } of cachePlaces) mkdirSync(join(folder, place), { recursive: true });
	let isOver = false;
	const ready = begin(folder, { under, workspace, home }, () => isOver).catch(beginEmpty);
	const close = async (): Promise<void> => {
		// A run that needed no command does not wait for what it did not use.
		isOver = true;
		await ready;
		await removeTree(folder);
	};
	return { folder, ready, close };
}

/** A cache that cannot be copied begins empty, which costs a download and nothing else. */
function beginEmpty(error: unknown): void {
	if (!(error instanceof Error && 'code' in error)) throw error;
}

/** Where the caches of a run lie inside a sandbox. */
export const cacheRoot = '/var/cache/agent';

/** Where a home leads to them. */
export const cacheLinks: readonly string[] = cachePlaces.map(({ place }) => join(sandboxHome, place));

/**
 * Shows caches to a command: one mount, and links of the home that lead into it, since each mount costs every command. No link is where
 * something else is `shown`: the job's own home may have the same name.
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

/** What all caches may begin with together, and what must be left on the disk besides. */
const mostBytes = 4 * 2 ** 30;
const leastLeft = 2 * 2 ** 30;

/** Copies the job's caches that the checkout's files ask for. A copy, since the older sandboxes know no overlay. */
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
 * The real folder of a cache. Threat: it may be a link to a home, or to a folder that holds what an earlier process's commands left: the checkout, or
 * the files of the job.
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

/** `rm` manages paths that are longer than the system allows. A command may have closed folders, and Go closes its own. */
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
