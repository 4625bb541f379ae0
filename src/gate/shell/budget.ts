/** The remaining budget of one call. All code that judges the call shares it. */
export interface Budget {
	/** The remaining steps. A step is about one microsecond on a machine with two cores. */
	steps: number;
	/** Extra steps for the commands that are left when the budget is spent. */
	reserve: number;
	/** The remaining depth of nested command lines. */
	depth: number;
	/** A part was not read, so the whole line is opaque. */
	isPartial: boolean;
	/** All steps spent so far. */
	spent: number;
}

/** The budget of one call, in steps. */
export const allowance = { steps: 24_000, reserve: 6_000, depth: 24, declared: 5_000 } as const;

/** The price of work, in steps. */
export const costs = {
	/** A node of the syntax tree. */
	node: 1,
	/** A node that is searched for arithmetic. */
	read: 0.25,
	/** A simple command, without its words. */
	command: 20,
	/** A word of a command. It may be a path that is looked up, and each rule judges it. */
	word: 10,
	/** A pattern that may match a program's name. Each known name is tried. */
	matching: 400,
	/** A word that an expansion creates. */
	expanded: 2,
	/** A word with braces, which is parsed once for each element. */
	parsed: 6,
} as const;

/**
 * How much one step pays for: characters of text, or state entries to copy or compare. Code of another language costs one step for each
 * character, up to `mostCode` characters.
 */
const perStep = { characters: 16, entries: 8, mostCode: 15_000 } as const;

/** Creates a full budget. */
export function createBudget(): Budget {
	const { steps, reserve, depth } = allowance;
	return { steps, reserve, depth, isPartial: false, spent: 0 };
}

/** Takes some steps from the budget. Returns whether any steps are left. If not, the caller must not do the work. */
export function pay(budget: Budget, steps: number): boolean {
	spend(budget, Math.min(steps, Math.max(0, budget.steps)));
	return budget.steps > 0;
}

function spend(budget: Budget, steps: number): void {
	budget.steps -= steps;
	budget.spent += steps;
	if (budget.steps <= 0) budget.isPartial = true;
}

/** As {@link pay}, for reading text. */
export function payText(budget: Budget, characters: number): boolean {
	return pay(budget, characters / perStep.characters);
}

/** As {@link pay}, for copying or comparing a state. */
export function payState(budget: Budget, entries: number): boolean {
	return pay(budget, 1 + entries / perStep.entries);
}

/** As {@link pay}, for code of another language. If any budget is left, the code is read whole. */
export function payCode(budget: Budget, characters: number): boolean {
	if (isOut(budget)) return false;
	const read = Math.min(characters, perStep.mostCode);
	spend(budget, read + (characters - read) / perStep.characters);
	return true;
}

/** Returns whether the budget is spent. */
export function isOut({ steps }: Budget): boolean {
	return steps <= 0;
}
