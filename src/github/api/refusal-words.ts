import { type FailureCode, requiredOfJob } from '../../core/index.ts';
import { headerOf } from './patience.ts';

/** A refusal in words for people: what GitHub refused, and what to do. The code names the kind of obstacle. */
export interface RefusalWords {
	readonly code: FailureCode;
	readonly message: string;
	readonly fix: string;
}

/** An answer of GitHub that refuses the request. */
export interface Refused {
	readonly status: number;
	/** `POST /repos/{owner}/{repo}/git/refs`. */
	readonly route: string;
	/** GitHub's own message. */
	readonly said: string;
	/** The thrown error, with the answer's headers and body. */
	readonly cause: unknown;
}

interface Obstacle {
	readonly code: FailureCode;
	readonly statuses: readonly number[];
	readonly isIt: (refused: Refused) => boolean;
	readonly what: string;
	readonly fix: string;
}

/** The known obstacles. The first one that matches is used, so specific messages come before general ones. */
const obstacles: readonly Obstacle[] = [
	{
		// See r-universe-org/help#247.
		code: 'github-archived',
		statuses: [403],
		isIt: ({ said }) => /archived so is read-only/i.test(said),
		what: 'This repository is archived: GitHub lets nobody write to it.',
		fix: 'An owner can unarchive it under Settings → General; then start the task again.',
	},
	{
		// See actions/stale#51, renovatebot/renovate#6215: a bot is not a collaborator, whatever its token may write.
		code: 'github-locked',
		statuses: [403],
		isIt: ({ said }) => /(issue|conversation|thread) is locked/i.test(said),
		what: 'This conversation is locked, and GitHub lets no bot write in it.',
		fix: 'Unlock the conversation; then start the task again.',
	},
	{
		// GitHub also answers 410 if issues are disabled.
		code: 'github-gone',
		statuses: [410],
		isIt: ({ said }) => /was deleted/i.test(said),
		what: 'This issue or pull request was deleted.',
		fix: 'Start the task again in another issue.',
	},
	{
		// See GitHub changelog 2024-08-13 (409), OpenAPI git/create-blob (422, repository-rule-violation-error).
		code: 'github-secret',
		statuses: [409, 422],
		isIt: ({ said, cause }) => /secret detected|cannot contain secrets/i.test(said) || namesSecret(cause),
		what: "GitHub's push protection found a secret in the changes.",
		fix: 'Remove the secret from the files. If it is a false alarm, a maintainer can apply the patch by hand and allow it when they push.',
	},
	{
		// See satisfactory-factories/application#67, rest-api-description#4887, release-plz/action#518.
		code: 'github-rules',
		statuses: [403, 409, 422],
		isIt: ({ said, route }) =>
			/rule violations found|protected (branch|ref)/i.test(said) ||
			(/reference update failed/i.test(said) && route.includes('/git/refs')),
		what: 'A rule of this repository refuses the branch or its commit.',
		fix: 'A maintainer can let `countersign/**` pass, or this bot bypass the rule, under Settings → Rules → Rulesets; then start the task again.',
	},
	{
		// See github/docs, permissions of "Create a reference".
		code: 'github-workflows',
		statuses: [403],
		isIt: ({ cause }) => /\bworkflows=write\b/.test(String(headerOf(cause, 'x-accepted-github-permissions') ?? '')),
		what: 'The changes, or the commit under them, hold workflow files that this token may not write.',
		fix: 'A maintainer can apply the patch by hand, or give the action the token of an App with `workflows: write`.',
	},
];

/** Returns the words for a refusal. If the obstacle is not known, the code is `github-refused`. */
export function refusalWords(refused: Refused): RefusalWords {
	const { status, route, said } = refused;
	const found = obstacles.find(({ statuses, isIt }) => statuses.includes(status) && isIt(refused));
	const answer = `\`${route}\` with ${status}: ${said}`;
	if (found === undefined) return { code: 'github-refused', message: `GitHub refused ${answer}`, fix: fixFor(refused) };
	return { code: found.code, message: `${found.what} GitHub refused ${answer}`, fix: found.fix };
}

/** Whether the answer has `metadata.secret_scanning`, which only push protection sends (OpenAPI, repository-rule-violation-error). */
function namesSecret(cause: unknown): boolean {
	const response = cause instanceof Error && 'response' in cause ? cause.response : undefined;
	const data = typeof response === 'object' && response !== null && 'data' in response ? response.data : undefined;
	const metadata = typeof data === 'object' && data !== null && 'metadata' in data ? data.metadata : undefined;
	return typeof metadata === 'object' && metadata !== null && 'secret_scanning' in metadata;
}

function fixFor({ status, cause }: Refused): string {
	if (status === 401) return 'The token is missing or has ended: give the step `github-token: ${{ github.token }}`.';
	if (status === 403) {
		const named = acceptedPermissions(cause);
		const says = named === undefined ? '' : ` GitHub names what would do: ${named}.`;
		const needs = requiredOfJob.map(([scope, level]) => `${scope}: ${level}`).join(', ');
		return `Give the job the permissions that the README shows: ${needs}.${says}`;
	}
	return 'See the message of GitHub; re-run the job when it is mended.';
}

/**
 * Returns the permissions that GitHub names, such as `issues=write; pull_requests=write`, in words for people. Each part between semicolons
 * is one alternative. Returns undefined if GitHub names none.
 */
function acceptedPermissions(cause: unknown): string | undefined {
	const header = headerOf(cause, 'x-accepted-github-permissions');
	if (typeof header !== 'string') return undefined;
	const choices = header.split(';').map((choice) => [...choice.matchAll(/([a-z_]+)=([a-z]+)/g)]);
	const named = choices
		.map((some) => some.map(([, name, level]) => `\`${name}: ${level}\``).join(' and '))
		.filter((choice) => choice !== '');
	return named.length === 0 ? undefined : named.join(', or ');
}
