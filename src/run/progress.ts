import type { Effect } from '../core/index.ts';
import type { CallState } from './call-state.ts';
import type { Round } from './round.ts';
import type { State } from './state.ts';

/** The same reply again and again costs as much as a new one: after so many in a row that show nothing new, the model has its last word. */
export const maxIdleRounds = 3;

/** What a run's replies have brought. */
interface Progress {
	/** How many replies in a row, at the end, only repeated calls whose results were known. */
	readonly idle: number;
	/** By a call's id: how often its result had been seen by then, itself included, and how many replies in a row were idle then. */
	readonly seen: ReadonlyMap<string, { readonly times: number; readonly idle: number }>;
}

const nothing: Progress = { idle: 0, seen: new Map() };

/**
 * Whether each call showed something that was not known. It did not where the same call gave the same result before, on the same files,
 * and no other call did anything in between that is not in the files.
 */
function progressOf(rounds: readonly Round[]): Progress {
	const times = new Map<string, number>();
	const done = new Map<string, string>();
	return rounds.reduce<Progress>((before, { calls }) => {
		// A plan, which is carried out from here: the same files are read again.
		if (calls.length === 0) return { idle: 0, seen: before.seen };
		const counts = calls.map((call) => {
			const own = identityOf(call);
			const fact = `${own} ${resultOf(call)}`;
			const others = [...done.values()].filter((doer) => doer !== own).length;
			const count = (times.get(`${fact} ${others}`) ?? 0) + 1;
			times.set(`${fact} ${others}`, count);
			if (hasEffect(call)) done.set(fact, own);
			return [call.id, count] as const;
		});
		const idle = counts.some(([, count]) => count === 1) ? 0 : before.idle + 1;
		return {
			idle,
			seen: new Map([...before.seen, ...counts.map(([id, count]) => [id, { times: count, idle }] as const)]),
		};
	}, nothing);
}

/** A call by its name and arguments. */
function identityOf({ name, canonical, args }: CallState): string {
	return `${name} ${canonical ?? args.sha256}`;
}

function resultOf({ outcome }: CallState): string {
	if (outcome === undefined) return '';
	const { kind, text, tree = '' } = outcome;
	return `${kind} ${typeof text === 'string' ? text : text.sha256} ${tree}`;
}

function hasEffect({ verdict, outcome }: CallState): boolean {
	const ran = outcome?.kind === 'done' || outcome?.kind === 'failed';
	return ran && verdict?.decision !== 'block' && (verdict?.effects ?? []).some((effect) => !isReading(effect));
}

function isReading({ kind }: Effect): boolean {
	return kind === 'read' || kind === 'forge.read';
}

/** After how many idle replies in a row a run gives the model its last word; never in journals from before it did. */
function idleLimit({ header }: State): number {
	return header?.settings.limits.idleRounds ?? Infinity;
}

/** Whether the run goes round in circles. */
export function isStalled(state: State): boolean {
	return progressOf(state.rounds).idle >= idleLimit(state);
}

/** What the model is told with a call's result, where it goes round in circles. It follows from the journal alone. */
export function repetitionRemarks(state: State): ReadonlyMap<string, string> {
	const limit = idleLimit(state);
	const repeated = [...progressOf(state.rounds).seen].filter(
		([, { times, idle }]) => times >= limit || (times > 1 && idle >= limit - 1),
	);
	return new Map(repeated.map(([id, { times, idle }]) => [id, remark(times, idle === limit - 1)]));
}

function remark(times: number, isLast: boolean): string {
	const last = isLast ? ' One more reply that only repeats such calls is the last one with tools.' : '';
	return `[Seen ${times} times: this call gave this result before, and nothing changed in between. Repeating it shows nothing new: do something else, or answer with what you know.${last}]`;
}
