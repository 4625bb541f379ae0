import {
	type CodeOwners,
	codeOwnersPaths,
	type OwnedPath,
	ownedAmong,
	type PersonFacts,
	plainApprovals,
	readCodeOwners,
	requirement,
	stricterClauses,
	touchedPaths,
} from '../../approvals/index.ts';
import type { Clause, EntryOf, Forge, Person, Rights, SignersToday, Workspace } from '../../core/index.ts';
import { headerOf, type Stage } from '../stage.ts';

/**
 * Returns who must approve a call, from the verdict, the settings, and CODEOWNERS. Both the settings of the run's base commit and the
 * current settings apply, and the stricter requirement wins.
 */
export async function needsOf(verdict: EntryOf<'tool_attempt'>, stage: Stage): Promise<readonly Clause[]> {
	const { settings: frozen } = headerOf(stage.state);
	const { signersToday: today, workspace } = stage.ports;
	const then = await clausesBy({ approvals: frozen.approvals, base: workspace }, verdict, stage);
	return today === undefined ? then : stricterClauses(then, await clausesBy(today, verdict, stage));
}

interface Rules extends Pick<SignersToday, 'base'> {
	readonly approvals?: SignersToday['approvals'] | undefined;
}

async function clausesBy(
	{ approvals: settings = plainApprovals, base }: Rules,
	verdict: EntryOf<'tool_attempt'>,
	{ state, ports }: Stage,
): Promise<readonly Clause[]> {
	const { risk_level: risk, matches } = verdict;
	const owned = settings.codeowners ? await ownedBy(verdict, base, ports.workspace) : [];
	return requirement({ settings, requester: headerOf(state).request.actor, risk, matches, owned });
}

/** Reads CODEOWNERS from the base commit. @throws CountersignError `bad-config` for a line that cannot be read. */
export async function codeOwnersOf(workspace: Pick<Workspace, 'readBase'>): Promise<CodeOwners | undefined> {
	for (const path of codeOwnersPaths) {
		const text = await workspace.readBase(path);
		if (text !== undefined) return readCodeOwners(text, path);
	}
	return undefined;
}

async function ownedBy(
	{ effects }: EntryOf<'tool_attempt'>,
	base: Pick<Workspace, 'readBase'>,
	workspace: Workspace,
): Promise<readonly OwnedPath[]> {
	const owners = await codeOwnersOf(base);
	if (owners === undefined) return [];
	const { manifest } = await workspace.snapshot();
	const tree = { tracked: await workspace.paths(), changed: manifest.entries.map(({ path }) => path) };
	return ownedAmong(touchedPaths(effects, tree), owners);
}

/** What GitHub says about a person now. */
export interface Known extends Pick<Rights, 'role' | 'mayWrite'> {
	readonly facts: PersonFacts;
}

/**
 * Reads the facts about a person that the clauses need, never from a cache. GitHub looks up team members by login, so this asks about teams
 * only after it knows that the login belongs to the person.
 */
export async function factsOf(person: Person, clauses: readonly Clause[], forge: Forge): Promise<Known> {
	const { role, mayWrite, roleName, permission } = await forge.rights(person);
	const asked = permission === 'none' ? [] : [...new Set(clauses.flatMap(({ who }) => who.teams ?? []))];
	const teams: string[] = [];
	for (const team of asked) if (await forge.isMember(team, person)) teams.push(team);
	const facts = { id: person.id, login: person.login.toLowerCase(), roleName, permission, teams };
	return { role, mayWrite, facts };
}
