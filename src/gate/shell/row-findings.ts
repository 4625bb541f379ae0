import { type Arguments, hasUnnamedOption, inFull, noting, optionRoles } from './arguments.ts';
import { findingsOf } from './by-role.ts';
import { fedFindings } from './fed.ts';
import { handedRefs } from './handed-refs.ts';
import { fedScript } from './origin.ts';
import { type Finding, type Input, type Invocation, opaque, privilege, type Row } from './program.ts';
import { credentialsIn } from './roles.ts';
import { unlistedFindings } from './unlisted.ts';
import { unnamedFindings } from './unnamed.ts';
import { constant } from './word.ts';

/** How an invocation was read: the possible effects of unknown words, and the use of the input. */
export interface Reading {
	readonly read: Doubt;
	readonly input: Input;
}

type Doubt = Pick<Arguments, 'uncertain' | 'further'>;

/** Returns all findings about an invocation: its options, operands and input, and words that the row does not list. */
export function findingsBy(row: Row, invocation: Invocation, { read, input }: Reading): readonly Finding[] {
	const asked = new Set<string>();
	const mayBeCut = row.wholeOptions !== true && hasUnnamedOption(row, invocation);
	const found = ownFindings(row, mayBeCut ? noting(invocation, asked) : invocation, read);
	const full = mayBeCut ? inFull(row, invocation, asked) : undefined;
	const all = full === undefined ? found : [...found, ...ownFindings(row, full, read)];
	return all.concat(
		fedFindings(input, all, invocation),
		unnamedFindings(row, invocation),
		unlistedFindings(row, invocation, all),
		handedRefs(row, invocation, all),
	);
}

/** Returns the findings by the row itself, without the input and without words that the row does not list. */
function ownFindings(row: Row, invocation: Invocation, read: Doubt): readonly Finding[] {
	const { options, scope } = invocation;
	const roles = optionRoles(row);
	const byOption = options.flatMap(({ name, value }) => {
		const role = Object.hasOwn(roles, name) ? roles[name] : undefined;
		if (role === undefined || value === undefined) return [];
		const isAssigned = name.length === 2 && role !== 'data' && /^=./.test(value.text);
		// In `-o=x`, the value is `x` for some programs and `=x` for others.
		const values = isAssigned ? [value, { ...value, ...constant(value.text.slice(1)), known: value.known }] : [value];
		// Another program of the same row may have this option without a value. For this program, the next word is a file.
		const isFile = role === 'data' && row.operands === 'read' && name.length === 2 && name !== '-I';
		if (isFile) return credentialsIn([value], scope).filter(() => !/\s/.test(value.text));
		return [
			...values.flatMap((one) => findingsOf(role, one, scope)),
			...(role === 'script' ? fedScript(value, invocation.stdin) : []),
		];
	});
	const byOperand = row.subcommands === undefined ? byOperands(row, invocation) : [];
	const [verb] = invocation.operands;
	const isUntold = row.verbFirst === true && verb !== undefined && (!verb.known || verb.pattern);
	const untold = isUntold ? [opaque('which of its commands runs cannot be known')] : [];
	const escalated = row.escalates === true ? [privilege(invocation.name)] : [];
	return escalated.concat(byOption, byOperand, row.also?.(invocation) ?? [], untold, doubts(row, invocation, read));
}

/** Returns doubts about unknown words: they may be options or several words. */
function doubts(row: Row, invocation: Invocation, { uncertain, further: given }: Doubt): readonly Finding[] {
	const { words, operands } = invocation;
	const isLeft =
		row.setsFirst === true && !words.slice(0, words.length - operands.length).some(({ open }) => open === true);
	const further = isLeft ? undefined : given;
	const isHarmless = row.onlyReads === true && isOwn(invocation);
	const mayBeOption = further === 'any' || (uncertain && row.discreet !== true);
	if (mayBeOption && !isHarmless && hasOptions(row))
		return [opaque('an argument that cannot be known may be an option')];
	return further !== undefined && usesOperands(row, further === 'alike')
		? [opaque('an argument that cannot be known may be several, as it is not quoted')]
		: [];
}

/**
 * Returns whether every unknown word comes from this machine and certainly exists. Threat: another machine may choose a word that shows
 * another file.
 */
function isOwn({ words }: Invocation): boolean {
	return words.every(({ known, either, fetched }) => known || !(either || fetched));
}

/** Returns whether an option can do more than take a text. */
function hasOptions(row: Row): boolean {
	return row.also !== undefined || Object.values(optionRoles(row)).some((role) => role !== 'data');
}

/** Returns whether a further operand can have an effect. With `isAlike`, effects that the known operands also have are ignored. */
function usesOperands(row: Row, isAlike: boolean): boolean {
	const { also, operands = 'data', onlyText, onlyNames, wraps, subcommands } = row;
	if (onlyNames === true) return false;
	if (onlyText === true) return operands === 'name';
	if (wraps === true || subcommands !== undefined) return true;
	return isAlike ? typeof operands !== 'string' : also !== undefined || operands !== 'data';
}

/** Returns the findings about operands by their roles. An operand that begins a command takes all following words. */
function byOperands(row: Row, { operands, scope }: Invocation): readonly Finding[] {
	const given = row.operands ?? 'data';
	if (given === 'data') return [];
	const list = typeof given === 'string' ? [given] : given;
	const command = list.indexOf('command');
	const single = command < 0 ? operands : operands.slice(0, command);
	const found = single.flatMap((word, i) => findingsOf(list[Math.min(i, list.length - 1)] ?? 'data', word, scope));
	const words = command < 0 ? [] : operands.slice(command);
	return words.length === 0 ? found : [...found, { find: 'command', words }];
}
