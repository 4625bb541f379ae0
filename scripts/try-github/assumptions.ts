/** What Countersign assumes of GitHub: the one source of docs/assumptions.md and of what `npm run try-github` looks at. */
export interface Assumption {
	readonly id: string;
	/** The assumption, as Markdown. */
	readonly assumed: string;
	readonly usedIn: string;
	readonly source: string;
	readonly ifWrong: string;
	/** How `try-github` looks at it; it says "not tried" where it cannot. */
	readonly probe: string;
}

export const assumptions = [
	{
		id: 'own-login',
		assumed: '`viewer { login }` answers tokens of workflows and of Apps',
		usedIn: '`github/own-login.ts`',
		source: 'public threads of users of both kinds',
		ifWrong: 'the run ends with `github-refused` before it writes',
		probe: 'asks with your token and with `JOB_TOKEN`; only a `JOB_TOKEN` of an App shows what an App is told',
	},
	{
		id: 'last-edited',
		assumed: '`lastEditedAt` is set by every edit, and only by edits',
		usedIn: '`github/edits.ts`',
		source: 'palantir/policy-bot#459',
		ifWrong: 'a missed edit would count; one too many asks for a new comment',
		probe: 'reads it of a new comment, edits the comment, reads it again',
	},
	{
		id: 'opening-edits',
		assumed: '`lastEditedAt` of an issue is set by every edit of its text, and a new title adds a `RenamedTitleEvent`',
		usedIn: '`github/opening.ts`',
		source: "GitHub's GraphQL schema; it does not say when",
		ifWrong: 'a job that the bot dispatched tells the model a text that was changed after the command',
		probe: 'reads both of its own issue, changes text and title, reads both again, and puts them back',
	},
	{
		id: 'comment-times',
		assumed: '`updated_at` does not tell whether a comment was edited',
		usedIn: '`github/edits.ts`',
		source: 'palantir/policy-bot#459',
		ifWrong: 'nothing: it is not used; the probe tells how often it differs from `created_at`',
		probe: 'compares both times of comments that nobody edited',
	},
	{
		id: 'head-is-default',
		assumed: '`object(expression: "HEAD:…")` reads the default branch',
		usedIn: '`github/switched-off.ts`',
		source: 'common use',
		ifWrong: 'the configuration is not found, and the kill switch is read as on the branch that it names',
		probe: 'compares a file by `HEAD:` with the same file of the default branch',
	},
	{
		id: 'viewer-did-author',
		assumed: '`viewerDidAuthor` is true for what the same App or workflow opened',
		usedIn: '`github/pull-head.ts`, `github/switched-off.ts`',
		source: 'GraphQL schema',
		ifWrong: "our own pull request is treated as somebody else's: nothing is pushed to it",
		probe: 'reads it of the pull request that the main job opened, with the token that opened it',
	},
	{
		id: 'workflow-files',
		assumed: 'a 403 for workflow files names `workflows=write` among the permissions that would do',
		usedIn: '`github/present-base.ts`',
		source: 'permission data of the REST API',
		ifWrong: 'the delivery fails, and the thread says what GitHub said',
		probe:
			'makes a commit with a new workflow file by your token, and a branch on it by `JOB_TOKEN`, which must not be allowed to',
	},
	{
		id: 'workflow-files-elsewhere',
		assumed: 'the rule for workflow files holds for refs outside of `refs/heads`, too',
		usedIn: '`github/ref-store.ts`',
		source: 'not known',
		ifWrong: 'nothing: our refs hold no workflow files',
		probe: 'makes a ref under `refs/countersign/` on the same commit',
	},
	{
		id: 'own-refs',
		assumed: '`refs/countersign/*` can be made, read back, listed and deleted',
		usedIn: '`github/ref-store.ts`, `github/tidy-refs.ts`',
		source: 'tried by a probe in each repository',
		ifWrong: 'branches `countersign-state/*` are used',
		probe: 'makes one, reads it, lists it, deletes it',
	},
	{
		id: 'one-winner',
		assumed: 'a ref is made once: the second attempt gets 422',
		usedIn: '`github/ref-store.ts`',
		source: 'REST documentation',
		ifWrong: 'two jobs could take the same claim, and a step could run twice',
		probe: 'makes one branch twice',
	},
	{
		id: 'forward-only',
		assumed: 'a ref moves only forward unless forced: anything else gets 422',
		usedIn: '`github/advance.ts`',
		source: 'REST documentation',
		ifWrong: "one job's checkpoint could replace another's",
		probe: 'moves a branch to a commit beside it, without force',
	},
	{
		id: 'next-page',
		assumed: 'every listing names its next page in `Link`',
		usedIn: '`github/pages.ts`',
		source: 'REST documentation',
		ifWrong: 'a full page is followed all the same',
		probe: 'follows the comments of an issue one by one, and counts them',
	},
	{
		id: 'locked-thread',
		assumed: 'who may write can comment on a locked thread',
		usedIn: '`github/forge.ts`',
		source: 'REST documentation',
		ifWrong: 'a run on a locked issue fails with `github-locked`, and the summary of its job says so',
		probe: 'locks its own issue and comments with the token of the job',
	},
	{
		id: 'workflow-permissions',
		assumed: '`permissions/workflow` answers administrators, and 403 to others',
		usedIn: '`readiness/github-facts.ts`',
		source: 'REST documentation',
		ifWrong: '`doctor` says that it could not look',
		probe: 'reads it',
	},
	{
		id: 'job-logs',
		assumed: "the log of a job answers 302 with the log's address",
		usedIn: '`github/checks.ts`',
		source: 'REST documentation',
		ifWrong: 'the agent is told that the log cannot be read',
		probe: 'asks for the log of the last job of the repository, where there is one',
	},
	{
		id: 'longest-job',
		assumed: 'nobody may run a job for more than 5 days',
		usedIn: '`github/ref-store.ts`',
		source: 'Actions documentation',
		ifWrong: 'a claim of a living job could be taken over, where the job cannot be looked up',
		probe: 'none: it would take 5 days',
	},
	{
		id: 'waiting-checks',
		assumed: 'a workflow run that waits for a person has the status or the conclusion `action_required`',
		usedIn: '`github/started-checks.ts`',
		source: 'REST documentation; what starts such runs is being rolled out',
		ifWrong: 'the comment says that the checks have started, and the pull request itself shows that they wait',
		probe: 'none: no workflow of the scratch repository starts on a pull request',
	},
	{
		id: 'review-comments',
		assumed: 'review comments do not tell whether an app wrote them',
		usedIn: '`github/read-review-comment.ts`, `job/run-mode.ts`, `run/beside-code.ts`',
		source: 'REST, GraphQL and webhook descriptions',
		ifWrong:
			"nothing; while it is right, an app that holds a person's token can start a run beside the code, which delivers nothing before a person signs it and is never in mode `auto`",
		probe: 'looks for `performed_via_github_app` on a review comment of its own',
	},
] as const satisfies readonly Assumption[];

export type AssumptionId = (typeof assumptions)[number]['id'];
