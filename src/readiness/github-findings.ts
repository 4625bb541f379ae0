import { type Finding, fine, lacking, skipped } from './finding.ts';
import type { GitHubFacts, Look } from './github-facts.ts';

interface Addresses {
	/** The address of GitHub's website. */
	readonly webUrl: string;
	/** The names of the secrets that the workflows use. */
	readonly secrets: readonly string[];
}

/** Checks the facts from GitHub. If the token may not see something, the finding is `skipped`. */
export function gitHubFindings(facts: GitHubFacts, { webUrl, secrets }: Addresses): readonly Finding[] {
	const { repository } = facts;
	const home = `${facts.owner}/${facts.name}`;
	if (!repository.seen && [401, 403, 404].includes(repository.status ?? 0)) {
		const what =
			repository.status === 401 ? repository.why : `GitHub shows this token no ${home} (${repository.status})`;
		return [
			lacking(
				`GitHub: ${what}`,
				'set GITHUB_TOKEN to one that may read and write it, for example `GITHUB_TOKEN=$(gh auth token)`.',
			),
		];
	}
	if (!repository.seen) return [skipped(`GitHub: not checked: ${repository.why}`)];
	const settings = `${webUrl}/${home}/settings`;
	return [
		tokenFinding(repository.value, home),
		fine(`GitHub: the default branch of ${home} is \`${repository.value.defaultBranch}\``),
		...facts.onDefaultBranch.map(([file, there]) =>
			judged(there, `GitHub: ${file}`, (is) =>
				is
					? fine(`GitHub: ${file} is on the default branch`)
					: lacking(
							`GitHub: ${file} is not on \`${repository.value.defaultBranch}\`, and counts from there only`,
							'commit it, and merge it there.',
						),
			),
		),
		judged(facts.actionsOn, 'GitHub: whether Actions may run', (are) =>
			are ? fine('GitHub: Actions may run') : lacking('GitHub: Actions are switched off', `${settings}/actions`),
		),
		judged(facts.mayOpenPulls, 'GitHub: whether Actions may open pull requests', (may) =>
			may
				? fine('GitHub: Actions may open pull requests')
				: lacking(
						'GitHub: Actions may open no pull requests, so there would be a branch and a link',
						`allow it at ${settings}/actions`,
					),
		),
		...secretFindings(facts.secrets, secrets, settings),
	];
}

function tokenFinding({ mayPush, scopes }: { mayPush: boolean; scopes?: readonly string[] }, home: string): Finding {
	const told = scopes === undefined ? '' : ` (scopes: ${scopes.join(', ')})`;
	const hasScope = scopes === undefined || scopes.some((scope) => scope === 'repo' || scope === 'public_repo');
	if (mayPush && hasScope) return fine(`GitHub: the token may write ${home}${told}`);
	return lacking(
		`GitHub: the token may not write ${home}${told}`,
		'give it `contents`, `issues` and `pull-requests` (a classic one: `repo`).',
	);
}

function secretFindings(
	there: Look<readonly string[]>,
	wanted: readonly string[],
	settings: string,
): readonly Finding[] {
	const page = `${settings}/secrets/actions/new`;
	return wanted.map((name) =>
		judged(there, `GitHub: whether there is a secret ${name}`, (names) =>
			names.includes(name)
				? fine(`GitHub: there is a secret ${name}`)
				: lacking(`GitHub: there is no secret ${name}`, `add it at ${page}`),
		),
	);
}

function judged<T>(look: Look<T>, what: string, judge: (value: T) => Finding): Finding {
	return look.seen ? judge(look.value) : skipped(`${what}: not checked: ${look.why}`);
}
