import { configPath, type RepositoryConfig } from '../config/index.ts';
import { CountersignError, type Forge, type Workspace } from '../core/index.ts';
import { type Controls, codeOwnersOf, teamsNamed } from '../run/index.ts';

/** The places that name approvers, and the forge that knows them. */
export interface Signers {
	readonly config: RepositoryConfig;
	readonly policies: Controls['policies'];
	readonly workspace: Workspace;
	readonly forge: Pick<Forge, 'canReadTeam'>;
}

/**
 * Checks at the start of a run that the people who must approve can be found. Otherwise the run would fail only after an answer. Returns
 * warnings.
 * @throws CountersignError `bad-config` for teams that the token cannot read, and for a CODEOWNERS that is missing or cannot be read.
 */
export async function requireSigners({ config, policies, workspace, forge }: Signers): Promise<readonly string[]> {
	const owners = config.approvals?.codeowners === true ? await requireOwners(workspace, config) : undefined;
	const place = config.organization?.teamsAt ?? `\`approvals.teams\` of ${configPath}`;
	const named = [
		...(config.approvals?.teams ?? []).map((team) => ({ team, where: place })),
		...ofOrganization(config),
		...policies.flatMap(({ file, rules }) =>
			rules.flatMap(({ approvers, line }) =>
				teamsNamed(approvers ?? []).map((team) => ({ team, where: `${file}:${line}` })),
			),
		),
		...firstOfEach(owners?.teams ?? []),
	];
	const places = new Map(named.toReversed().map(({ team, where }) => [team, where]));
	for (const [team, where] of places) if (!(await forge.canReadTeam(team))) throw unreadable(team, where);
	return owners?.warnings ?? [];
}

function ofOrganization({ approvals }: RepositoryConfig): readonly NamedTeam[] {
	const { teams = [], why: where = '' } = approvals?.organization ?? {};
	return teams.map((team) => ({ team, where }));
}

interface NamedTeam {
	readonly team: string;
	readonly where: string;
}

async function requireOwners(workspace: Workspace, { organization }: RepositoryConfig) {
	const owners = await codeOwnersOf(workspace);
	if (owners === undefined)
		throw new CountersignError({
			code: 'bad-config',
			message: `\`approvals.codeowners\` of ${configPath}${organization === undefined ? '' : ` or of ${organization.files.repository}`} is on, and the default branch has no CODEOWNERS file.`,
			fix: 'Add .github/CODEOWNERS to the default branch, or take `codeowners` out.',
		});
	const { file, rules, warnings } = owners;
	const teams = rules.flatMap(({ line, owners: names }) =>
		names.filter(isTeam).map((team) => ({ team, where: `${file}:${line}` })),
	);
	return { teams, warnings };
}

function isTeam(owner: string): boolean {
	return owner.includes('/') && !owner.includes('@');
}

/** Returns one team of each organization. One team shows whether the token can read teams, and CODEOWNERS may name hundreds. */
function firstOfEach(teams: readonly NamedTeam[]): readonly NamedTeam[] {
	const byOrganization = Map.groupBy(teams, ({ team }) => team.split('/')[0]);
	return [...byOrganization.values()].flatMap((same) => same.slice(0, 1));
}

function unreadable(team: string, where: string): CountersignError {
	return new CountersignError({
		code: 'bad-config',
		message: `${where} names the team @${team}, which this token cannot read: there is none, or teams are hidden from it, as from every \`GITHUB_TOKEN\`.`,
		fix: "Correct the name, or give the step's `github-token` a token of a GitHub App, or of a person, with `members: read` on the organization.",
	});
}
