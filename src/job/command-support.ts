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

/** Whether this job can run commands, found out before the model is told of its tools. */
export interface CommandSupport {
	/** Without it `shell_exec` is not offered. */
	readonly offered: boolean;
	/** For the job's log and the run's comment: the line that belongs into the workflow. */
	readonly warnings: readonly string[];
	/** Settled once commands can be tried: at once, unless the machine is being mended. Never rejects. */
	readonly ready: Promise<SandboxProbe>;
}

/** The machine, as far as it can be asked and changed. */
export interface Machine {
	readonly probe: () => Promise<SandboxProbe>;
	readonly mend: Mender;
	/** Whether GitHub hosts it: then nobody else uses it, and it is thrown away after the job. */
	readonly hosted: boolean;
}

/** This machine. */
export function thisMachine(hosted: boolean, toolchain: () => Toolchain): Machine {
	return { hosted, probe: () => probeSandbox(toolchain()), mend: mendThisMachine };
}

/**
 * Tries the whole sandbox. Where it does not start, a hosted runner is mended in the background; any other machine is left as it is,
 * and the run does without commands. There is no way to run one unsandboxed.
 */
export async function openCommandSupport(machine: Machine): Promise<CommandSupport> {
	const found = await machine.probe();
	if (found.ok) return { offered: true, warnings: [], ready: Promise.resolve(found) };
	if (machine.hosted && isMendable(found)) return { offered: true, warnings: [], ready: mendSandbox(found, machine) };
	return { offered: false, warnings: [withoutCommands(found)], ready: Promise.resolve(found) };
}

function withoutCommands({ why, fix }: Extract<SandboxProbe, { ok: false }>): string {
	const place = fix.startsWith('container:') ? 'to the job' : 'before the action to the workflow';
	const line = fix.startsWith('container:') || fix.startsWith('runs-on:') ? fix : `- run: ${fix}`;
	return `This run has no \`shell_exec\`, because commands cannot be sandboxed here: ${why}. Add ${place}: ${line}`;
}

/** A credential in the checkout, for whoever can keep it out. */
export function checkoutTokenWarning(tokens: readonly PersistedToken[]): readonly string[] {
	const [token] = tokens;
	if (token === undefined) return [];
	return [
		`The checkout keeps a credential for git (${token.key} in ${token.file}). No command and no tool of this run sees it, but earlier and later steps do. Add to the step of actions/checkout: with: { persist-credentials: false }`,
	];
}
