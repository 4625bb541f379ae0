import type { Clause, Person, Who } from '../../core/index.ts';
import { span } from '../text/markdown.ts';
import { type MarkedText, marked } from '../text/marked-text.ts';

/**
 * Returns who may answer, with one part of a sentence for each clause, such as "a member of @octo-org/security". People who may not answer
 * come last.
 */
export function whoMay(clauses: readonly Clause[]): readonly string[] {
	const excepted = clauses.flatMap(({ who }) => (who.except === undefined ? [] : [who.except.login]));
	return [...clauses.map(clauseWords), ...[...new Set(excepted)].map((login) => `not @${login}, who started the run`)];
}

/**
 * Returns the text about who may answer: one line if all calls need the same people, otherwise a list. A terminal leaves out the line, but
 * shows the list, because the list says which people each step needs.
 */
export function whoMayLines(items: readonly { readonly id: string; readonly needs?: readonly Clause[] }[]): MarkedText {
	const groups = [...Map.groupBy(items, ({ needs }) => whoMay(needs ?? plain).join(' **and** '))];
	if (groups.length === 1) return marked(groups.map(([words]) => `Who may answer: ${words}.`).join(''), 'github');
	const lines = groups.map(([words, same]) => `- ${same.map(({ id }) => id).join(', ')}: ${words}`);
	return marked(`Who may answer:\n${lines.join('\n')}`);
}

const plain: readonly Clause[] = [{ count: 1, who: { roles: ['write'] }, why: '' }];

function clauseWords({ count, who }: Clause): string {
	const { roles = [], people = [], teams = [], patterns } = who;
	if (patterns !== undefined) return ownerWords(who, count);
	const isList = people.length > 0 || roles.length + teams.length > 1;
	const kinds = [
		...roles.map((role) => roleWords(role, isList ? 1 : count)),
		...people.map(personWords),
		...teams.map((team) => `${isList || count === 1 ? 'a member' : `${count} members`} of @${team}`),
	];
	if (kinds.length === 0) return 'nobody who could be verified';
	return isList && count > 1 ? `${count} of: ${kinds.join(', ')}` : kinds.join(' or ');
}

const plural: Readonly<Record<string, string>> = {
	write: 'people with write access',
	triage: 'people with the role triage or above',
	maintain: 'people with the role maintain or above',
	admin: 'people with the role admin',
};

function roleWords(role: string, count: number): string {
	const words = plural[role] ?? `people with the role ${span(role)}`;
	return count === 1 ? words : `${count} ${words}`;
}

function personWords({ id, login }: Person): string {
	return login === '' ? `the account ${id}` : `@${login}`;
}

function ownerWords({ owners = [], teams = [], patterns = [] }: Who, count: number): string {
	const names = [...owners, ...teams].map((owner) =>
		owner.includes('@') ? `${span(owner)}, which cannot be verified` : `@${owner}`,
	);
	return `${count === 1 ? 'an owner' : `${count} owners`} of ${patterns.map(span).join(', ')} (${names.join(', ')})`;
}
