import { createHash } from 'node:crypto';
import { type Dirent, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The state of each path: kind, mode, owner, links, size, time of the last change, content. */
export type Canaries = ReadonlyMap<string, string>;

/** Files of this machine that a hostile command may try to change. Nothing else changes them during a test. */
const ofMachine = [
	...['/etc/passwd', '/etc/group', '/etc/shadow', '/etc/sudoers', '/etc/hosts', '/etc/crontab', '/etc/profile'],
	...['/etc/ld.so.preload', '/etc/environment', '/etc/bash.bashrc', '/etc/gitconfig', '/etc/cron.d', '/etc/sudoers.d'],
	...['/var/spool/cron', '/bin/bash', '/usr/bin/git', '/usr/local/bin/node'],
	...['.bashrc', '.profile', '.gitconfig', '.npmrc', '.ssh', '.ssh/authorized_keys'].map((name) =>
		join(homedir(), name),
	),
];
const devices = ['full', 'null', 'random', 'tty', 'urandom', 'zero'].map((name) => `/dev/${name}`);
const ofKernel = ['core_pattern', 'hostname', 'domainname', 'sysrq', 'panic', 'modprobe', 'randomize_va_space'];

/** Records what must not change: everything below these folders, and some files of the machine. */
export function watchCanaries(folders: readonly string[]): Canaries {
	const found = new Map<string, string>();
	for (const folder of folders) addBelow(folder, found);
	for (const path of ofMachine) found.set(path, describe(path));
	for (const name of ofKernel) found.set(`/proc/sys/kernel/${name}`, readIfThere(`/proc/sys/kernel/${name}`));
	for (const path of devices) found.set(path, (lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0).toString(8));
	// Compares the wall clock with a clock that cannot be set, in steps of ten seconds.
	found.set('clock', String(Math.round((Date.now() - performance.timeOrigin - performance.now()) / 10_000)));
	return found;
}

/** Returns the paths that have changed. */
export function changedCanaries(before: Canaries, after: Canaries): readonly string[] {
	const paths = new Set([...before.keys(), ...after.keys()]);
	return [...paths].flatMap((path) => {
		const [then, now] = [before.get(path), after.get(path)];
		return then === now ? [] : [`${path}: ${then ?? 'not there'} → ${now ?? 'not there'}`];
	});
}

function addBelow(folder: string, found: Map<string, string>): void {
	found.set(folder, describe(folder));
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) addBelow(path, found);
		else found.set(path, describe(path));
	}
}

function describe(path: string): string {
	const stat = lstatSync(path, { throwIfNoEntry: false, bigint: true });
	if (stat === undefined) return 'not there';
	const status = [stat.mode.toString(8), stat.uid, stat.nlink, stat.ino, stat.size, stat.mtimeNs];
	return [...status, contentOf(path)].join(' ');
}

function contentOf(path: string): string {
	const stat = lstatSync(path);
	if (stat.isSymbolicLink()) return readlinkSync(path);
	return stat.isFile() ? createHash('sha256').update(readIfThere(path)).digest('hex') : '';
}

/** Returns `unreadable` for a file that the user may not read. */
function readIfThere(path: string): string {
	try {
		return readFileSync(path, 'latin1');
	} catch {
		return 'unreadable';
	}
}

/** Returns a hash of `.git`: every path with its kind, mode and content. It ignores times, because reading changes some. */
export function fingerprintOf(folder: string): string {
	const hash = createHash('sha256');
	const add = (path: string, entries: readonly Dirent[]): void => {
		for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
			const below = join(path, entry.name);
			hash.update(`${below.slice(folder.length)}\0${lstatSync(below).mode}\0${contentOf(below)}\0`);
			if (entry.isDirectory()) add(below, readdirSync(below, { withFileTypes: true }));
		}
	};
	if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return 'not there';
	add(folder, readdirSync(folder, { withFileTypes: true }));
	return hash.digest('hex');
}
