import {
	type CodeOwners,
	codeOwnersPaths,
	type OwnedPath,
	ownedAmong,
	type PersonFacts,
	plainApprovals,
	readCodeOwners,
	requirement,
	touchedPaths,
} from '../approvals/index.ts';
import type { Clause, EntryOf, Forge, Person, Rights, Workspace } from '../core/index.ts';
import { headerOf, type Stage } from './stage.ts';

/** Who must sign a call, by the settings and CODEOWNERS of the run's base commit and by what its verdict says. */
export async function needsOf(verdict: EntryOf<'tool_attempt'>, stage: Stage): Promise<readonly Clause[]> {
	const { settings: frozen, request } = headerOf(stage.state);
	const settings = frozen.approvals ?? plainApprovals;
	const { risk_level: risk, matches } = verdict;
	const owned = settings.codeowners ? await ownedBy(verdict, stage.ports.workspace) : [];
	return requirement({ settings, requester: request.actor, risk, matches, owned });
}

/** CODEOWNERS as the base commit has it. @throws CountersignError `bad-config` for a line that cannot be read. */
export async function codeOwnersOf(workspace: Workspace): Promise<CodeOwners | undefined> {
	for (const path of codeOwnersPaths) {
		const text = await workspace.readBase(path);
		if (text !== undefined) return readCodeOwners(text, path);
	}
	return undefined;
}

async function ownedBy({ effects }: EntryOf<'tool_attempt'>, workspace: Workspace): Promise<readonly OwnedPath[]> {
	const owners = await codeOwnersOf(workspace);
	if (owners === undefined) return [];
	const { manifest } = await workspace.snapshot();
	const tree = { tracked: await workspace.paths(), changed: manifest.entries.map(({ path }) => path) };
	return ownedAmong(touchedPaths(effects, tree), owners);
}

/** What GitHub says of a person now. */
export interface Known extends Pick<Rights, 'role' | 'mayWrite'> {
	readonly facts: PersonFacts;
}

/** Reads what clauses ask about a person; never from a cache. Teams are asked about by login, so only once that is known to be theirs. */
export async function factsOf(person: Person, clauses: readonly Clause[], forge: Forge): Promise<Known> {
	const { role, mayWrite, roleName, permission } = await forge.rights(person);
	const asked = permission === 'none' ? [] : [...new Set(clauses.flatMap(({ who }) => who.teams ?? []))];
	const teams: string[] = [];
	for (const team of asked) if (await forge.isMember(team, person)) teams.push(team);
	const facts = { id: person.id, login: person.login.toLowerCase(), roleName, permission, teams };
	return { role, mayWrite, facts };
}
