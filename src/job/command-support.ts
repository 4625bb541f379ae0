import type { Toolchain } from '../core/index.ts';
import {
	isMendable,
	type Mender,
	mendSandbox,
	mendThisMachine,
	type PersistedToken,
	probeSandbox,
	type SandboxProbe,
} from '../sandbox/index.ts';

/** Whether this job can run commands. The job finds this out before the model gets its tools. */
export interface CommandSupport {
	/** If false, `shell_exec` is not offered. */
	readonly offered: boolean;
	/** For the job's log and the run's comment: the line to add to the workflow. */
	readonly warnings: readonly string[];
	/** Resolves with the last test of the sandbox: at once, or after the machine was repaired. Never rejects. */
	readonly ready: Promise<SandboxProbe>;
}

/** The machine that runs the job: how to test it and how to repair it. */
export interface Machine {
	readonly probe: () => Promise<SandboxProbe>;
	readonly mend: Mender;
	/** Whether GitHub hosts the machine. Then nobody else uses it, and it is deleted after the job. */
	readonly hosted: boolean;
}

/** Returns the machine on which this process runs. */
export function thisMachine(hosted: boolean, toolchain: () => Toolchain): Machine {
	return { hosted, probe: () => probeSandbox(toolchain()), mend: mendThisMachine };
}

/**
 * Tries the whole sandbox. If it does not start on a runner that GitHub hosts, the machine is repaired in the background. On any other
 * machine, nothing is changed, and the run has no commands. No command ever runs without the sandbox.
 */
export async function openCommandSupport(machine: Machine): Promise<CommandSupport> {
	const found = await machine.probe();
	if (found.ok) return { offered: true, warnings: [], ready: Promise.resolve(found) };
	if (machine.hosted && isMendable(found)) return { offered: true, warnings: [], ready: mendSandbox(found, machine) };
	return { offered: false, warnings: [withoutCommands(found)], ready: Promise.resolve(found) };
}

function withoutCommands({ kind, why, fix }: Extract<SandboxProbe, { ok: false }>): string {
	const place = kind === 'masked-proc' ? 'to the job' : 'before the action to the workflow';
	// For these kinds, the remedy is YAML for the workflow. Otherwise it is a command.
	const line = kind === 'masked-proc' || kind === 'too-old' ? fix : `- run: ${fix}`;
	return `This run has no \`shell_exec\`, because commands cannot be sandboxed here: ${why}. Add ${place}: ${line}`;
}

/** Returns a warning about a credential that git keeps in the checkout, if there is one. It says how to remove the credential. */
export function checkoutTokenWarning(tokens: readonly PersistedToken[]): readonly string[] {
	const [token] = tokens;
	if (token === undefined) return [];
	return [
		`The checkout keeps a credential for git (${token.key} in ${token.file}). No command and no tool of this run sees it, but earlier and later steps do. Add to the step of actions/checkout: with: { persist-credentials: false }`,
	];
}
