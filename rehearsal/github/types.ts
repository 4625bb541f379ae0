export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export type Permission = 'admin' | 'maintain' | 'write' | 'triage' | 'read' | 'none';
export type Scope = 'actions' | 'checks' | 'contents' | 'issues' | 'members' | 'metadata' | 'pull_requests';
export type Level = 'none' | 'read' | 'write';

export interface LocalUser {
	login: string;
	id: number;
	type?: 'User' | 'Bot' | 'Organization';
	/** The collaborator permission. If left out, the person is not a collaborator. */
	permission?: Permission;
	/** The name of the custom repository role. If left out, the name of the permission. */
	roleName?: string;
	/** The value of `author_association`. If left out, it follows from the permission. */
	association?: string;
}

/** The caller: a user, or GitHub Actions with the permissions of its workflow. */
export interface Identity {
	readonly user: LocalUser;
	readonly app: GitHubApp | undefined;
	/** Permissions of an installation. A user has a role instead. */
	readonly grants: Readonly<Record<Scope, Level>> | undefined;
	/** True for the App itself, by its signed token. It may read facts about itself and create tokens. */
	readonly isApp?: boolean;
	/** Whether an installation's token includes a repository. If left out, the kind of token decides. */
	readonly reaches?: (repositoryId: number) => boolean;
	/** The token of an installation, which may revoke itself. */
	readonly installationToken?: string;
	/** A job's token that can only request an identity token. */
	readonly identityRequest?: string;
}

/** The identity of a token. */
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
	/** PEM. Its public key verifies the App's tokens. */
	privateKeyPem: string;
	webhookSecret: string;
	/** If left out, all permissions that the product's App requests. */
	permissions?: Partial<Record<Scope, Level>>;
}

export interface LocalGitHubOptions {
	owner: string;
	repo: string;
	/** A real repository (work tree or bare). Its branches and tags are imported. */
	repositoryPath: string;
	users: LocalUser[];
	private?: boolean;
	/** If left out, the branch in the HEAD of the imported repository. */
	defaultBranch?: string;
	/** Further tokens. Every user and GitHub Actions already have one. */
	tokens?: Record<string, TokenIdentity>;
	/** The workflow's `permissions:`. If left out, all permissions that the product's workflows request. */
	actionsPermissions?: Partial<Record<Scope, Level>>;
	/** The hourly limit of requests of an App or a person. If left out, 5,000. */
	hourlyRequests?: number;
	/** Whether it shows the real GitHub's difficult behaviour ({@link Hostility}). */
	hostile?: boolean;
	refuseCustomRefs?: boolean;
	speaksGit?: boolean;
	actionsRunsReadable?: boolean;
	pullRequestsByActionsAllowed?: boolean;
	app?: AppOptions;
	/** The address for the App's webhooks. It can also be set later. */
	webhookUrl?: string;
	/** The files of `<owner>/.github`. If left out, this repository does not exist. */
	organizationFiles?: Readonly<Record<string, string>>;
	organizationPrivate?: boolean;
	/**
	 * The folder for the recorded requests and events, as lines of JSON. They are written when the stand-in closes. If left out, nothing is
	 * recorded.
	 */
	recordsTo?: string | undefined;
}

export interface RecordedRequest {
	readonly method: string;
	/** The path as the client sent it, without the query. */
	readonly path: string;
	readonly query: Readonly<Record<string, string>>;
	/** The login that the token acts as; `null` without a (known) token. */
	readonly who: string | null;
	/** The requested version of the API. `null` if the request names none. */
	readonly apiVersion: string | null;
	readonly body: Json;
	/** `null` while the request runs, and also if the connection was dropped. */
	status: number | null;
	/** The time at which the request was read. Milliseconds since 1970, with fractions. */
	readonly begun: number;
	/** The time at which its answer was sent. `null` as for `status`. */
	ended: number | null;
}

export interface InterceptedRequest extends RecordedRequest {
	/** Its number among all requests, from 1. It is the same in both phases, even if other requests run at the same time. */
	readonly order: number;
	/** In the phase `after`, the answer that will be sent. */
	readonly response?: { readonly status: number; readonly body: Json };
}

export type Phase = 'before' | 'after';
export type Interception = undefined | 'drop' | { status: number; body: Json; headers?: Record<string, string> };
/** Sees each request before and after it. With `void`, a handler that only looks, kills or waits needs no `return`. */
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
	/** ISO. Now if left out. */
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
	/** A branch of the repository. With `fork`, it counts as a branch of that person's fork. */
	head: string;
	base?: string;
	body?: string;
	draft?: boolean;
	fork?: string;
}
