/** An assumption of Countersign about GitHub. These are the source of docs/assumptions.md and of the checks of `npm run try-github`. */
export interface Assumption {
	readonly id: string;
	/** The assumption, as Markdown. */
	readonly assumed: string;
	readonly usedIn: string;
	readonly source: string;
	readonly ifWrong: string;
	/** How `try-github` checks it. If that is impossible, the result is "not tried". */
	readonly probe: string;
}

export const assumptions = [
	{
		id: 'own-login',
		assumed: '`viewer { login }` works with tokens of workflows and of Apps',
		usedIn: '`github/identity/own-login.ts`',
		source: 'public threads of people who use such tokens',
		ifWrong: 'the run ends with `github-refused` before it writes',
		probe:
			'asks with your token and with `JOB_TOKEN`; only if `JOB_TOKEN` belongs to an App, the result says something about Apps',
	},
	{
		id: 'last-edited',
		assumed: '`lastEditedAt` is set by every edit, and only by edits',
		usedIn: '`github/thread/edits.ts`',
		source: 'palantir/policy-bot#459',
		ifWrong:
			'if an edit is missed, an edited answer is valid; if an edit is reported wrongly, the person must write a new comment',
		probe: 'reads the field of a new comment, edits the comment, reads the field again',
	},
	{
		id: 'opening-edits',
		assumed: '`lastEditedAt` of an issue is set by every edit of its text, and a new title adds a `RenamedTitleEvent`',
		usedIn: '`github/events/opening.ts`',
		source: "GitHub's GraphQL schema; it does not say when the field is set",
		ifWrong: 'in a job that the bot dispatched, the model gets a text that was changed after the command',
		probe:
			'reads both fields of its own issue, changes text and title, reads the fields again, and restores text and title',
	},
	{
		id: 'comment-times',
		assumed: '`updated_at` does not show whether a comment was edited',
		usedIn: '`github/thread/edits.ts`',
		source: 'palantir/policy-bot#459',
		ifWrong: 'nothing, because Countersign does not use it; the probe says how often it differs from `created_at`',
		probe: 'compares both times of comments that nobody edited',
	},
	{
		id: 'head-is-default',
		assumed: '`object(expression: "HEAD:…")` reads the default branch',
		usedIn: '`github/switched-off.ts`',
		source: 'other programs use it',
		ifWrong: 'the configuration is not found, and the kill switch is read on the branch that `HEAD` names',
		probe: 'compares a file by `HEAD:` with the same file of the default branch',
	},
	{
		id: 'viewer-did-author',
		assumed: '`viewerDidAuthor` is true for a pull request or an issue that the same App or workflow opened',
		usedIn: '`github/pulls/pull-head.ts`, `github/switched-off.ts`',
		source: 'GraphQL schema',
		ifWrong: "the run treats its own pull request as another person's, and pushes nothing to it",
		probe: 'reads the field of the pull request that the main job opened, with the same token',
	},
	{
		id: 'workflow-files',
		assumed:
			'if a token may not change workflow files, the 403 names `workflows=write` among the permissions that are needed',
		usedIn: '`github/pulls/present-base.ts`',
		source: 'permission data of the REST API',
		ifWrong: 'the delivery fails, and the thread shows the answer of GitHub',
		probe:
			'creates a commit with a new workflow file with your token, and then a branch on this commit with `JOB_TOKEN`, which GitHub must refuse',
	},
	{
		id: 'workflow-files-elsewhere',
		assumed: 'the rule for workflow files also applies to refs outside `refs/heads`',
		usedIn: '`github/refs/ref-names.ts`',
		source: 'not known',
		ifWrong: 'nothing, because our refs contain no workflow files',
		probe: 'creates a ref under `refs/countersign/` on the same commit',
	},
	{
		id: 'own-refs',
		assumed: 'refs `refs/countersign/*` can be created, read, listed and deleted',
		usedIn: '`github/refs/ref-names.ts`, `github/refs/tidy-refs.ts`',
		source: 'Countersign tries it in each repository',
		ifWrong: 'Countersign uses branches `countersign-state/*` instead',
		probe: 'creates a ref, reads it, lists it, deletes it',
	},
	{
		id: 'one-winner',
		assumed: 'a ref can be created only once; the second attempt gets 422',
		usedIn: '`github/refs/ref-store.ts`',
		source: 'REST documentation',
		ifWrong: 'two jobs could take the same claim, and a step could run twice',
		probe: 'creates the same branch twice',
	},
	{
		id: 'forward-only',
		assumed: 'without force, a ref moves only forward; every other move gets 422',
		usedIn: '`github/refs/advance.ts`',
		source: 'REST documentation',
		ifWrong: 'the saved state of one job could replace that of another job',
		probe: 'moves a branch to a commit that is not after its present one, without force',
	},
	{
		id: 'next-page',
		assumed: 'every list names its next page in the header `Link`',
		usedIn: '`github/api/pages.ts`',
		source: 'REST documentation',
		ifWrong: 'nothing: if a full page has no such header, Countersign still asks for the next page',
		probe: 'reads the comments of an issue with one comment per page, and counts them',
	},
	{
		id: 'locked-thread',
		assumed: 'people with write access can comment on a locked thread',
		usedIn: '`github/forge.ts`',
		source: 'REST documentation',
		ifWrong: 'a run on a locked issue fails with `github-locked`, and the summary of its job says so',
		probe: 'locks its own issue and comments with the token of the job',
	},
	{
		id: 'workflow-permissions',
		assumed: '`permissions/workflow` works for administrators; other people get 403',
		usedIn: '`readiness/github-facts.ts`',
		source: 'REST documentation',
		ifWrong: '`doctor` says that it could not check this setting',
		probe: 'reads it with each token',
	},
	{
		id: 'job-logs',
		assumed: "a request for the log of a job gets 302 with the log's address",
		usedIn: '`github/pulls/checks.ts`',
		source: 'REST documentation',
		ifWrong: 'the agent gets a message that the log cannot be read',
		probe: 'asks for the log of the last job of the repository, if there is one',
	},
	{
		id: 'longest-job',
		assumed: 'no job runs for more than 5 days',
		usedIn: '`github/refs/ref-store.ts`',
		source: 'Actions documentation',
		ifWrong: 'if a job cannot be looked up, another job could take its claim while it still works',
		probe: 'not tried, because it would take 5 days',
	},
	{
		id: 'waiting-checks',
		assumed: 'a workflow run that waits for a person has the status or the conclusion `action_required`',
		usedIn: '`github/pulls/started-checks.ts`',
		source: 'REST documentation; GitHub is still introducing this kind of waiting',
		ifWrong: 'the comment says that the checks have started, although the pull request shows that they wait',
		probe: 'not tried, because no workflow of the scratch repository starts on a pull request',
	},
	{
		id: 'review-comments',
		assumed: 'GitHub does not report whether an app wrote a review comment',
		usedIn: '`github/events/read-review-comment.ts`, `job/run-mode.ts`, `run/calls/beside-code.ts`',
		source: 'REST, GraphQL and webhook descriptions',
		ifWrong:
			"nothing. While it is true, an app with a person's token can start a run in a review comment. Such a run needs approval before it delivers, and its mode is never `auto`",
		probe: 'looks for the field `performed_via_github_app` in its own review comment',
	},
] as const satisfies readonly Assumption[];

export type AssumptionId = (typeof assumptions)[number]['id'];
