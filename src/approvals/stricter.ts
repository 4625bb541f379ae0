import { type Clause, standardRoles, type Who } from '../core/index.ts';

const ranks: readonly string[] = standardRoles;

/**
 * Combines the clauses of the old rules and of today's rules. It leaves out a clause if a clause of the other list is at least as strict
 * for the same people.
 */
export function stricterClauses(then: readonly Clause[], today: readonly Clause[]): readonly Clause[] {
	const kept = then.filter((old) => !today.some((now) => implies(now, old) && !implies(old, now)));
	return [...kept, ...today.filter((now) => !then.some((old) => implies(old, now)))];
}

/** Returns whether all signatures that fulfil the first clause also fulfil the second. */
function implies(one: Clause, other: Clause): boolean {
	const isExcept = other.who.except === undefined || one.who.except?.id === other.who.except.id;
	return one.count >= other.count && isExcept && isWithin(one.who, other.who);
}

function isWithin(one: Who, other: Who): boolean {
	// If `other` accepts the role write or triage, it accepts everybody with write access. Then only the role triage in `one` could accept
	// more people.
	const acceptsAllWriters = other.roles?.some((role) => role === 'write' || role === 'triage') === true;
	const { roles = [], people = [], teams = [], owners = [] } = one;
	return (
		roles.every((role) => holds(role, other.roles ?? []) || (acceptsAllWriters && role !== 'triage')) &&
		people.every(({ id }) => acceptsAllWriters || other.people?.some((person) => person.id === id)) &&
		teams.every((team) => acceptsAllWriters || other.teams?.includes(team)) &&
		owners.every((owner) => acceptsAllWriters || other.owners?.includes(owner))
	);
}

/** Returns whether a role is one of these roles, or a higher one. */
function holds(role: string, least: readonly string[]): boolean {
	const rank = ranks.indexOf(role);
	return least.some((one) => one === role || (rank !== -1 && ranks.indexOf(one) !== -1 && ranks.indexOf(one) <= rank));
}
