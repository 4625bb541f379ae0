import { type ContextCategory, type ContextReport, contextCategories } from '../core/index.ts';

/** The share of the budget for each category, in percent (Wolffish, The Agent Pipeline: identity, prefrontal, memory, skills, history). */
const shares: Readonly<Record<ContextCategory, number>> = {
	instructions: 15,
	rules: 10,
	memory: 30,
	skills: 20,
	history: 25,
};

/** A text that the model may see. */
export interface Candidate {
	readonly category: ContextCategory;
	/** A description of the text, for people. */
	readonly source: string;
	/** The text as the model would see it, without its tags. */
	readonly text: string;
	/** The relevance, from 0 to 1. */
	readonly score: number;
	/** True if the text is always shown, even if it is long. Its tokens count for its category's share. */
	readonly always?: true;
	/** Why the text is not shown, even if there is room. */
	readonly never?: string;
}

/** The decision about a candidate. */
export interface Chosen<T> {
	readonly candidate: T;
	readonly tokens: number;
	readonly shown: boolean;
	/** Why the candidate is shown, or why it is not. */
	readonly why: string;
}

type Spending = ContextReport['spending'][number];

/** The tokens for an element's tags and source. */
const tags = 40;

/**
 * Chooses the candidates that fit the shares, the highest score first (Wolffish, The Agent Pipeline: ras). Other categories get the unused
 * share of a category, in order. Candidates with the same score are chosen in the given order. The result has the order of the candidates.
 */
export function chooseWithin<T extends Candidate>(
	candidates: readonly T[],
	{ total, count }: { readonly total: number; readonly count: (text: string) => number },
): { readonly chosen: readonly Chosen<T>[]; readonly spending: readonly Spending[] } {
	const items = candidates.map((candidate) => ({ candidate, tokens: count(candidate.text) + tags }));
	const why = reasonsFor(items, total);
	const chosen = items.map(({ candidate, tokens }) => {
		const reason = why.get(candidate);
		return {
			candidate,
			tokens,
			shown: reason !== undefined,
			why: reason ?? candidate.never ?? 'does not fit the budget',
		};
	});
	return { chosen, spending: contextCategories.map((category) => spendingOf(category, total, chosen)) };
}

interface Item {
	readonly candidate: Candidate;
	readonly tokens: number;
}

/** Returns the reason for each candidate that is shown. */
function reasonsFor(items: readonly Item[], total: number): ReadonlyMap<Candidate, string> {
	const why = new Map<Candidate, string>();
	const left = new Map(contextCategories.map((category) => [category, shareOf(category, total)]));
	const take = ({ candidate, tokens }: Item, reason: string): void => {
		why.set(candidate, reason);
		left.set(candidate.category, (left.get(candidate.category) ?? 0) - tokens);
	};
	for (const item of items) if (item.candidate.always === true) take(item, 'always');
	const open = items
		.filter(({ candidate }) => candidate.always !== true && candidate.never === undefined)
		.sort((a, b) => b.candidate.score - a.candidate.score);
	for (const item of open) if (item.tokens <= (left.get(item.candidate.category) ?? 0)) take(item, 'fits');
	let pool = [...left.values()].reduce((sum, tokens) => sum + tokens, 0);
	for (const category of contextCategories) {
		for (const { candidate, tokens } of open) {
			if (candidate.category !== category || why.has(candidate) || tokens > pool) continue;
			why.set(candidate, 'fits what others left');
			pool -= tokens;
		}
	}
	return why;
}

function shareOf(category: ContextCategory, total: number): number {
	return Math.floor((total * shares[category]) / 100);
}

function spendingOf(category: ContextCategory, total: number, chosen: readonly Chosen<Candidate>[]): Spending {
	const own = chosen.filter(({ candidate, shown }) => shown && candidate.category === category);
	return { category, share: shareOf(category, total), spent: own.reduce((sum, { tokens }) => sum + tokens, 0) };
}
