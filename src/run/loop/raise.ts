import {
	type Cap,
	type EntryBody,
	type JsonObject,
	type Ports,
	spendingIn,
	spentName,
	spentOn,
	utcDay,
	type Verdict,
} from '../../core/index.ts';
import { capAmount, capSetting, capsMoney, capUnit } from '../../report/index.ts';
import { treeAfter } from '../open/checkpoint.ts';
import type { CallStep, Stage } from '../stage.ts';
import { budgetTool, capWords, isOfSkill, ownSpending, raiseFor } from '../state/budget.ts';
import type { Raise } from '../state/call-state.ts';
import type { State } from '../state/state.ts';

/** Returns whether an id belongs to one of the run's own budget requests. No model may give such an id to its call. */
export function isRaiseId(id: string): boolean {
	return /^budget-\d+$/.test(id);
}

/** Records that a cap is reached. The entry adds a call to the run, which asks people for more. */
export async function reachCap({ state, ports }: Stage, { cap }: { readonly cap: Cap }): Promise<EntryBody> {
	const raise = raiseFor(state, cap);
	const args = await ports.blobs.put(JSON.stringify(argsOf(raise, isOfSkill(state, cap))));
	return { type: 'cap_reached', call_id: `budget-${state.raises.length + 1}`, ...raise, told: true, args };
}

/** Returns the arguments of the request. An approval is valid only for these arguments, and only in this run. */
function argsOf({ cap, used, limit, to, day }: Omit<Raise, 'after'>, ofSkill: boolean): JsonObject {
	const unit = capUnit(cap);
	return {
		reached: `${amountOf(cap, used)} of ${amountOf(cap, limit)} ${unit}`,
		raise_to: amountOf(cap, to),
		setting: capSetting(cap, ofSkill),
		...(day === undefined ? {} : { day }),
	};
}

/** Returns an amount for the arguments. For money, it is a string with dollars, so nobody reads it as cents. Other amounts are numbers. */
function amountOf(cap: Cap, count: number): string | number {
	return capsMoney(cap) ? capAmount(cap, count) : count;
}

/** Returns the verdict on a request for a larger budget, which always requires approval. No mode, rule or grant can replace it. */
export function raiseVerdict(state: State, { cap }: Raise): Verdict {
	const reason = capWords(state, cap);
	return { decision: 'confirm', risk: 'medium', rule: budgetTool, reason, effects: [], matches: [], executes: [] };
}

/**
 * Records the higher limit. The entry itself raises it. Nothing changes outside of the run, so no claim is needed. Only one process can
 * continue from the same state, because only one can advance the run's ref.
 */
export async function extend(stage: Stage, { call }: CallStep): Promise<EntryBody> {
	const { raise } = call;
	if (raise === undefined) throw new Error(`call ${call.id} asks for no more`);
	const setting = capSetting(raise.cap, isOfSkill(stage.state, raise.cap));
	const output = await stage.ports.blobs.put(`${setting} is ${amountOf(raise.cap, raise.to)} for this run now.`);
	return {
		type: 'tool_result',
		call_id: call.id,
		ok: true,
		output,
		duration_ms: 0,
		tree: await treeAfter([], stage),
	};
}

/** Reads how much the repository's runs have used today, before a process first asks the model. */
export async function readSpent({ state, ports }: Stage): Promise<EntryBody> {
	const day = utcDay(ports.clock.now());
	const told = (await ports.dayBook.spentOn(day)).flatMap((name) => spendingIn(name) ?? []);
	// A process of this run that broke off could not report its usage, but the journal contains the figures.
	const untold = state.spendings.filter(
		(own) => own.day === day && !told.some(({ process }) => process === own.process),
	);
	for (const own of untold) await ports.dayBook.noteSpent(spentName(own));
	return { type: 'spent_read', day, ...spentOn(day, [...told, ...untold]) };
}

/** Tells the other runs of the day how much this process has used. It does nothing if the day has no cap. */
export async function tellSpent(state: State, { dayBook }: Pick<Ports, 'dayBook'>): Promise<void> {
	const own = ownSpending(state);
	if (own !== undefined) await dayBook.noteSpent(spentName(own));
}
