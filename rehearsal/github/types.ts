export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export type Permission = 'admin' | 'maintain' | 'write' | 'triage' | 'read' | 'none';
export type Scope = 'actions' | 'checks' | 'contents' | 'issues' | 'metadata' | 'pull_requests';
export type Level = 'none' | 'read' | 'write';

export interface LocalUser {
	login: string;
	id: number;
	type?: 'User' | 'Bot' | 'Organization';
	/** The collaborator permission; absent: not a collaborator. */
	permission?: Permission;
	/** The custom repository role's name; absent: the permission's own name. */
	roleName?: string;
	/** What `author_association` says; absent: derived from the permission. */
	association?: string;
}

/** Who asks: a user, or GitHub Actions with the permissions of its workflow. */
export interface Identity {
	readonly user: LocalUser;
	readonly app: GitHubApp | undefined;
	/** Only an installation has them; a user has a role. */
	readonly grants: Readonly<Record<Scope, Level>> | undefined;
}

/** Who a token acts as. */
export type TokenIdentity =
	| { kind: 'actions'; permissions?: Partial<Record<Scope, Level>> }
	| { kind: 'user'; login: string; viaApp?: GitHubApp };

export interface GitHubApp {
	id: number;
	slug: string;
	name: string;
}

export interface LocalGitHubOptions {
	owner: string;
	repo: string;
	/** A real repository (work tree or bare); its branches and tags are imported. */
	repositoryPath: string;
	users: LocalUser[];
	private?: boolean;
	/** Absent: the branch that HEAD of the imported repository names. */
	defaultBranch?: string;
	/** Further tokens; every user and GitHub Actions have one already. */
	tokens?: Record<string, TokenIdentity>;
	/** What the workflow's `permissions:` grant; absent: everything the product's workflows ask for. */
	actionsPermissions?: Partial<Record<Scope, Level>>;
	refuseCustomRefs?: boolean;
	speaksGit?: boolean;
	actionsRunsReadable?: boolean;
	pullRequestsByActionsAllowed?: boolean;
}

export interface RecordedRequest {
	readonly method: string;
	/** The path as sent, without the query. */
	readonly path: string;
	readonly query: Readonly<Record<string, string>>;
	/** The login that the token acts as; `null` without a (known) token. */
	readonly who: string | null;
	readonly body: Json;
	/** `null` while it runs, and for ever when the connection was dropped. */
	status: number | null;
}

export interface InterceptedRequest extends RecordedRequest {
	/** Its place among all requests, from 1: the same before and after, whatever runs beside it. */
	readonly order: number;
	/** In the phase `after`: what is about to be sent. */
	readonly response?: { readonly status: number; readonly body: Json };
}

export type Phase = 'before' | 'after';
export type Interception = undefined | 'drop' | { status: number; body: Json; headers?: Record<string, string> };
/** `void`: a handler that only looks (or kills, or waits) needs no `return`. */
export type Intercept = (
	request: InterceptedRequest,
	phase: Phase,
	// biome-ignore lint/suspicious/noConfusingVoidType: a handler without a return statement has this type
) => Interception | void | Promise<Interception | void>;

export interface WorkflowRun {
	id: number;
	attempt: number;
	status: 'queued' | 'in_progress' | 'completed';
	conclusion?: 'success' | 'failure' | 'cancelled' | 'timed_out' | null;
	/** ISO; absent: now. */
	startedAt?: string;
}

export type ApiUser = JsonObject & { login: string; id: number; type: string };
export type ApiComment = JsonObject & {
	id: number;
	body: string;
	user: ApiUser;
	created_at: string;
	updated_at: string;
	issue_url: string;
	html_url: string;
};
export type ApiIssue = JsonObject & {
	id: number;
	number: number;
	title: string;
	state: string;
	user: ApiUser;
	html_url: string;
};
export type ApiPullRequest = JsonObject & {
	id: number;
	number: number;
	title: string;
	state: string;
	draft: boolean;
	user: ApiUser;
	html_url: string;
};

export interface PersonReply {
	status: number;
	body: Json;
}

export interface LocalGitHub extends AsyncDisposable {
	/** What `GITHUB_API_URL` and `GITHUB_SERVER_URL` are set to. */
	readonly url: string;
	readonly owner: string;
	readonly repo: string;
	readonly defaultBranch: string;
	/** The bare repository behind the API; `git clone` it by this path. */
	readonly repositoryDir: string;
	/** Acts as `github-actions[bot]`. */
	readonly actionsToken: string;
	readonly requests: readonly RecordedRequest[];

	intercept: Intercept | undefined;
	refuseCustomRefs: boolean;
	speaksGit: boolean;
	actionsRunsReadable: boolean;
	pullRequestsByActionsAllowed: boolean;

	tokenOf(login: string): string;
	addToken(token: string, identity: TokenIdentity): void;
	revokeToken(token: string): void;
	setPermission(login: string, permission: Permission, roleName?: string): void;
	setWorkflowRun(run: WorkflowRun): void;

	/**
	 * Any API call as that person, its path below the repository (`/issues/1/labels`): neither recorded nor
	 * intercepted; the answer whatever its status.
	 */
	act(user: string, method: string, path: string, body?: JsonObject): Promise<PersonReply>;
	openIssue(issue: { user: string; title: string; body?: string; labels?: string[] }): Promise<ApiIssue>;
	comment(comment: { issue: number; user: string; body: string }): Promise<ApiComment>;
	editComment(edit: { comment: number; user: string; body: string }): Promise<ApiComment>;
	deleteComment(removal: { comment: number; user: string }): Promise<void>;
	openPullRequest(pull: PullRequestByPerson): Promise<ApiPullRequest>;

	/** The webhook payloads, complete as GitHub sends them. `sender` is absent: the comment's (issue's) author. */
	issueCommentEvent(comment: ApiComment, action?: CommentAction, sender?: string): Promise<JsonObject>;
	issuesEvent(issue: ApiIssue, action: 'opened' | 'labeled', label?: string, sender?: string): Promise<JsonObject>;
	workflowDispatchEvent(inputs: Record<string, string>, user: string): Promise<JsonObject>;
	scheduleEvent(): Promise<JsonObject>;

	close(): Promise<void>;
}

export type CommentAction = 'created' | 'edited' | 'deleted';

export interface PullRequestByPerson {
	user: string;
	title: string;
	/** A branch of the repository; with `fork`, its commits count as those of that person's fork. */
	head: string;
	base?: string;
	body?: string;
	draft?: boolean;
	fork?: string;
}
