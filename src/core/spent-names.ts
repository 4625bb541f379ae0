import type { Spent } from './ports.ts';

/** The largest sum. So a sum stays an exact whole number, even if somebody wrote huge figures into a name. */
const most = 1_000_000_000_000;

/** The usage of one process on one day. */
export interface Spending extends Spent {
	/** `2026-11-22`, UTC. */
	readonly day: string;
	/** The name of the process. */
	readonly process: string;
}

/**
 * Returns the name that records a process's usage of a day. The name contains the figures, so one listing of names shows all figures. Cents
 * are a part of the last component, because a git ref cannot be below another ref. Zero cents are left out.
 */
export function spentName({ day, process, tokens, seconds, cents }: Spending): string {
	return `${day}/${process}/${tokens}/${seconds}${cents === 0 ? '' : `-${cents}`}`;
}

/** Reads a name, or returns undefined if it has another form. */
export function spendingIn(name: string): Spending | undefined {
	const [, day, process, tokens, seconds, cents = 0] =
		/(?:^|\/)(\d{4}-\d\d-\d\d)\/([\w-]+)\/(\d+)\/(\d+)(?:-(\d+))?$/.exec(name) ?? [];
	if (day === undefined || process === undefined) return undefined;
	return { day, process, tokens: Number(tokens), seconds: Number(seconds), cents: Number(cents) };
}

/** Returns the sum of a day's usage. */
export function spentOn(day: string, spendings: readonly Spending[]): Spent {
	const ofDay = spendings.filter((one) => one.day === day);
	const sum = (pick: (one: Spent) => number): number => ofDay.reduce((all, one) => Math.min(most, all + pick(one)), 0);
	return {
		tokens: sum(({ tokens }) => tokens),
		seconds: sum(({ seconds }) => seconds),
		cents: sum(({ cents }) => cents),
	};
}

/** Returns the day in a name, or undefined if it has none. */
export function dayOf(name: string): string | undefined {
	return /\/spent\/(\d{4}-\d\d-\d\d)\//.exec(name)?.[1];
}
