import { hasTrait } from '../../core/index.ts';
import type { CallState } from './call-state.ts';
import type { Round, State } from './state.ts';

/**
 * After this many replies in a row without anything new, the model writes its closing message, because a repeated reply costs as much as a
 * new one.
 */
export const maxIdleRounds = 3;

/** Says whether a run's replies brought anything new. */
interface Progress {
	/** How many of the last replies only repeated calls with known results. */
	readonly idle: number;
	/**
	 * For each call id: how often its result had occurred by then, including this time, and how many replies in a row were idle at that time.
	 */
	readonly seen: ReadonlyMap<string, { readonly times: number; readonly idle: number }>;
}

/**
 * Returns the progress of the rounds. A call shows nothing new if the same call gave the same result before, on the same files. This does
 * not apply if another call in between had an effect outside the files.
 */
function progressOf(rounds: readonly Round[]): Progress {
	const times = new Map<string, number>();
	const done = new DoneFacts();
	const seen = new Map<string, { readonly times: number; readonly idle: number }>();
	let idle = 0;
	for (const { calls } of rounds) {
		const counts = calls.map((call) => {
			const own = identityOf(call);
			const fact = `${own} ${resultOf(call)}`;
			const situation = `${fact} ${done.byOthers(own)}`;
			const count = (times.get(situation) ?? 0) + 1;
			times.set(situation, count);
			if (hasEffect(call)) done.add(fact, own);
			return [call.id, count] as const;
		});
		// A reply without calls is a plan, which the run now carries out. So the run may read the same files again.
		idle = counts.length === 0 || counts.some(([, count]) => count === 1) ? 0 : idle + 1;
		for (const [id, count] of counts) seen.set(id, { times: count, idle });
	}
	return { idle, seen };
}

/** Counts the different results of calls with effects. The counts are kept, because a long run needs them for each call. */
class DoneFacts {
	readonly #facts = new Set<string>();
	readonly #ofCall = new Map<string, number>();

	add(fact: string, own: string): void {
		if (this.#facts.has(fact)) return;
		this.#facts.add(fact);
		this.#ofCall.set(own, (this.#ofCall.get(own) ?? 0) + 1);
	}

	/** Returns how many of the results come from other calls. */
	byOthers(own: string): number {
		return this.#facts.size - (this.#ofCall.get(own) ?? 0);
	}
}

/** Identifies a call by its name and arguments. */
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
	const effects = verdict?.effects ?? [];
	return ran && verdict?.decision !== 'block' && effects.some((effect) => !hasTrait(effect, 'reads', 'again'));
}

/** Returns after how many idle replies in a row the model writes its closing message. Infinity in older journals. */
function idleLimit({ header }: State): number {
	return header?.settings.limits.idleRounds ?? Infinity;
}

/** Returns whether the run only repeats itself. */
export function isStalled(state: State): boolean {
	return progressOf(state.rounds).idle >= idleLimit(state);
}

/**
 * Returns the remarks that the model reads with results of calls if the run only repeats itself, by call id. They are made only from the
 * journal.
 */
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
