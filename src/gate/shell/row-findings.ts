import { inFull, optionRoles } from './arguments.ts';
import { findingsOf } from './by-role.ts';
import { fedFindings } from './fed.ts';
import { fedScript } from './origin.ts';
import { type Finding, type Input, type Invocation, opaque, privilege, type Role, type Row } from './program.ts';
import { credentialsIn } from './roles.ts';
import { unnamedFindings } from './unnamed.ts';

/** How an invocation is read: whether a word may be an option that is not known, and what is done with the input. */
export interface Reading {
	readonly uncertain: boolean;
	readonly input: Input;
}

/** What an invocation does by its row: its options, its operands, what it is fed, and what the row does not name. */
export function findingsBy(row: Row, invocation: Invocation, { uncertain, input }: Reading): readonly Finding[] {
	const found = ownFindings(row, invocation, uncertain);
	const full = row.wholeOptions === true ? undefined : inFull(row, invocation);
	const all = full === undefined ? found : [...found, ...ownFindings(row, full, uncertain)];
	return all.concat(fedFindings(input, all, invocation), unnamedFindings(row, invocation));
}

/** What a row says of an invocation, without what it is fed and what the row does not name. */
function ownFindings(row: Row, invocation: Invocation, uncertain: boolean): readonly Finding[] {
	const { options, scope } = invocation;
	const roles = optionRoles(row);
	const byOption = options.flatMap(({ name, value }) => {
		const role = Object.hasOwn(roles, name) ? roles[name] : undefined;
		if (role === undefined || value === undefined) return [];
		// With another program of the row it may take no value, and then this is a file.
		const isFile = role === 'data' && row.operands === 'read' && name.length === 2 && name !== '-I';
		if (isFile) return credentialsIn([value], scope).filter(() => !/\s/.test(value.text));
		return [...findingsOf(role, value, scope), ...(role === 'script' ? fedScript(value, invocation.stdin) : [])];
	});
	const byOperand = row.subcommands === undefined ? byOperands(row, invocation) : [];
	const isTame = row.discreet === true || (row.onlyReads === true && isOwn(invocation));
	const isDoubtful = uncertain && !isTame && doesMore(row, roles);
	const doubt = isDoubtful ? [opaque('an argument that cannot be known may be an option')] : [];
	const escalated = row.escalates === true ? [privilege(invocation.name)] : [];
	return escalated.concat(byOption, byOperand, row.also?.(invocation) ?? [], doubt);
}

/** What another machine wrote may be chosen to show another file. */
function isOwn({ words }: Invocation): boolean {
	return words.every(({ known, either, fetched }) => known || !(either || fetched));
}

/** Whether an option of the program could do more than take a text. */
function doesMore({ also }: Row, roles: Readonly<Record<string, Role>>): boolean {
	return also !== undefined || Object.values(roles).some((role) => role !== 'data' && role !== 'name');
}

/** What operands mean: a role that takes a command takes all that follow, too. */
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
