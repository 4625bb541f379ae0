import {
	type ApprovalSettings,
	type Clause,
	holdsRole,
	type Match,
	type Person,
	type Rights,
	type Risk,
	type Who,
} from '../core/index.ts';
import type { OwnedPath } from './code-owners.ts';

/** The facts that decide who must sign one call. */
export interface Question {
	readonly settings: ApprovalSettings;
	readonly requester: Person;
	readonly risk: Risk;
	readonly matches: readonly Match[];
	/** The touched paths that have owners. */
	readonly owned: readonly OwnedPath[];
}

/** A person, with facts that were just read from the API. */
export interface PersonFacts extends Pick<Rights, 'roleName' | 'permission'> {
	readonly id: number;
	/** The login in lower case. The API confirmed that it belongs to this id. */
	readonly login: string;
	/** Those of the requested teams in which the person is an active member. */
	readonly teams: readonly string[];
}

/** The default settings for approvals. */
export const plainApprovals: ApprovalSettings = {
	...{ roles: ['write'], people: [], teams: [] },
	...{ notRequester: false, signatures: 1, critical: 1, codeowners: false, requireIds: false },
};

/** The clause that applies if a request names none: one signature by a person with write access. */
export const plainClause: Clause = { count: 1, who: { roles: ['write'] }, why: 'the configuration' };

/** Returns whether a person's signature is valid for a clause. */
export function mayAnswer({ who }: Clause, person: PersonFacts): boolean {
	if (who.except?.id === person.id) return false;
	if (!holdsRole(who.roles?.includes('triage') ? 'triage' : 'write', person)) return false;
	const { roles = [], people = [], teams = [], owners = [] } = who;
	const isNamed = people.some(({ id }) => id === person.id) || owners.includes(person.login);
	return isNamed || roles.some((role) => holdsRole(role, person)) || teams.some((team) => person.teams.includes(team));
}

/**
 * Returns all clauses that must be signed for a call. First comes the configuration's clause, then the organization's, then one for each
 * rule with approvers, then the owners of the touched paths. Never empty.
 */
export function requirement({ settings, requester, risk, matches, owned }: Question): readonly Clause[] {
	const base = ofConfiguration(settings, risk);
	const others = [...ofOrganization(settings, risk), ...ofRules(matches), ...ofOwners(owned)];
	// Every other clause also requires write access, except a clause with the role triage. So the plain clause adds nothing.
	const isImplied = base.count === 1 && keyOf(base.who) === keyOf(plainClause.who) && others.length > 0;
	const clauses = merged(isImplied ? others : [base, ...others]);
	const except = { id: requester.id, login: requester.login };
	return settings.notRequester ? clauses.map((one) => ({ ...one, who: { ...one.who, except } })) : clauses;
}

/**
 * Returns whether an earlier request asked for everything that is needed now. For each needed clause, it must have asked the same people
 * for at least as many signatures.
 */
export function covers(asked: readonly Clause[], needed: readonly Clause[]): boolean {
	return needed.every(({ who, count }) =>
		asked.some((clause) => keyOf(clause.who) === keyOf(who) && clause.count >= count),
	);
}

/** Returns the teams that a policy's approvers name, as `org/slug`. */
export function teamsOf(approvers: readonly string[]): readonly string[] {
	return whoOf(approvers).teams ?? [];
}

function ofConfiguration({ roles, people, teams, signatures, critical }: ApprovalSettings, risk: Risk): Clause {
	const who = { ...named('roles', roles), ...named('people', people), ...named('teams', teams) };
	return { count: risk === 'critical' ? Math.max(signatures, critical) : signatures, who, why: plainClause.why };
}

/**
 * Returns the organization's clause: the same number of signatures as in the configuration, but from the people whom the organization
 * names.
 */
function ofOrganization({ organization, ...settings }: ApprovalSettings, risk: Risk): readonly Clause[] {
	if (organization === undefined) return [];
	const { why, ...who } = organization;
	return [{ ...ofConfiguration({ ...settings, ...who }, risk), why }];
}

function ofRules(matches: readonly Match[]): readonly Clause[] {
	return matches.flatMap(({ decision, approvers, rule, file, line }) => {
		if (decision !== 'confirm' || approvers === undefined) return [];
		const place = file === undefined ? '' : ` (${file}${line === undefined ? '' : `:${line}`})`;
		return [{ count: 1, who: whoOf(approvers), why: `rule ${rule}${place}` }];
	});
}

/** Reads the approvers of a policy: `@login#id`, `@org/team` or a role. It ignores any other text. */
function whoOf(approvers: readonly string[]): Who {
	const people = approvers.flatMap((one) => {
		const [, login, id] = /^@([^#/]+)#(\d+)$/.exec(one) ?? [];
		return login === undefined ? [] : [{ id: Number(id), login }];
	});
	const teams = approvers.filter((one) => /^@[^#/]+\/[^#/]+$/.test(one)).map((one) => one.slice(1).toLowerCase());
	const roles = approvers.filter((one) => !one.startsWith('@'));
	return { ...named('roles', roles), ...named('people', people), ...named('teams', teams) };
}

/** Combines paths with the same owners, because they need only one signature. */
function ofOwners(owned: readonly OwnedPath[]): readonly Clause[] {
	const groups = Map.groupBy(owned, ({ owners }) => owners.toSorted().join(' '));
	return [...groups.values()].map((paths) => {
		const owners = paths[0]?.owners ?? [];
		const isTeam = (owner: string): boolean => /^[^@]+\/[^@]+$/.test(owner);
		const patterns = [...new Set(paths.map(({ pattern }) => pattern))];
		const people = named(
			'owners',
			owners.filter((owner) => !isTeam(owner)),
		);
		return { count: 1, who: { ...people, ...named('teams', owners.filter(isTeam)), patterns }, why: 'CODEOWNERS' };
	});
}

/** Combines clauses that name the same people, because they need only one set of signatures. */
function merged(clauses: readonly Clause[]): readonly Clause[] {
	const groups = Map.groupBy(clauses, ({ who }) => keyOf(who));
	return [...groups.values()].flatMap((same) => {
		const count = Math.max(...same.map((clause) => clause.count));
		const why = [...new Set(same.map((clause) => clause.why))].join(', ');
		return same.slice(0, 1).map(({ who }) => ({ count, who, why }));
	});
}

/** Returns a key for the people of a clause. Clauses for the same people have the same key. */
function keyOf({ roles, people, teams, owners, patterns, except }: Who): string {
	return JSON.stringify([roles, people?.map(({ id }) => id), teams, owners, patterns, except?.id]);
}

function named<K extends string, T>(key: K, list: readonly T[]): { readonly [P in K]?: readonly T[] } {
	return (list.length === 0 ? {} : { [key]: list }) as { readonly [P in K]?: readonly T[] };
}
