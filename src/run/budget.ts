import type { Entry, RunLimits } from '../core/index.ts';
import { headerOf } from './stage.ts';
import type { State } from './state.ts';

/** Which cap of `budget` a run has reached. */
export type Cap = 'tokens' | 'minutes';

/** How long the run's processes have worked. Waiting between two of them is not work. */
export interface Worked {
	readonly ms: number;
	/** When the last entry was made; ISO 8601 UTC. */
	readonly at?: string;
}

/** The time after one more entry: a process that takes the run up begins at nothing. */
export function workedAfter({ ms, at }: Worked, entry: Entry): Worked {
	const isBegin = entry.type === 'run_started' || entry.type === 'run_resumed';
	const passed = at === undefined || isBegin ? 0 : Math.max(0, Date.parse(entry.at) - Date.parse(at));
	return { ms: ms + passed, at: entry.at };
}

/** The cap that the run has reached; undefined while it may go on, and in journals from before there were caps. */
export function overBudget(state: State): Cap | undefined {
	const { tokensPerRun = Infinity, minutesPerRun = Infinity }: Partial<RunLimits> = state.header?.settings.limits ?? {};
	if (tokensOf(state) >= tokensPerRun) return 'tokens';
	return state.worked.ms >= minutesPerRun * 60_000 ? 'minutes' : undefined;
}

/** Why the run ended at a cap, for people; undefined where it ended for something else. */
export function budgetWords(state: State): string | undefined {
	const { tokensPerRun, minutesPerRun } = headerOf(state).settings.limits;
	const last = state.rounds.at(-1);
	if (last?.cap === 'minutes') return `It has worked for ${minutesPerRun} minutes (\`budget.minutes_per_run\`).`;
	if (last === undefined || last.calls.length === 0 || overBudget(state) !== 'tokens') return undefined;
	return `It has used ${tokensOf(state)} of ${tokensPerRun} tokens (\`budget.tokens_per_run\`).`;
}

function tokensOf({ rounds }: State): number {
	return rounds.reduce((total, { reply: { usage } }) => total + usage.input + usage.output, 0);
}
