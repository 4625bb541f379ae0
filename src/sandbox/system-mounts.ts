import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { CountersignError, noToolchain, type Toolchain } from '../core/index.ts';
import type { Mount } from './mount.ts';
import { homeFiles, sandboxHome } from './toolchain/package-variables.ts';

/** The search path for programs, inside the sandbox and for our own child processes. */
export const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Folders where administrators install programs. Every command can read them. */
const installed = ['/usr', '/opt', '/var/lib/gems'];
const roots = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];

/**
 * Names of files in /etc that ordinary programs read and that contain no secrets. Each file makes every command a little slower.
 * `ssl/private`, `gitconfig`, `environment` and `npmrc` are left out, because they may contain secrets.
 */
const etcNames = [
	'alternatives',
	'debian_version',
	'fonts',
	'host.conf',
	'hosts',
	'ld.so.cache',
	'ld.so.conf',
	'ld.so.conf.d',
	'localtime',
	'mime.types',
	'nsswitch.conf',
	'os-release',
	'pki/tls/certs',
	'protocols',
	'services',
	'ssl/certs',
	'ssl/openssl.cnf',
	'timezone',
];
/** Settings in /etc that are installed with programs and that these programs need to start. None contains a password. */
const etcOfPrograms: readonly (readonly [folder: string, names: RegExp, below: readonly string[]])[] = [
	['', /^java-\d+-openjdk$/, ['']],
	['', /^maven$/, ['m2.conf', 'logging']],
	['php', /^\d\.\d$/, ['cli/conf.d', 'mods-available']],
];

const passwd = [
	'root:x:0:0:root:/root:/usr/sbin/nologin',
	`agent:x:1000:1000:agent:${sandboxHome}:/bin/sh`,
	'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin',
	'',
].join('\n');
const group = 'root:x:0:\nagent:x:1000:\nnogroup:x:65534:\n';

/**
 * Returns the parts of the machine that every sandbox sees read-only, and its private scratch space. The `hidden` directories look empty.
 * The caller must make them read-only after it has mounted everything below them.
 */
export function systemMounts(toolchain: Toolchain, scratchBytes: number, hidden: readonly string[]): readonly Mount[] {
	// If a program was removed after the search, commands must still run.
	const programs = toolchain.mounts.filter(existsSync);
	return [
		...installed.filter(existsSync).map(readOnly),
		...hidden.map((target): Mount => ({ kind: 'scratch', target, bytes: 65_536 })),
		...roots.flatMap(rootDirectory),
		{ kind: 'directory', target: '/etc' },
		...etcMounts(),
		{ kind: 'proc', target: '/proc' },
		// Threat: if this process is root, a command could write the kernel's settings. One of them, core_pattern, names a program that the
		// kernel starts.
		{ kind: 'seal', target: '/proc' },
		{ kind: 'dev', target: '/dev' },
		...['/dev/shm', '/tmp', sandboxHome].map((target): Mount => ({ kind: 'scratch', target, bytes: scratchBytes })),
		...homeFiles.map(({ path, text }): Mount => ({ kind: 'text', target: path, text })),
		{ kind: 'link', target: '/var/tmp', text: '../tmp' },
		{ kind: 'directory', target: '/run' },
		...programs.map((place) => readOnly(visiblePlace(place))),
		...coveredIn(programs, toolchain.hidden).map((target): Mount => ({ kind: 'empty', target })),
		{ kind: 'seal', target: '/dev' },
	];
}

/**
 * Returns the files near programs that must look empty: the files that were found earlier and still exist, global npmrc files, and sockets
 * at any depth that are listening now.
 */
function coveredIn(programs: readonly string[], found: readonly string[]): readonly string[] {
	const sockets = listeningSockets();
	const below = [...installed.filter(existsSync), ...programs].flatMap((place) => {
		const real = realpathSync(place);
		return sockets.filter((path) => holds(real, path)).map((path) => join(place, relative(real, path)));
	});
	const settings = [...programs, ...nodePrefixes()].map((prefix) => join(prefix, 'etc/npmrc')).filter(isPlainFile);
	return [...new Set([...found.filter(existsSync), ...below, ...settings])];
}

const toolCache = '/opt/hostedtoolcache/node';

/** Returns the folders where Node may be installed. `npm config set --global` can write tokens there. */
function nodePrefixes(): readonly string[] {
	const versions = existsSync(toolCache) ? readdirSync(toolCache).map((name) => join(toolCache, name)) : [];
	return ['/usr', '/usr/local', ...versions.flatMap((dir) => ['x64', 'arm64'].map((name) => join(dir, name)))];
}

function isPlainFile(path: string): boolean {
	return existsSync(path) && lstatSync(path).isFile();
}

/** Returns the folders with a GitHub runner that an administrator installed. The registration of a runner is a credential. */
export function runnerHomes(places: readonly string[] = ['/opt', '/usr/local']): readonly string[] {
	const marks = ['.runner', '.credentials', '.credentials_rsaparams'];
	return places
		.filter(existsSync)
		.flatMap((place) => readdirSync(place).map((name) => join(place, name)))
		.filter((dir) => marks.some((mark) => existsSync(join(dir, mark))));
}

/** Returns whether every sandbox shows this file of the machine. */
export function isShown(path: string): boolean {
	const file = existsSync(path) ? realpathSync(path) : path;
	knownShown ??= [...installed, ...roots].filter(existsSync).map((dir) => realpathSync(dir));
	return knownShown.some((dir) => holds(dir, file));
}

/** Cached, because these folders do not move while a job runs. */
let knownShown: readonly string[] | undefined;

/** Returns the PATH inside a sandbox. The job's own folders come first, in order. */
export function sandboxPath({ path }: Toolchain): string {
	return [...new Set([...path, ...systemPath.split(':')])].join(':');
}

/** Returns the absolute path of a program, as a sandbox would find it. */
export function findProgram(name: string, toolchain: Toolchain = noToolchain): string | undefined {
	return sandboxPath(toolchain)
		.split(':')
		.map((dir) => join(dir, name))
		.find((file) => existsSync(file) && statSync(file).isFile());
}

/**
 * The largest file to copy instead of mounting it, in bytes. Each mount makes every command slower by part of a millisecond. A small copy
 * costs almost nothing.
 */
const mostCopied = 262_144;

/** Returns a copy for a small file, and a mount for any other. The path must be below a sealed folder. */
export function copyOrMount(path: string): Mount {
	const stat = statSync(path);
	return stat.isFile() && stat.size <= mostCopied ? { kind: 'copy', source: path, target: path } : readOnly(path);
}

function readOnly(path: string): Mount {
	return { kind: 'read-only', source: path, target: path };
}

function rootDirectory(path: string): readonly Mount[] {
	const stat = lstatSync(path, { throwIfNoEntry: false });
	if (stat === undefined) return [];
	return stat.isSymbolicLink() ? [{ kind: 'link', target: path, text: readlinkSync(path) }] : [readOnly(path)];
}

/** Cached, because the shown part of /etc does not change while a job runs. */
let knownEtc: readonly Mount[] | undefined;

function etcMounts(): readonly Mount[] {
	knownEtc ??= findEtc();
	return knownEtc;
}

function findEtc(): readonly Mount[] {
	const present = [...etcNames, ...programSettings()].map((name) => `/etc/${name}`).filter(existsSync);
	return [
		...present.map(copyOrMount),
		{ kind: 'text', target: '/etc/passwd', text: passwd },
		{ kind: 'text', target: '/etc/group', text: group },
	];
}

function programSettings(): readonly string[] {
	return etcOfPrograms.flatMap(([folder, names, below]) => {
		const found = existsSync(join('/etc', folder)) ? readdirSync(join('/etc', folder)) : [];
		return found.filter((name) => names.test(name)).flatMap((name) => below.map((path) => join(folder, name, path)));
	});
}

/** Returns the place, or throws if it contains a home directory, because every command would see the credentials there. */
function visiblePlace(place: string): string {
	if (!isTooWide(realpathSync(place))) return place;
	throw new CountersignError({
		code: 'bad-config',
		message: `The toolchain \`${place}\` would show a home or system directory to every command.`,
		fix: "Name the toolchain's own directory, for example the one that `npm prefix -g` prints.",
	});
}

/** Returns whether a directory is, or contains, a home or the system's state. */
export function isTooWide(dir: string): boolean {
	const precious = ['/home/x', '/root', '/etc/x', '/var/x', '/run/x', '/proc/x', '/sys/x', '/usr/x', ...ownHomes()];
	return precious.some((path) => holds(dir, path));
}

/**
 * Returns the homes of this user, from the environment and from passwd. In a container these may differ, or the account may be missing from
 * passwd.
 */
function ownHomes(): readonly string[] {
	try {
		return [homedir(), userInfo().homedir];
	} catch {
		return [homedir()];
	}
}

/** Returns whether `path` is `dir` or is below it. Both must be absolute. */
export function holds(dir: string, path: string): boolean {
	const way = relative(dir, path);
	return way !== '..' && !way.startsWith('../');
}

const socketList = '/proc/net/unix';

/**
 * Returns the real paths of sockets that processes have open now, from the kernel's list. The result has no sockets of another network
 * namespace, and none with a relative path.
 */
function listeningSockets(): readonly string[] {
	const text = existsSync(socketList) ? readFileSync(socketList, 'utf8') : '';
	const named = new Set([...text.matchAll(/^(?:\S+\s+){7}(\/.*)$/gm)].map(([, path = '']) => path));
	return [...named].flatMap(socketAt);
}

/**
 * Returns the socket at a path. Empty if it is gone. If this process cannot access the socket, a command cannot either, because it runs as
 * the same user.
 */
function socketAt(path: string): readonly string[] {
	try {
		return lstatSync(path).isSocket() ? [join(realpathSync(dirname(path)), basename(path))] : [];
	} catch (error) {
		if (error instanceof Error && 'code' in error) return [];
		throw error;
	}
}
