import type { TestCommand } from 'unbash';
import { jumps, type State } from './state.ts';
import { countOrNothing, isCount, type Word } from './word.ts';

/**
 * What `=~` leaves in `BASH_REMATCH` where only digits get through: such a group is a number, or nothing. Other groups hold what
 * somebody else may have chosen.
 */
export function noteDigits({ expression }: TestCommand, pattern: Word | undefined, { variables, jump }: State): void {
	for (const name of [...variables.keys()]) if (name.startsWith('BASH_REMATCH[')) variables.delete(name);
	const isAlone = expression.type === 'TestBinary' && expression.operator === '=~';
	if (!isAlone || pattern?.known !== true || jump !== jumps.none) return;
	for (const place of digitGroups(pattern.text)) {
		const name = `BASH_REMATCH[${place}]`;
		variables.set(name, [countOrNothing(name)]);
	}
}

/** A text that is computed, with a number in place of each such group. */
export function withDigits(text: string, { variables }: State): string {
	if (!text.includes('BASH_REMATCH')) return text;
	return text.replace(/\$?\{?\bBASH_REMATCH\b(?:\[(\d+)\])?\}?/g, (whole, place = '0') =>
		isCount(variables.get(`BASH_REMATCH[${place}]`)) ? '0' : whole,
	);
}

const digits = /^(?:D(?:[+*?]|\{\d+(?:,\d*)?\})?)+$/;

/** A pattern without groups in groups, of which it is certain where each begins. */
const plain =
	/^(?:[^()[\]\\]|\\[.+*?^$/-]|\[\^?[\w .:,/+=@-]+\]|\((?:[^()[\]\\]|\\[.+*?^$/-]|\[\^?[\w .:,/+=@-]+\])*\))*$/;

/** The numbers of the groups that match digits alone; 0 is all that the pattern matches. */
function digitGroups(pattern: string): readonly number[] {
	const short = pattern.replaceAll('[[:digit:]]', 'D').replaceAll('[0-9]', 'D');
	// A letter of its own may be a `D`.
	if (pattern.includes('D') || pattern.length > 500 || !plain.test(short)) return [];
	const groups = [...short.matchAll(/\(([^()]*)\)/g)].map(([, inside = '']) => inside);
	const all = [short.replace(/^\^|\$$/g, '').replace(/[()]/g, ''), ...groups];
	return all.flatMap((one, i) => (digits.test(one) ? [i] : []));
}
