import { type Cap, caps, type Entry, type EntryOf, type RunLimits, type Spending } from '../core/index.ts';
import { dollars } from '../report/index.ts';
import { reasonOf } from './answer-words.ts';
import type { CallState, Raise } from './call-state.ts';
import { centsOf, paidReplies } from './money.ts';
import { isStalled } from './progress.ts';
import type { State } from './state.ts';

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

/** The tool that the run's own requests for more name, and the rule that judges them; no model is told of it. */
export const budgetTool = 'budget';

const minute = 60_000;

/** What one cap looks at. */
interface Meter {
	/** The amount that is configured, and that each approval gives again. */
	readonly amount: (limits: Partial<RunLimits>) => number | undefined;
	/** What is used; undefined while it is not known. */
	readonly used: (state: State) => number | undefined;
	/** What would be said in closing uses it up, too. */
	readonly endsAtOnce: boolean;
	readonly ofDay: boolean;
}

const meters: Readonly<Record<Cap, Meter>> = {
	tokens: { amount: (limits) => limits.tokensPerRun, used: tokensOf, endsAtOnce: true, ofDay: false },
	money: { amount: (limits) => limits.centsPerRun, used: centsOf, endsAtOnce: true, ofDay: false },
	'day-tokens': {
		amount: (limits) => limits.tokensPerDay,
		used: (state) => sum(state.process?.spent?.tokens, ownSpending(state)?.tokens),
		endsAtOnce: true,
		ofDay: true,
	},
	'day-money': {
		amount: (limits) => limits.centsPerDay,
		used: (state) => sum(state.process?.spent && (state.process.spent.cents ?? 0), ownSpending(state)?.cents),
		endsAtOnce: true,
		ofDay: true,
	},
	minutes: {
		amount: (limits) => limits.minutesPerRun,
		used: (state) => state.worked.ms / minute,
		endsAtOnce: false,
		ofDay: false,
	},
	'day-minutes': {
		amount: (limits) => limits.minutesPerDay,
		used: (state) => sum(state.process?.spent?.seconds, ownSpending(state)?.seconds, 1 / 60),
		endsAtOnce: false,
		ofDay: true,
	},
	iterations: {
		amount: (limits) => limits.maxIterations,
		used: roundsCounted,
		endsAtOnce: false,
		ofDay: false,
	},
};

function sum(one: number | undefined, other: number | undefined, unit = 1): number | undefined {
	return one === undefined || other === undefined ? undefined : (one + other) * unit;
}

/** How many rounds came before the plan that is carried out: from there they are counted anew. */
function countedFrom({ plans }: State): number {
	return plans.find(({ outcome }) => outcome?.kind === 'done')?.plan?.after ?? 0;
}

/** The rounds of calls that count. */
export function roundsCounted(state: State): number {
	return state.rounds.length - countedFrom(state);
}

/** Tokens in and out, over all processes. */
export function tokensOf(state: State): number {
	return usagesOf(state).reduce((total, { input, output }) => total + input + output, 0);
}

/** What each reply cost, also of those that counted for nothing. */
export function usagesOf(state: State): readonly EntryOf<'model_reply'>['usage'][] {
	return paidReplies(state).map(({ usage }) => usage);
}

/** What this process has used of the day that it counts to: the one on which it asked for the day's figures. */
export function ownSpending(state: State): Spending | undefined {
	const { process, worked, header } = state;
	if (process?.spent === undefined || header === undefined) return undefined;
	const { day, tokensBefore, centsBefore } = process.spent;
	const seconds = Math.ceil((worked.ms - process.workedBefore) / 1000);
	const cents = wholeCents(centsOf(state) - centsBefore);
	return { day, process: `${header.run}-${process.number}`, tokens: tokensOf(state) - tokensBefore, seconds, cents };
}

/** Rounded up, but not for what is only the noise of adding fractions. */
function wholeCents(cents: number): number {
	return Math.ceil(Number(cents.toFixed(4)));
}

/** Whether the figures of the day are to be read before the model is asked. */
export function needsDayFigures({ header, process }: State): boolean {
	const { tokensPerDay, minutesPerDay, centsPerDay } = header?.settings.limits ?? {};
	const isCapped = [tokensPerDay, minutesPerDay, centsPerDay].some((amount) => amount !== undefined);
	return process?.spent === undefined && isCapped;
}

/** The day that its caps are about: as it was read, or in a process that did not come to that, as it was asked about. */
function dayAt({ process, raises }: State): string | undefined {
	return process?.spent?.day ?? raises.findLast(({ raise }) => raise?.day !== undefined)?.raise?.day;
}

/** A cap's limit with what people gave besides; none in journals from before there were caps. */
export function limitOf(state: State, cap: Cap): number {
	const { amount, ofDay } = meters[cap];
	const begun = cap === 'iterations' ? countedFrom(state) : 0;
	const counts = ({ day, after }: Raise): boolean => after >= begun && (!ofDay || day === dayAt(state));
	const raised = state.raises.flatMap(({ raise, outcome }) =>
		raise?.cap === cap && outcome?.kind === 'done' && counts(raise) ? [raise.to] : [],
	);
	return Math.max(amount(state.header?.settings.limits ?? {}) ?? Infinity, ...raised);
}

function isReached(state: State, cap: Cap): boolean {
	const used = meters[cap].used(state);
	return used !== undefined && used >= limitOf(state, cap);
}

/** The request for more that somebody said no to, or nobody answered: nothing more is asked after it. */
export function refusedRaise({ raises }: State): CallState | undefined {
	return raises.find(({ outcome }) => outcome !== undefined && outcome.kind !== 'done');
}

/** The cap that keeps the run from going on: what was refused, or is reached. */
export function bindingCap(state: State): Cap | undefined {
	const isBinding = (cap: Cap): boolean => refusedRaise(state)?.raise?.cap === cap || isReached(state, cap);
	return caps.find(isBinding);
}

/** Whether a reached cap is asked about: never again after a no. */
export function mayAskForMore(state: State): boolean {
	return state.header?.settings.limits.atCap === 'ask' && refusedRaise(state) === undefined;
}

/** A reached cap that is still to be asked about, together with those that are asked about already. */
export function capToAsk(state: State): Cap | undefined {
	const open = state.raises.filter(({ outcome }) => outcome === undefined);
	if (!mayAskForMore(state) || open.some(({ verdict }) => verdict !== undefined)) return undefined;
	return caps.find((cap) => isReached(state, cap) && !open.some(({ raise }) => raise?.cap === cap));
}

/** Whether a cap ends the run without a last word. */
export function endsWithoutWords(state: State): boolean {
	const cap = bindingCap(state);
	return cap !== undefined && (!mayAskForMore(state) || isStalled(state)) && meters[cap].endsAtOnce;
}

/** What an approval would give: the same amount again, and again as often as it takes to be more than what is used. */
export function raiseFor(state: State, cap: Cap): Omit<Raise, 'after'> {
	const { amount, used, ofDay } = meters[cap];
	const limit = limitOf(state, cap);
	const again = amount(state.header?.settings.limits ?? {});
	const now = used(state);
	if (again === undefined || now === undefined) throw new Error(`nothing caps ${cap}`);
	const to = limit + again * (Math.floor((now - limit) / again) + 1);
	const day = ofDay ? state.process?.spent?.day : undefined;
	return { cap, used: Math.floor(now), limit, to, ...(day === undefined ? {} : { day }) };
}

/** At which cap the run ended; undefined where it ended for something else. */
export function endingCap(state: State): Cap | undefined {
	const last = state.rounds.at(-1);
	if (last?.cap !== undefined) return last.cap;
	return last?.calls.length === 0 || !endsWithoutWords(state) ? undefined : bindingCap(state);
}

/** Whether the followed skill has set a cap, and not the configuration. */
export function isOfSkill({ header }: State, cap: Cap): boolean {
	return header?.settings.limits.ofSkill?.some((one) => one === cap) === true;
}

/** What was used at a cap, for people. */
export function capWords(state: State, cap: Cap): string {
	const limit = limitOf(state, cap);
	const day = dayAt(state);
	const whose = isOfSkill(state, cap) ? ` of the skill \`${state.header?.settings.skill}\`` : '';
	switch (cap) {
		case 'tokens':
			return `It has used ${tokensOf(state)} of ${limit} tokens (${whose === '' ? '`budget.tokens_per_run`' : `\`budget.tokens\`${whose}`}).`;
		case 'money':
			return `It has cost ${dollars(centsOf(state) / 100)} of ${dollars(limit / 100)} at list prices (\`budget.usd_per_run\`).`;
		case 'day-tokens':
			return `The ${limit} tokens of ${day} (UTC) are used up (\`budget.tokens_per_day\`).`;
		case 'day-money':
			return `The ${dollars(limit / 100)} at list prices of ${day} (UTC) are used up (\`budget.usd_per_day\`).`;
		case 'minutes':
			return `It has worked for ${limit} minutes (${whose === '' ? '`budget.minutes_per_run`' : `\`budget.minutes\`${whose}`}).`;
		case 'day-minutes':
			return `The ${limit} minutes of ${day} (UTC) are used up (\`budget.minutes_per_day\`).`;
		case 'iterations':
			return `It has had ${limit} tool rounds (\`max_iterations\`).`;
	}
}

/** Who said that there is no more; nothing where nobody was asked. */
export function refusalWords(state: State): string {
	const answer = refusedRaise(state)?.answer;
	return answer === undefined ? '' : ` ${wordsOfNo(answer)}`;
}

function wordsOfNo({ id, user, approver_type: by, ...entry }: EntryOf<'approval'>): string {
	const reason = reasonOf(entry);
	if (by === 'human') return `@${user} gave no more (${id})${reason === undefined ? '.' : `: ${reason}`}`;
	return by === 'expiry' ? `Nobody answered ${id} in time.` : `${id} was withdrawn.`;
}
