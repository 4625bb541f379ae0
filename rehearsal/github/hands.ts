import type { Hostility } from './hostile.ts';
import type { BranchRule } from './rules.ts';
import type {
	ApiComment,
	ApiIssue,
	ApiPullRequest,
	ApiReviewComment,
	ApiRun,
	ApiUser,
	CommentAction,
	Intercept,
	JsonObject,
	Permission,
	PersonReply,
	PullRequestByPerson,
	RecordedRequest,
	Scope,
	TokenIdentity,
	WorkflowRun,
} from './types.ts';

/** Something that GitHub reports to an App. Without `sender`, it is the author of the first named thing. */
export type Happening =
	| { event: 'issue_comment'; comment: ApiComment; action?: CommentAction; sender?: string }
	| { event: 'issues'; issue: ApiIssue; action: 'opened'; sender?: string }
	| { event: 'issues'; issue: ApiIssue; action: 'labeled' | 'unlabeled'; label: string; sender?: string }
	| { event: 'pull_request'; pull: number; action: 'opened'; sender?: string }
	| { event: 'pull_request'; pull: number; action: 'labeled' | 'unlabeled'; label: string; sender?: string }
	| { event: 'pull_request_review_comment'; comment: ApiReviewComment; sender?: string }
	| { event: 'check_run'; checkRun: number; identifier: string; sender: string };

/** The actions that give a pull request a head that nobody has reviewed, and `closed`. */
export type PullAction = 'opened' | 'ready_for_review' | 'synchronize' | 'closed';

/** One attempt, as the App's delivery log shows it. */
export interface Delivery {
	readonly id: number;
	/** The same for all attempts to deliver one event. */
	readonly guid: string;
	/** ISO, whole seconds. */
	readonly delivered_at: string;
	readonly redelivery: boolean;
	/** Seconds. */
	readonly duration: number;
	/** `OK`, or what went wrong. */
	readonly status: string;
	/** 502 if there was no answer, 504 after the time limit. */
	readonly status_code: number;
	readonly event: string;
	readonly action: string | null;
	readonly installation_id: number | null;
	readonly repository_id: number | null;
	readonly throttled_at: null;
}

/** A delivery attempt that a test made itself. */
export interface LoggedAttempt {
	readonly event: string;
	readonly payload: JsonObject;
	readonly guid: string;
	readonly statusCode: number;
	readonly redelivery?: boolean;
	/** Now if left out. */
	readonly deliveredAt?: Date;
}

/** A signed request that can be sent to any replica, any number of times. */
export interface SignedDelivery {
	readonly guid: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
}

/** A workflow that was started by `workflow_dispatch`. The test simulates the runner. */
export interface Dispatch {
	readonly run: ApiRun;
	/** With the defaults of the workflow's file. */
	readonly inputs: Readonly<Record<string, string>>;
	readonly who: ApiUser;
	/** The content of the file `GITHUB_EVENT_PATH`. */
	readonly payload: JsonObject;
}

/** The job that requests an identity token. */
export interface IdentityRequester {
	readonly runId: number;
	readonly attempt?: number;
	/** The event's name. */
	readonly event: string;
	/** A login. If left out, the one who dispatched the run, or the owner. */
	readonly actor?: string;
	/** If left out, the name of the dispatched workflow. */
	readonly workflow?: string;
	/** If left out, the dispatched file, or `.github/workflows/countersign.yml`. */
	readonly workflowPath?: string;
}

/** `ACTIONS_ID_TOKEN_REQUEST_URL` and `ACTIONS_ID_TOKEN_REQUEST_TOKEN`. */
export interface IdentityRequest {
	readonly url: string;
	readonly token: string;
}

/** A person's comment on a line of a pull request. */
export interface LineComment {
	readonly pull: number;
	readonly user: string;
	readonly body: string;
	readonly path: string;
	readonly line: number;
	readonly side?: 'LEFT' | 'RIGHT';
	/** If left out, the head of the pull request. */
	readonly commit?: string;
	/** If left out, the hunk that git shows. The line must then be part of the diff. */
	readonly diffHunk?: string;
}

/** What a test may change while the server runs. */
export interface Switches extends Hostility {
	refuseCustomRefs: boolean;
	/** If true, writes are refused, and reading is allowed. */
	archived: boolean;
	/** The active rules of the repository's rulesets. */
	rules: readonly BranchRule[];
	/** If true, the refusal of a ref does not mention the rule. */
	hidesRules: boolean;
	/** If true, content that looks like a secret is refused, as a blob and in a ref. */
	protectsPushes: boolean;
	/** Whether git over HTTP is available. */
	speaksGit: boolean;
	actionsRunsReadable: boolean;
	pullRequestsByActionsAllowed: boolean;
	/** The ids of the first remarks of resolved threads. */
	resolvedThreads: readonly number[];
	/** The address for the App's webhooks. If undefined, nothing is sent or logged. */
	webhookUrl: string | undefined;
	/** The time limit of an attempt. */
	webhookTimeoutMs: number;
	/** Whether writes by tokens of Apps and workflows also cause deliveries, as on GitHub. */
	deliversBotWrites: boolean;
	/** False for an older server that does not know `return_run_details`. */
	knowsRunDetails: boolean;
	onDispatch: ((dispatch: Dispatch) => void) | undefined;
	/** If true, the installation is suspended: it creates no tokens, and its tokens have no rights. */
	appSuspended: boolean;
	/** If true, the App is removed from the repository. */
	appRemoved: boolean;
	/** The repository's new name. The old name redirects to it. */
	renamedTo: string | undefined;
	/** Claims that replace those of every identity token. `null` removes a claim. */
	identityClaims: JsonObject;
}

export interface LocalGitHub extends AsyncDisposable, Switches {
	/** The value of `GITHUB_API_URL` and `GITHUB_SERVER_URL`. */
	readonly url: string;
	readonly owner: string;
	readonly repo: string;
	readonly repositoryId: number;
	readonly defaultBranch: string;
	/** The path of the bare repository behind the API, for `git clone`. */
	readonly repositoryDir: string;
	/** Acts as `github-actions[bot]`. */
	readonly actionsToken: string;
	/** The App's installation. Undefined without an App. */
	readonly installationId: number | undefined;
	readonly requests: readonly RecordedRequest[];
	/** Every workflow that was dispatched, in order. */
	readonly dispatches: readonly Dispatch[];

	intercept: Intercept | undefined;
	/** The hourly limit of requests of an App or a person. A workflow's limit is the lower of this value and 1,000. */
	hourlyRequests: number;
	/** How long a minute of the secondary limits lasts. Milliseconds. */
	minute: number;
	/** Uses up what this login may create in this minute. */
	spendMinute(login: string): void;

	tokenOf(login: string): string;
	addToken(token: string, identity: TokenIdentity): void;
	revokeToken(token: string): void;
	setPermission(login: string, permission: Permission, roleName?: string): void;
	setWorkflowRun(run: WorkflowRun): void;
	/** Sets the log of a check's job. */
	setJobLog(check: number, text: string): void;

	/**
	 * Makes any API call as that person, and returns the answer with any status. The path is below the repository (`/issues/1/labels`). The
	 * call is neither recorded nor intercepted.
	 */
	act(user: string, method: string, path: string, body?: JsonObject): Promise<PersonReply>;
	openIssue(issue: { user: string; title: string; body?: string; labels?: string[] }): Promise<ApiIssue>;
	comment(comment: { issue: number; user: string; body: string }): Promise<ApiComment>;
	editComment(edit: { comment: number; user: string; body: string }): Promise<ApiComment>;
	deleteComment(removal: { comment: number; user: string }): Promise<void>;
	openPullRequest(pull: PullRequestByPerson): Promise<ApiPullRequest>;

	reviewComment(comment: LineComment): Promise<ApiReviewComment>;
	replyToReviewComment(reply: { pull: number; comment: number; user: string; body: string }): Promise<ApiReviewComment>;
	/**
	 * Presses a button of one of the App's own checks: delivers `check_run.requested_action` and returns its payload. @throws if the button
	 * does not exist or belongs to another App's check.
	 */
	press(button: { user: string; checkRun: number; identifier: string }): Promise<JsonObject>;

	/** Returns the complete webhook payload, as GitHub sends it. Without `sender`, it is the author of the comment (or issue). */
	issueCommentEvent(comment: ApiComment, action?: CommentAction, sender?: string): Promise<JsonObject>;
	/** Without `sender`, it is the person who opened the pull request. */
	pullRequestEvent(pull: number, action: PullAction, sender?: string): Promise<JsonObject>;
	issuesEvent(issue: ApiIssue, action: 'opened' | 'labeled', label?: string, sender?: string): Promise<JsonObject>;
	workflowDispatchEvent(inputs: Record<string, string>, user: string): Promise<JsonObject>;
	scheduleEvent(): Promise<JsonObject>;

	/** Creates a token of the App's installation, like `POST /app/installations/{id}/access_tokens`, but without a request. */
	installationToken(permissions?: Partial<Record<Scope, 'read' | 'write'>>): string;
	/** Makes all tokens of the installation expire. */
	expireTokens(): void;
	/** Takes a permission from the App, and so from its tokens. */
	revokeAppPermission(scope: Scope): void;

	/** Returns the address and the token with which a job requests an identity token. */
	identityRequest(requester: IdentityRequester): IdentityRequest;

	/** Returns the payload that GitHub would deliver to the App. */
	payloadFor(happening: Happening): Promise<JsonObject>;
	/** Returns the signed request that delivers a payload. Without `guid`, it gets a new one. */
	signed(event: string, payload: JsonObject, guid?: string): SignedDelivery;
	/** Sends one delivery to `webhookUrl` (or to `url`) and logs the attempt. */
	deliver(
		event: string,
		payload: JsonObject,
		how?: { guid?: string; url?: string; redelivery?: boolean },
	): Promise<Delivery>;
	/** Adds an attempt that the test made itself to the log. */
	logDelivery(attempt: LoggedAttempt): Delivery;
	/** Waits for all running deliveries, and for those that they cause. Returns the log, newest first. */
	delivered(): Promise<readonly Delivery[]>;

	close(): Promise<void>;
}
