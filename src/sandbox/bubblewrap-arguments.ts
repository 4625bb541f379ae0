import { lstatSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CountersignError, noToolchain, type SandboxLimits, type Toolchain } from '../core/index.ts';
import { gitMounts } from './git-mounts.ts';
import { firstFeed, type Mount, renderMounts } from './mount.ts';
import { insideParts, type WayOut } from './network/way-out.ts';
import { pinMounts } from './pin-mounts.ts';
import type { SandboxRequest } from './sandbox-request.ts';
import { seccompFilter } from './seccomp-filter.ts';
import { selfCheck } from './self-check.ts';
import { findProgram, holds, runnerHomes, sandboxPath, systemMounts } from './system-mounts.ts';
import { cacheMounts } from './toolchain/caches.ts';
import { packageVariables, sandboxHome } from './toolchain/package-variables.ts';

export interface Inside {
	readonly request: SandboxRequest;
	readonly limits: SandboxLimits;
	readonly workspace: string;
	readonly wayOut?: WayOut | undefined;
}

/** Returns bubblewrap's arguments for a request, and the data that bubblewrap reads from descriptors. */
export function bubblewrapArguments({ request, limits, workspace, wayOut }: Inside) {
	const { toolchain = noToolchain, shown = [] } = request;
	const hidden = runnerHomes();
	const way = insideParts(wayOut);
	const kind = request.readOnly === true ? 'read-only' : 'read-write';
	const workspaceMount = { kind, source: workspace, target: workspace } as const;
	const covers: readonly Mount[] = [
		...hiddenMounts(request.hidden ?? [], workspace),
		...sealedMounts(request.sealed ?? [], workspace),
		...gitMounts(workspace),
	];
	const mounts: readonly Mount[] = [
		...systemMounts(toolchain, limits.scratchBytes, hidden),
		...cacheMounts(request.caches, [...toolchain.mounts, workspace]),
		workspaceMount,
		...pinMounts(covers, workspaceMount),
		...covers,
		...shown.map((place): Mount => ({ kind: 'read-only', ...place })),
		// These seals (read-only marks) must come last, because the workspace may be below a hidden folder.
		...hidden.map((target): Mount => ({ kind: 'seal', target })),
		...way.mounts,
		{ kind: 'seal', target: '/' },
	];
	const cwd = resolve(workspace, request.cwd ?? '.');
	if (![workspace, ...shown.map(({ target }) => target)].some((dir) => holds(dir, cwd)))
		throw new RangeError('the working directory lies outside the workspace');
	const { args: mounting, feeds } = renderMounts(mounts);
	const filter = ['--seccomp', String(firstFeed + feeds.length)];
	const common = commandVariables(toolchain, wayOut?.hasProxy === true);
	const variables = settings({ ...common, ...request.env, ...way.variables });
	const own = [...isolation, ...filter, ...variables, ...mounting, '--chdir', cwd];
	const check = selfCheck(mounts);
	const before = [check.script, ...way.before];
	const args = [...own, '--', ...limited(request, limits, before)];
	return { args, feeds: [...feeds, { text: seccompFilter() }], check };
}

const isolation = [
	'--unshare-all',
	'--unshare-user',
	'--disable-userns',
	'--uid',
	'1000',
	'--gid',
	'1000',
	'--hostname',
	'sandbox',
	'--die-with-parent',
	'--new-session',
	'--json-status-fd',
	'3',
	'--clearenv',
];

/** Returns the variables that every command has. */
export function commandVariables(toolchain: Toolchain, isOnline: boolean): Readonly<Record<string, string>> {
	return {
		...toolchain.variables,
		...packageVariables(toolchain.variables, { isOnline }),
		PATH: sandboxPath(toolchain),
		HOME: sandboxHome,
		USER: 'agent',
		LANG: 'C.UTF-8',
		TERM: 'dumb',
		CI: 'true',
		TMPDIR: '/tmp',
		PAGER: 'cat',
		GIT_PAGER: 'cat',
		GIT_OPTIONAL_LOCKS: '0',
		GIT_TERMINAL_PROMPT: '0',
		// In a container, the checkout may belong to another user. Without these settings, git would refuse to use it.
		GIT_CONFIG_COUNT: '1',
		GIT_CONFIG_KEY_0: 'safe.directory',
		GIT_CONFIG_VALUE_0: '*',
	};
}

function settings(values: Readonly<Record<string, string>>): readonly string[] {
	return Object.entries(values).flatMap(([name, value]) => ['--setenv', name, value]);
}

/**
 * Returns the command line of a shell that closes inherited descriptors, sets the limits, and then runs the request's script or program. If
 * the system refuses a limit, a stricter limit is already in force.
 */
function limited(request: SandboxRequest, limits: SandboxLimits, before: readonly string[]): readonly string[] {
	const bash = findProgram('bash');
	const shell = bash ?? '/bin/sh';
	const together = request.apart === true ? '' : ' 2>&1';
	// The shell closes an output that must not be seen. A redirection to /dev/null would make the shell skip the command if /dev/null is not
	// writable.
	const launcher = [
		// Only bash can close a descriptor with two digits.
		`for f in /proc/self/fd/${bash === undefined ? '[3-9]' : '*'}; do n=\${f##*/}; [ "$n" -gt 2 ] 2>&- && eval "exec $n>&-"; done`,
		...before,
		'ulimit -c 0',
		`ulimit -n ${limits.openFiles} 2>&-`,
		`ulimit -f ${Math.ceil(limits.fileBytes / 1024)} 2>&-`,
		`{ ulimit -u ${limits.processes} || ulimit -p ${limits.processes}; } 2>&-`,
		`{ ulimit -S -t ${limits.cpuSeconds} && ulimit -H -t ${limits.cpuSeconds + 1}; } 2>&-`,
		// `exec` and `eval` save one shell process. The script cannot prevent the lines above, because they run first.
		'argv' in request ? `exec "$@"${together}` : `${together === '' ? '' : 'exec 2>&1; '}eval "shift; unset f n; $1"`,
	].join('; ');
	return [shell, '-c', launcher, shell, ...('argv' in request ? request.argv : [request.script])];
}

const mostHidden = 256;

/**
 * Returns mounts that put an empty file over each of these files. Their paths are relative to the workspace. A file that no longer exists
 * needs no mount.
 */
function hiddenMounts(hidden: readonly string[], workspace: string): readonly Mount[] {
	if (hidden.length > mostHidden) refuseMany(hidden);
	const there = hidden.filter((path) => lstatSync(join(workspace, path), { throwIfNoEntry: false })?.isFile() === true);
	return there.map((path): Mount => ({ kind: 'empty', target: join(workspace, path) }));
}

function refuseMany(hidden: readonly string[]): never {
	throw new CountersignError({
		code: 'sandbox-unavailable',
		message: `The checkout holds ${hidden.length} uncommitted files with the names of credentials, for example \`${hidden[0]}\`; at most ${mostHidden} can be kept from commands.`,
		fix: 'Remove them before the action, or put them outside the checkout.',
	});
}

/**
 * Returns mounts that make the empty folders of submodules read-only. Threat: a command creates a repository in such a folder, and a later
 * `git status` outside the sandbox uses its configuration, which can start programs. A checked-out submodule is safe, because its `.git` is
 * already read-only.
 */
function sealedMounts(submodules: readonly string[], workspace: string): readonly Mount[] {
	return submodules
		.map((path) => join(workspace, path))
		.filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
		.filter((path) => lstatSync(join(path, '.git'), { throwIfNoEntry: false }) === undefined)
		.map((path): Mount => ({ kind: 'read-only', source: path, target: path }));
}
