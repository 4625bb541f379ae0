import type { Spent } from './ports.ts';

/** What is added up stays a whole number that can be told exactly, whatever somebody wrote into a name. */
const most = 1_000_000_000_000;

/** The name under which a process's use of a day is written down: it carries the figures, so that one listing tells them all. */
export function spentName(day: string, process: string, { tokens, seconds }: Spent): string {
	return `${day}/${process}/${tokens}/${seconds}`;
}

/** The figures in names of a day, added up. A name of another form counts for nothing. */
export function spentIn(names: readonly string[], day: string): Spent {
	const found = names.flatMap((name) => {
		const [, of, tokens, seconds] = /(?:^|\/)(\d{4}-\d\d-\d\d)\/[\w-]+\/(\d+)\/(\d+)$/.exec(name) ?? [];
		return of === day ? [{ tokens: Number(tokens), seconds: Number(seconds) }] : [];
	});
	const sum = (pick: (one: Spent) => number): number => found.reduce((all, one) => Math.min(most, all + pick(one)), 0);
	return { tokens: sum(({ tokens }) => tokens), seconds: sum(({ seconds }) => seconds) };
}

/** The day of a name; undefined where it has none. */
export function dayOf(name: string): string | undefined {
	return /\/spent\/(\d{4}-\d\d-\d\d)\//.exec(name)?.[1];
}
