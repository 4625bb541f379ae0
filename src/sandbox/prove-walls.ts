import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	asCountersignError,
	noToolchain,
	type StandingReach,
	scratchFolders,
	type Toolchain,
	type WallsProof,
	wallNames,
} from '../core/index.ts';
import { programVersion } from './program-version.ts';
import { type SandboxResult, trySandboxed } from './run-sandboxed.ts';
import { cacheLinks, cacheRoot } from './toolchain/caches.ts';
import { readSightings, whyOpen } from './walls-seen.ts';

/** The settings of the sandbox in which a run's commands would run. */
export interface ProvenSandbox {
	readonly workspace: string;
	readonly toolchain?: Toolchain;
	readonly caches?: string;
	readonly hidden?: readonly string[];
	readonly sealed?: readonly string[];
	/** The hosts and services that every command may reach. The proof reports them, but does not try them. */
	readonly standing?: StandingReach;
}

/**
 * Tries to break every protection of the sandbox from inside. It tries to reach a server of ours and to read a file of the machine. It also
 * tries to write into `.git` and to outlive the call. It compares the results with the facts outside of the sandbox, and leaves nothing
 * behind.
 */
export async function proveWalls({ standing, ...sandbox }: ProvenSandbox): Promise<WallsProof> {
	const outside = await setTraps();
	try {
		const version = programVersion('bwrap');
		const tried = await trySandboxed({
			...sandbox,
			script: attempts(outside),
			apart: true,
			limits: { wallSeconds: 20 },
		});
		if ('refusal' in tried) return { kind: 'unproven', why: tried.refusal.why };
		const why = await openWall(tried, outside, sandbox);
		if (why !== undefined) return { kind: 'unproven', why };
		const proof = `each of its ${wallNames.length} walls was tried at the start of this job`;
		const name = `bubblewrap ${(await version) ?? ''}`.trim();
		const walls = { sandbox: name, proof, closed: wallNames, scratch: scratchFolders, ...openedIn(standing) };
		return { kind: 'proven', walls };
	} catch (thrown) {
		return { kind: 'unproven', why: asCountersignError(thrown).message };
	} finally {
		outside.close();
	}
}

/** Returns the hosts and services that every command may reach, without empty lists. */
function openedIn({
	hosts = [],
	privateHosts = [],
	services = [],
	upstreamProxy,
}: Partial<StandingReach> = {}): Partial<StandingReach> {
	return {
		...(hosts.length === 0 ? {} : { hosts }),
		...(privateHosts.length === 0 ? {} : { privateHosts }),
		...(services.length === 0 ? {} : { services }),
		...(upstreamProxy && { upstreamProxy }),
	};
}

/** The things outside of the sandbox that the probe tries to find. */
interface Traps {
	readonly port: number;
	/** The number of connections to our server. */
	readonly rung: () => number;
	readonly canary: string;
	readonly secret: string;
	/** The last argument of a process that the probe leaves behind. */
	readonly marker: string;
	readonly namespaces: ReadonlyMap<string, string>;
	close(): void;
}

async function setTraps(): Promise<Traps> {
	const folder = mkdtempSync(join(tmpdir(), 'countersign-canary-'));
	const [secret, marker] = [word('canary'), word('left')];
	writeFileSync(join(folder, 'canary'), secret);
	let rung = 0;
	const server = createServer((socket) => {
		rung += 1;
		socket.destroy();
	});
	const { port } = await listening(server);
	const close = (): void => {
		server.close();
		rmSync(folder, { recursive: true, force: true });
	};
	return { port, rung: () => rung, canary: join(folder, 'canary'), secret, marker, namespaces: namespaces(), close };
}

function word(what: string): string {
	return `countersign-${what}-${randomBytes(8).toString('hex')}`;
}

function listening(server: Server): Promise<AddressInfo> {
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(0, '127.0.0.1', () => resolve(server.address() as AddressInfo));
	});
}

const divided = ['net', 'pid', 'ipc', 'uts', 'mnt', 'user'] as const;

function namespaces(): ReadonlyMap<string, string> {
	return new Map(divided.map((name) => [name, readlinkSync(`/proc/self/ns/${name}`)]));
}

/** Returns a path as one word for a shell. */
function quoted(path: string): string {
	return `'${path.replaceAll("'", `'\\''`)}'`;
}

/**
 * Returns the script with every attempt to break out. The output of each attempt has a heading. Every attempt should fail, so a failure
 * does not stop the script.
 */
function attempts({ port, canary, marker }: Traps): string {
	const say = (name: string, command: string): string => `echo '== ${name}'; { ${command}; } 2>/dev/null`;
	return [
		say('namespaces', `for n in ${divided.join(' ')}; do echo "$n $(readlink /proc/self/ns/$n)"; done`),
		say('interfaces', 'cat /proc/net/dev'),
		say('reached', `(exec 5<>/dev/tcp/127.0.0.1/${port}) && echo yes`),
		say('mounts', 'cat /proc/self/mountinfo'),
		say('rights', 'cat /proc/self/status'),
		say('environment', "env; tr '\\0' '\\n' </proc/1/environ"),
		say('scratch', 'for d in /tmp /dev/shm "$HOME"; do find "$d/" -xdev -mindepth 1; done'),
		say('canary', `cat ${quoted(canary)}`),
		say('git', 'for f in .git .git/config .git/hooks .git/countersign-probe; do (: >>"$f") && echo "$f"; done'),
		say('left', `(exec -a ${marker} sleep 300 >/dev/null 2>&1 </dev/null) & echo started`),
		"echo '== end'",
	].join('\n');
}

async function openWall(
	{ open, output }: SandboxResult,
	{ secret, namespaces, marker, rung }: Traps,
	{ workspace, toolchain = noToolchain, caches: folder }: ProvenSandbox,
): Promise<string | undefined> {
	if (open !== undefined) return open;
	const seen = readSightings(output.head);
	if (seen === undefined) return 'the probe in the sandbox did not come to its end';
	const isLeft = !(await isGone(marker));
	const caches = folder === undefined ? [] : [cacheRoot, ...cacheLinks];
	return whyOpen(seen, { workspace, toolchain, caches, secret, namespaces, isReached: rung() > 0, isLeft });
}

/** The kernel needs a moment to end a namespace after its first process is killed. */
const endingMs = 2_000;

async function isGone(marker: string): Promise<boolean> {
	const until = performance.now() + endingMs;
	while (isRunning(marker)) {
		if (performance.now() > until) return false;
		await new Promise((wake) => setTimeout(wake, 5));
	}
	return true;
}

/** Returns whether the machine has a process with this name. */
function isRunning(marker: string): boolean {
	return readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.some((pid) => commandLine(pid).startsWith(marker));
}

function commandLine(pid: string): string {
	try {
		return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
	} catch (error) {
		if (error instanceof Error && 'code' in error) return '';
		throw error;
	}
}
