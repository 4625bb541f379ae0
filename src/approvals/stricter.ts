import { type Clause, standardRoles, type Who } from '../core/index.ts';

const ranks: readonly string[] = standardRoles;

/**
 * What must be signed by the rules of then and by those of today together: what is stricter wins. A clause that a stricter one of
 * the other list says already is left out.
 */
export function stricterClauses(then: readonly Clause[], today: readonly Clause[]): readonly Clause[] {
	const kept = then.filter((old) => !today.some((now) => implies(now, old) && !implies(old, now)));
	return [...kept, ...today.filter((now) => !then.some((old) => implies(old, now)))];
}

/** Whether whatever fulfils one clause also fulfils the other. */
function implies(one: Clause, other: Clause): boolean {
	const isExcept = other.who.except === undefined || one.who.except?.id === other.who.except.id;
	return one.count >= other.count && isExcept && isWithin(one.who, other.who);
}

function isWithin(one: Who, other: Who): boolean {
	// Whoever answers has write access, unless a triager may, too.
	const all = other.roles?.some((role) => role === 'write' || role === 'triage') === true;
	const { roles = [], people = [], teams = [], owners = [] } = one;
	return (
		roles.every((role) => holds(role, other.roles ?? []) || (all && role !== 'triage')) &&
		people.every(({ id }) => all || other.people?.some((person) => person.id === id)) &&
		teams.every((team) => all || other.teams?.includes(team)) &&
		owners.every((owner) => all || other.owners?.includes(owner))
	);
}

/** Whether a role is one of these, or more than one of them. */
function holds(role: string, least: readonly string[]): boolean {
	const rank = ranks.indexOf(role);
	return least.some((one) => one === role || (rank !== -1 && ranks.indexOf(one) !== -1 && ranks.indexOf(one) <= rank));
}
