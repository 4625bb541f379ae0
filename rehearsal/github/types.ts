export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export type Permission = 'admin' | 'maintain' | 'write' | 'triage' | 'read' | 'none';
export type Scope = 'actions' | 'checks' | 'contents' | 'issues' | 'members' | 'metadata' | 'pull_requests';
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
	/** The App itself, by its signed token: it may ask about itself and make tokens. */
	readonly isApp?: boolean;
	/** The repositories of an installation's token; absent: whatever its kind may see. */
	readonly reaches?: (repositoryId: number) => boolean;
	/** The token itself, where it is an installation's: it may end itself. */
	readonly installationToken?: string;
	/** A job's token that asks for an identity token, and opens nothing else. */
	readonly identityRequest?: string;
}

/** Who a token acts as. */
export type TokenIdentity =
	| { kind: 'actions'; permissions?: Partial<Record<Scope, Level>> }
	| { kind: 'user'; login: string; viaApp?: GitHubApp };

export interface GitHubApp {
	id: number;
	slug: string;
	name: string;
	permissions?: Partial<Record<Scope, Level>>;
	events?: string[];
}

/** A GitHub App that is installed on the repository (and on the organization's `.github`). */
export interface AppOptions {
	id: number;
	slug: string;
	/** PEM; its public half verifies the App's tokens. */
	privateKeyPem: string;
	webhookSecret: string;
	/** Absent: everything the product's App asks for. */
	permissions?: Partial<Record<Scope, Level>>;
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
	/** What an App or a person may ask in an hour; absent: 5,000. */
	hourlyRequests?: number;
	/** It does what the real one does at times, and a kind one would hide. */
	hostile?: boolean;
	refuseCustomRefs?: boolean;
	speaksGit?: boolean;
	actionsRunsReadable?: boolean;
	pullRequestsByActionsAllowed?: boolean;
	app?: AppOptions;
	/** Where the App's webhooks go; it can be set later, too. */
	webhookUrl?: string;
	/** The files of `<owner>/.github`; absent: there is no such repository. */
	organizationFiles?: Readonly<Record<string, string>>;
	organizationPrivate?: boolean;
	/** The folder that gets what was exchanged and told, as lines of JSON, when the stand-in closes; absent: nothing is kept. */
	recordsTo?: string | undefined;
}

export interface RecordedRequest {
	readonly method: string;
	/** The path as sent, without the query. */
	readonly path: string;
	readonly query: Readonly<Record<string, string>>;
	/** The login that the token acts as; `null` without a (known) token. */
	readonly who: string | null;
	/** The version of the API that it asks for; `null` where it names none. */
	readonly apiVersion: string | null;
	readonly body: Json;
	/** `null` while it runs, and for ever when the connection was dropped. */
	status: number | null;
	/** When it had been read. Milliseconds since 1970, with their fractions. */
	readonly begun: number;
	/** When its answer was sent; `null` as for `status`. */
	ended: number | null;
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
	conclusion?: 'success' | 'failure' | 'cancelled' | 'timed_out' | 'action_required' | null;
	/** ISO; absent: now. */
	startedAt?: string;
}

/** A run as the API shows it. */
export type ApiRun = JsonObject & {
	id: number;
	event: string;
	status: string;
	display_title: string;
	path: string;
	head_sha: string;
	head_branch: string;
	html_url: string;
};

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
export type ApiReviewComment = JsonObject & {
	id: number;
	body: string;
	user: ApiUser;
	path: string;
	commit_id: string;
	pull_request_url: string;
	html_url: string;
};
export type ApiCheckRun = JsonObject & { id: number; name: string; head_sha: string; html_url: string };
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
