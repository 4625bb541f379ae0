/** What one call may still cost. All that judges the call shares it. */
export interface Budget {
	/** What may still be spent, in steps: about a microsecond of a machine of two cores each. */
	steps: number;
	/** Kept for a short look at what stands behind the end of the others. */
	reserve: number;
	/** How much deeper command lines may be nested. */
	depth: number;
	/** Something has been left unread: then the line is opaque as a whole. */
	isPartial: boolean;
	/** All that was spent so far. */
	spent: number;
}

/** The steps of one call. */
export const allowance = { steps: 24_000, reserve: 6_000, depth: 24, declared: 5_000 } as const;

/** What work costs, in steps. */
export const costs = {
	/** A node of the syntax tree. */
	node: 1,
	/** A node that is looked at for arithmetic. */
	read: 0.25,
	/** A simple command, without its words. */
	command: 20,
	/** A word of a command: it may be a path that is looked up, and judged by each rule. */
	word: 10,
	/** A program that a pattern may name: each name that is known is tried. */
	matching: 400,
	/** A word that an expansion makes. */
	expanded: 2,
	/** A word of braces, which is parsed once for each element. */
	parsed: 6,
} as const;

/** Characters that are read, and entries of a state that are copied or compared, for one step; and how much code takes one for each character. */
const perStep = { characters: 16, entries: 8, mostCode: 15_000 } as const;

/** A whole budget. */
export function createBudget(): Budget {
	const { steps, reserve, depth } = allowance;
	return { steps, reserve, depth, isPartial: false, spent: 0 };
}

/** Pays for some steps; tells whether there were more than that. Where it says no, the work is not to be done. */
export function pay(budget: Budget, steps: number): boolean {
	spend(budget, Math.min(steps, Math.max(0, budget.steps)));
	return budget.steps > 0;
}

function spend(budget: Budget, steps: number): void {
	budget.steps -= steps;
	budget.spent += steps;
	if (budget.steps <= 0) budget.isPartial = true;
}

/** As {@link pay}, for text that is read. */
export function payText(budget: Budget, characters: number): boolean {
	return pay(budget, characters / perStep.characters);
}

/** As {@link pay}, for a state that is copied or compared. */
export function payState(budget: Budget, entries: number): boolean {
	return pay(budget, 1 + entries / perStep.entries);
}

/** Pays for code of another language, which is read whole where anything is left. */
export function payCode(budget: Budget, characters: number): boolean {
	if (isOut(budget)) return false;
	const read = Math.min(characters, perStep.mostCode);
	spend(budget, read + (characters - read) / perStep.characters);
	return true;
}

/** Whether nothing is left for more work. */
export function isOut({ steps }: Budget): boolean {
	return steps <= 0;
}
