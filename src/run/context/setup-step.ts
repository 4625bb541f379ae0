import { hasTrait, type SetupCommand } from '../../core/index.ts';
import type { CallState } from '../state/call-state.ts';
import type { ProcessState } from '../state/process-state.ts';
import { modeOf } from '../state/pull-state.ts';
import type { SetupState } from '../state/setup-state.ts';
import type { State } from '../state/state.ts';

/** The next step for the configuration's `setup`. */
export type SetupStep =
	| { readonly kind: 'judge-setup'; readonly command: SetupCommand; readonly number: number }
	| { readonly kind: 'refuse-setup'; readonly setup: SetupState }
	| { readonly kind: 'start-setup'; readonly setup: SetupState }
	| { readonly kind: 'execute-setup'; readonly setup: SetupState; readonly command: SetupCommand };

/**
 * Returns the next setup step. Setup runs once in each process, before the first call that runs or writes something. So the model cannot
 * write files that setup would run. A run that only reads and answers installs nothing.
 */
export function setupBefore(state: State, process: ProcessState, calls: readonly CallState[]): SetupStep | undefined {
	const settings = state.header?.settings;
	// Mode `plan` changes nothing, so it needs no setup.
	if (settings?.setup === undefined || modeOf(state) === 'plan' || !calls.some(runsSomething)) return undefined;
	const done = state.setups.filter((setup) => setup.process === process.number);
	const last = done.at(-1);
	if (last === undefined || last.outcome?.kind === 'done') {
		const command = settings.setup[done.length];
		return command === undefined ? undefined : { kind: 'judge-setup', command, number: done.length + 1 };
	}
	// If a command failed, the later commands do not run, because they depend on it.
	if (last.outcome !== undefined) return undefined;
	const command = settings.setup[done.length - 1];
	if (last.verdict.decision !== 'allow' || command === undefined) return { kind: 'refuse-setup', setup: last };
	return last.started === undefined
		? { kind: 'start-setup', setup: last }
		: { kind: 'execute-setup', setup: last, command };
}

/**
 * Returns whether a call runs something. A command always needs setup, even if it only reads. Our own tools that only read or use GitHub do
 * not need it.
 */
export function runsSomething({ verdict, name }: CallState): boolean {
	return name === 'shell_exec' || verdict?.effects.some((effect) => !hasTrait(effect, 'does', 'keeps')) === true;
}
