import type { Spent } from './ports.ts';

/** What is added up stays a whole number that can be told exactly, whatever somebody wrote into a name. */
const most = 1_000_000_000_000;

/** The use of one process on one day. */
export interface Spending extends Spent {
	/** `2026-11-22`, UTC. */
	readonly day: string;
	/** Names the process. */
	readonly process: string;
}

/**
 * The name under which a process's use of a day is written down: it carries the figures, so that one listing tells them all. Cents stand in the
 * last component, since a ref cannot lie below another; none are left out.
 */
export function spentName({ day, process, tokens, seconds, cents }: Spending): string {
	return `${day}/${process}/${tokens}/${seconds}${cents === 0 ? '' : `-${cents}`}`;
}

/** What a name tells; undefined for one of another form. */
export function spendingIn(name: string): Spending | undefined {
	const [, day, process, tokens, seconds, cents = 0] =
		/(?:^|\/)(\d{4}-\d\d-\d\d)\/([\w-]+)\/(\d+)\/(\d+)(?:-(\d+))?$/.exec(name) ?? [];
	if (day === undefined || process === undefined) return undefined;
	return { day, process, tokens: Number(tokens), seconds: Number(seconds), cents: Number(cents) };
}

/** The uses of a day, added up. */
export function spentOn(day: string, spendings: readonly Spending[]): Spent {
	const ofDay = spendings.filter((one) => one.day === day);
	const sum = (pick: (one: Spent) => number): number => ofDay.reduce((all, one) => Math.min(most, all + pick(one)), 0);
	return {
		tokens: sum(({ tokens }) => tokens),
		seconds: sum(({ seconds }) => seconds),
		cents: sum(({ cents }) => cents),
	};
}

/** The day of a name; undefined where it has none. */
export function dayOf(name: string): string | undefined {
	return /\/spent\/(\d{4}-\d\d-\d\d)\//.exec(name)?.[1];
}
