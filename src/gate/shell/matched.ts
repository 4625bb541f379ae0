import type { TestCommand } from 'unbash';
import { jumps, type State } from './state.ts';
import { countOrNothing, isCount, type Word } from './word.ts';

/**
 * Records which groups in `BASH_REMATCH` contain only digits or nothing after `=~`. Another person may have chosen the text of the other
 * groups.
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

/** Returns a text for arithmetic, with each of these groups replaced by 0. */
export function withDigits(text: string, { variables }: State): string {
	if (!text.includes('BASH_REMATCH')) return text;
	return text.replace(/\$?\{?\bBASH_REMATCH\b(?:\[(\d+)\])?\}?/g, (whole, place = '0') =>
		isCount(variables.get(`BASH_REMATCH[${place}]`)) ? '0' : whole,
	);
}

const digits = /^(?:D(?:[+*?]|\{\d+(?:,\d*)?\})?)+$/;

/** A pattern without nested groups, in which the beginning of each group is certain. */
const plain =
	/^(?:[^()[\]\\]|\\[.+*?^$/-]|\[\^?[\w .:,/+=@-]+\]|\((?:[^()[\]\\]|\\[.+*?^$/-]|\[\^?[\w .:,/+=@-]+\])*\))*$/;

/** Returns the numbers of the groups that match only digits. Group 0 is the whole match. */
function digitGroups(pattern: string): readonly number[] {
	const short = pattern.replaceAll('[[:digit:]]', 'D').replaceAll('[0-9]', 'D');
	// The pattern may contain the letter `D` itself.
	if (pattern.includes('D') || pattern.length > 500 || !plain.test(short)) return [];
	const groups = [...short.matchAll(/\(([^()]*)\)/g)].map(([, inside = '']) => inside);
	const all = [short.replace(/^\^|\$$/g, '').replace(/[()]/g, ''), ...groups];
	return all.flatMap((one, i) => (digits.test(one) ? [i] : []));
}
