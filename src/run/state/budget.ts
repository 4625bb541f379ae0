import {
	type AtCap,
	type Cap,
	caps,
	type Entry,
	type EntryOf,
	type RunLimits,
	type Spending,
} from '../../core/index.ts';
import { dollars } from '../../report/index.ts';
import { reasonOf } from './answer-words.ts';
import type { CallState, Raise } from './call-state.ts';
import { centsOf, paidReplies } from './money.ts';
import { isStalled } from './progress.ts';
import type { State, Worked } from './state.ts';

/** Returns the work time after one more entry. When a new process continues the run, the time before its first entry is not work. */
export function workedAfter({ ms, at }: Worked, entry: Entry): Worked {
	const isBegin = entry.type === 'run_started' || entry.type === 'run_resumed';
	const passed = at === undefined || isBegin ? 0 : Math.max(0, Date.parse(entry.at) - Date.parse(at));
	return { ms: ms + passed, at: entry.at };
}

/** The tool name of the run's own requests for a larger budget, and the name of the rule that judges them. No model knows this tool. */
export const budgetTool = 'budget';

const minute = 60_000;

/** The measurement for one cap. */
interface Meter {
	/** The configured amount. Each approval adds this amount again. */
	readonly amount: (limits: Partial<RunLimits>) => number | undefined;
	/** The amount used, or undefined while it is not known. */
	readonly used: (state: State) => number | undefined;
	/** If true, the run ends without a closing message, because that message would use the same budget. */
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

/** Returns how many rounds came before the approved plan. Rounds are counted from there. */
function countedFrom({ plans }: State): number {
	return plans.find(({ outcome }) => outcome?.kind === 'done')?.plan?.after ?? 0;
}

/** Returns the number of rounds with calls since the approved plan, or since the beginning. */
export function roundsCounted(state: State): number {
	return state.rounds.length - countedFrom(state);
}

/** Returns the input and output tokens of all processes. */
export function tokensOf(state: State): number {
	return usagesOf(state).reduce((total, { input, output }) => total + input + output, 0);
}

/** Returns the usage of each reply, and of the replies that were not used. */
export function usagesOf(state: State): readonly EntryOf<'model_reply'>['usage'][] {
	return paidReplies(state).map(({ usage }) => usage);
}

/** Returns what this process used on its budget day. That is the day on which it read the day's figures. */
export function ownSpending(state: State): Spending | undefined {
	const { process, worked, header } = state;
	if (process?.spent === undefined || header === undefined) return undefined;
	const { day, tokensBefore, centsBefore } = process.spent;
	const seconds = Math.ceil((worked.ms - process.workedBefore) / 1000);
	const cents = wholeCents(centsOf(state) - centsBefore);
	return { day, process: `${header.run}-${process.number}`, tokens: tokensOf(state) - tokensBefore, seconds, cents };
}

/** Rounds up to whole cents, but ignores tiny errors from adding fractions. */
function wholeCents(cents: number): number {
	return Math.ceil(Number(cents.toFixed(4)));
}

/** Returns whether the day's figures must be read before the model is asked. */
export function needsDayFigures({ header, process }: State): boolean {
	const { tokensPerDay, minutesPerDay, centsPerDay } = header?.settings.limits ?? {};
	const isCapped = [tokensPerDay, minutesPerDay, centsPerDay].some((amount) => amount !== undefined);
	return process?.spent === undefined && isCapped;
}

/**
 * Returns the day for the daily caps. This is the day on which the figures were read. If this process did not read them, it is the day of
 * the last request for a larger daily budget.
 */
function dayAt({ process, raises }: State): string | undefined {
	return process?.spent?.day ?? raises.findLast(({ raise }) => raise?.day !== undefined)?.raise?.day;
}

/** Returns a cap's limit, with the amounts that people added. Returns Infinity if nothing limits it. */
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

/** Returns the request for a larger budget that was denied, refused or not answered. After it, the run makes no further one. */
export function refusedRaise({ raises }: State): CallState | undefined {
	return raises.find(({ outcome }) => outcome !== undefined && outcome.kind !== 'done');
}

/** Returns the cap that stops the run: a cap whose request was refused, or a reached cap. */
export function bindingCap(state: State): Cap | undefined {
	const isBinding = (cap: Cap): boolean => refusedRaise(state)?.raise?.cap === cap || isReached(state, cap);
	return caps.find(isBinding);
}

const asksAt: Readonly<Record<AtCap, boolean>> = { ask: true, end: false };

/** Returns whether the run may ask people about a reached cap. After a denial it never asks again. */
export function mayAskForMore(state: State): boolean {
	return asksAt[state.header?.settings.limits.atCap ?? 'end'] && refusedRaise(state) === undefined;
}

/**
 * Returns a reached cap that has no request yet. The run collects all reached caps before it judges the first request, so it can ask about
 * all of them together.
 */
export function capToAsk(state: State): Cap | undefined {
	const open = state.raises.filter(({ outcome }) => outcome === undefined);
	if (!mayAskForMore(state) || open.some(({ verdict }) => verdict !== undefined)) return undefined;
	return caps.find((cap) => isReached(state, cap) && !open.some(({ raise }) => raise?.cap === cap));
}

/** Returns whether a cap ends the run without a closing message from the model. */
export function endsWithoutWords(state: State): boolean {
	const cap = bindingCap(state);
	return cap !== undefined && (!mayAskForMore(state) || isStalled(state)) && meters[cap].endsAtOnce;
}

/**
 * Returns the request for a larger budget. It adds the configured amount, if necessary several times, until the limit is higher than the
 * amount used.
 */
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

/** Returns the cap at which the run ended, or undefined if it ended for another reason. */
export function endingCap(state: State): Cap | undefined {
	const last = state.rounds.at(-1);
	if (last?.cap !== undefined) return last.cap;
	return last?.calls.length === 0 || !endsWithoutWords(state) ? undefined : bindingCap(state);
}

/** Returns whether the followed skill, and not the configuration, set the cap. */
export function isOfSkill({ header }: State, cap: Cap): boolean {
	return header?.settings.limits.ofSkill?.some((one) => one === cap) === true;
}

/** Returns a sentence for people about how much of a cap was used. */
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
			return `The model has sent ${limit} replies that use tools (\`max_iterations\`).`;
	}
}

/** Says who refused a larger budget. Empty if nobody was asked. */
export function refusalWords(state: State): string {
	const answer = refusedRaise(state)?.answer;
	return answer === undefined ? '' : ` ${wordsOfNo(answer)}`;
}

function wordsOfNo({ id, user, approver_type: by, ...entry }: EntryOf<'approval'>): string {
	const reason = reasonOf(entry);
	if (by === 'human') return `@${user} gave no more (${id})${reason === undefined ? '.' : `: ${reason}`}`;
	return by === 'expiry' ? `Nobody answered ${id} in time.` : `${id} was withdrawn.`;
}
