import {
	type Cap,
	type EntryBody,
	type JsonObject,
	type Ports,
	spendingIn,
	spentName,
	spentOn,
	type Verdict,
} from '../core/index.ts';
import { capAmount, capSetting, capsMoney, capUnit } from '../report/index.ts';
import { budgetTool, capWords, isOfSkill, ownSpending, raiseFor } from './budget.ts';
import type { CallState, Raise } from './call-state.ts';
import { treeAfter } from './checkpoint.ts';
import type { Stage } from './stage.ts';
import type { State } from './state.ts';

/** Whether an id is one of the run's own requests, which no model may give to a call of its own. */
export function isRaiseId(id: string): boolean {
	return /^budget-\d+$/.test(id);
}

/** Records that a cap is reached, as a call of the run's own that asks for more. */
export async function reachCap({ cap }: { readonly cap: Cap }, { state, ports }: Stage): Promise<EntryBody> {
	const raise = raiseFor(state, cap);
	const args = await ports.blobs.put(JSON.stringify(argsOf(raise, isOfSkill(state, cap))));
	return { type: 'cap_reached', call_id: `budget-${state.raises.length + 1}`, ...raise, told: true, args };
}

/** What a signature is bound to, beside the run. */
function argsOf({ cap, used, limit, to, day }: Omit<Raise, 'after'>, ofSkill: boolean): JsonObject {
	const unit = capUnit(cap);
	return {
		reached: `${amountOf(cap, used)} of ${amountOf(cap, limit)} ${unit}`,
		raise_to: amountOf(cap, to),
		setting: capSetting(cap, ofSkill),
		...(day === undefined ? {} : { day }),
	};
}

/** Dollars are a text, so that no amount is read as cents; the others are numbers. */
function amountOf(cap: Cap, count: number): string | number {
	return capsMoney(cap) ? capAmount(cap, count) : count;
}

/** A cap always asks: no mode, rule or grant answers for a person. */
export function raiseVerdict(state: State, { cap }: Raise): Verdict {
	const reason = capWords(state, cap);
	return { decision: 'confirm', risk: 'medium', rule: budgetTool, reason, effects: [], matches: [], executes: [] };
}

/**
 * The limit is raised by the entry alone. Nothing outside happens, so there is nothing to claim: whoever goes on from the same state is one,
 * since the run's ref lets only one.
 */
export async function extend({ call }: { readonly call: CallState }, stage: Stage): Promise<EntryBody> {
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

/** Reads what the repository's runs have used today, before a process asks the model for the first time. */
export async function readSpent({ state, ports }: Stage): Promise<EntryBody> {
	const day = ports.clock.now().toISOString().slice(0, 10);
	const told = (await ports.dayBook.spentOn(day)).flatMap((name) => spendingIn(name) ?? []);
	// A process that broke off could not tell; the journal can.
	const untold = state.spendings.filter(
		(own) => own.day === day && !told.some(({ process }) => process === own.process),
	);
	for (const own of untold) await ports.dayBook.noteSpent(spentName(own));
	return { type: 'spent_read', day, ...spentOn(day, [...told, ...untold]) };
}

/** Tells the other runs of the day what this process has used; where no day is capped, nobody asks. */
export async function tellSpent(state: State, { dayBook }: Pick<Ports, 'dayBook'>): Promise<void> {
	const own = ownSpending(state);
	if (own !== undefined) await dayBook.noteSpent(spentName(own));
}
