import { runChild } from './child.ts';
import type { RefusalKind } from './explain-refusal.ts';
import type { SandboxProbe } from './probe-sandbox.ts';
import { systemPath } from './system-mounts.ts';

/** Runs a command that changes the machine, and returns whether it succeeded. */
export type Mender = (argv: readonly string[]) => Promise<boolean>;

const apt = (...words: readonly string[]) => [
	'sudo',
	'-n',
	'env',
	'DEBIAN_FRONTEND=noninteractive',
	'apt-get',
	...words,
];
const install = apt('install', '-y', '--no-install-recommends', 'bubblewrap');

/** The remedies for each kind of problem. They are tried one after another, and each is a list of commands. */
const ways: Readonly<Partial<Record<RefusalKind, readonly (readonly (readonly string[])[])[]>>> = {
	// The package lists of a hosted image are old, but usually recent enough.
	'not-installed': [[install], [apt('update', '-q'), install]],
	'no-namespaces': [[['sudo', '-n', 'sysctl', '-w', 'kernel.apparmor_restrict_unprivileged_userns=0']]],
};

/**
 * Returns whether there is a remedy to try. For `masked-proc` there is none, because in a container, no command can remove the masks on
 * /proc.
 */
export function isMendable(probe: SandboxProbe): boolean {
	return !probe.ok && ways[probe.kind] !== undefined;
}

/**
 * Tries remedies on this machine until commands can be sandboxed, or until no remedy is left. Returns the result of the last probe. Use it
 * only on temporary machines that nobody else uses, such as a runner of GitHub.
 */
export async function mendSandbox(
	found: SandboxProbe,
	{ mend, probe }: { readonly mend: Mender; readonly probe: () => Promise<SandboxProbe> },
): Promise<SandboxProbe> {
	const tried = new Set<RefusalKind>();
	let now = found;
	while (!now.ok && isMendable(now) && !tried.has(now.kind)) {
		tried.add(now.kind);
		for (const way of ways[now.kind] ?? []) if (await succeeds(way, mend)) break;
		now = await probe();
	}
	return now;
}

async function succeeds(way: readonly (readonly string[])[], mend: Mender): Promise<boolean> {
	for (const argv of way) if (!(await mend(argv))) return false;
	return true;
}

/** Runs a command on this machine, without our environment. */
export const mendThisMachine: Mender = async ([program = '', ...args]) => {
	const ignore = (): void => undefined;
	const request = { program, args, env: { PATH: systemPath }, cwd: '/', wallMs: 120_000 };
	try {
		const { exitCode } = await runChild({ ...request, onStdout: ignore, onStderr: ignore });
		return exitCode === 0;
	} catch (error) {
		if (error instanceof Error && 'code' in error) return false;
		throw error;
	}
};
