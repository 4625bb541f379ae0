import type { EntryBody, ProgramTried } from '../../core/index.ts';
import { runsSomething } from '../context/setup-step.ts';
import type { Stage } from '../stage.ts';
import { headerOf } from '../stage.ts';
import type { CallState } from '../state/call-state.ts';
import type { State } from '../state/state.ts';

/** Returns whether the project's programs must still be tested. This happens once in a run, before its first call that runs something. */
export function needsTrial({ header, toolsTried }: State, call: CallState): boolean {
	const programs = header?.settings.programs ?? [];
	return programs.length > 0 && toolsTried === undefined && runsSomething(call);
}

/** Tests the project's programs by asking for their versions, in the sandbox. */
export async function tryTools({ ports, state }: Stage): Promise<EntryBody> {
	const { programs = [] } = headerOf(state).settings;
	return { type: 'tools_tried', found: (await ports.tryPrograms?.(programs)) ?? [] };
}

/** Returns the text about the programs that the model reads before the result of its first command. */
export function toolsNotice(found: readonly ProgramTried[]): string {
	const there = found.flatMap(({ name, version }) => (version === undefined ? [] : [`${name} (${version})`]));
	const missing = found.flatMap(({ name, why }) => (why === undefined ? [] : [`\`${name}\` does not run: ${why}.`]));
	const has = there.length === 0 ? [] : [`The sandbox has ${there.join(', ')}.`];
	const advice = missing.length === 0 ? [] : ['Do not try to install what is missing; say it in the pull request.'];
	return `[${[...has, ...missing, ...advice].join(' ')}]`;
}

/** Returns warnings that say what people must do, so that the project's tests can run. */
export function toolsWarnings({ toolsTried = [] }: State): readonly string[] {
	return toolsTried.flatMap(({ name, why, fix }) =>
		why === undefined ? [] : [`\`${name}\` does not run in the sandbox: ${why}.${fix === undefined ? '' : ` ${fix}`}`],
	);
}
