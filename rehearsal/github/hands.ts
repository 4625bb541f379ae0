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

/** Something that GitHub tells an App about. `sender` is absent: the author of what is named first. */
export type Happening =
	| { event: 'issue_comment'; comment: ApiComment; action?: CommentAction; sender?: string }
	| { event: 'issues'; issue: ApiIssue; action: 'opened'; sender?: string }
	| { event: 'issues'; issue: ApiIssue; action: 'labeled' | 'unlabeled'; label: string; sender?: string }
	| { event: 'pull_request'; pull: number; action: 'opened'; sender?: string }
	| { event: 'pull_request'; pull: number; action: 'labeled' | 'unlabeled'; label: string; sender?: string }
	| { event: 'pull_request_review_comment'; comment: ApiReviewComment; sender?: string }
	| { event: 'check_run'; checkRun: number; identifier: string; sender: string };

/** When a pull request has a head that nobody has looked at, and once when it has not. */
export type PullAction = 'opened' | 'ready_for_review' | 'synchronize' | 'closed';

/** One attempt, as the App's delivery log shows it. */
export interface Delivery {
	readonly id: number;
	/** The same for every attempt at one event. */
	readonly guid: string;
	/** ISO, whole seconds. */
	readonly delivered_at: string;
	readonly redelivery: boolean;
	/** Seconds. */
	readonly duration: number;
	/** `OK`, or what went wrong. */
	readonly status: string;
	/** 502 where nobody answered, 504 after the time limit. */
	readonly status_code: number;
	readonly event: string;
	readonly action: string | null;
	readonly installation_id: number | null;
	readonly repository_id: number | null;
	readonly throttled_at: null;
}

/** An attempt that a test made by itself. */
export interface LoggedAttempt {
	readonly event: string;
	readonly payload: JsonObject;
	readonly guid: string;
	readonly statusCode: number;
	readonly redelivery?: boolean;
	/** Absent: now. */
	readonly deliveredAt?: Date;
}

/** A signed request, ready to be sent to any replica, any number of times. */
export interface SignedDelivery {
	readonly guid: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
}

/** A workflow that somebody started by `workflow_dispatch`: the test plays the runner. */
export interface Dispatch {
	readonly run: ApiRun;
	/** With the defaults of the workflow's file. */
	readonly inputs: Readonly<Record<string, string>>;
	readonly who: ApiUser;
	/** What the job finds in `GITHUB_EVENT_PATH`. */
	readonly payload: JsonObject;
}

/** The job that asks who it is. */
export interface IdentityRequester {
	readonly runId: number;
	readonly attempt?: number;
	/** The event's name. */
	readonly event: string;
	/** A login; absent: who dispatched the run, or the owner. */
	readonly actor?: string;
	/** Absent: the name of the dispatched workflow. */
	readonly workflow?: string;
	/** Absent: the dispatched file, or `.github/workflows/countersign.yml`. */
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
	/** Absent: the head of the pull request. */
	readonly commit?: string;
	/** Absent: the hunk that git shows; the line must then be part of the diff. */
	readonly diffHunk?: string;
}

/** What a test may change while the server runs. */
export interface Switches extends Hostility {
	refuseCustomRefs: boolean;
	/** Whatever is written is refused; what was there can be read. */
	archived: boolean;
	/** The active rules of the repository's rulesets. */
	rules: readonly BranchRule[];
	/** A ref that a rule refuses is refused without a word of the rule. */
	hidesRules: boolean;
	/** What looks like a secret is taken neither as a blob nor by a ref. */
	protectsPushes: boolean;
	/** Whether git's own door is open. */
	speaksGit: boolean;
	actionsRunsReadable: boolean;
	pullRequestsByActionsAllowed: boolean;
	/** The first remarks of threads that people call resolved, by their ids. */
	resolvedThreads: readonly number[];
	/** Where the App's webhooks go; `undefined`: nowhere, and nothing is logged. */
	webhookUrl: string | undefined;
	/** After how long an attempt counts as timed out. */
	webhookTimeoutMs: number;
	/** Whether what tokens of Apps and workflows write is delivered, too (GitHub does that). */
	deliversBotWrites: boolean;
	/** An older server does not know `return_run_details`. */
	knowsRunDetails: boolean;
	onDispatch: ((dispatch: Dispatch) => void) | undefined;
	/** The installation is suspended: it makes no tokens, and its tokens do nothing. */
	appSuspended: boolean;
	/** The App is removed from the repository. */
	appRemoved: boolean;
	/** The repository's new name; the old one redirects to it. */
	renamedTo: string | undefined;
	/** Put over the claims of every identity token that a job asks for; `null` takes a claim away. */
	identityClaims: JsonObject;
}

export interface LocalGitHub extends AsyncDisposable, Switches {
	/** What `GITHUB_API_URL` and `GITHUB_SERVER_URL` are set to. */
	readonly url: string;
	readonly owner: string;
	readonly repo: string;
	readonly repositoryId: number;
	readonly defaultBranch: string;
	/** The bare repository behind the API; `git clone` it by this path. */
	readonly repositoryDir: string;
	/** Acts as `github-actions[bot]`. */
	readonly actionsToken: string;
	/** The App's installation; `undefined` without an App. */
	readonly installationId: number | undefined;
	readonly requests: readonly RecordedRequest[];
	/** Every workflow that was dispatched, in order. */
	readonly dispatches: readonly Dispatch[];

	intercept: Intercept | undefined;
	/** What an App or a person may ask in an hour, and a workflow where it is less than its 1,000. */
	hourlyRequests: number;
	/** How long a minute of the secondary limits lasts. Milliseconds. */
	minute: number;
	/** Counts as if this login had created all that it may in this minute. */
	spendMinute(login: string): void;

	tokenOf(login: string): string;
	addToken(token: string, identity: TokenIdentity): void;
	revokeToken(token: string): void;
	setPermission(login: string, permission: Permission, roleName?: string): void;
	setWorkflowRun(run: WorkflowRun): void;
	/** What the job of a check printed. */
	setJobLog(check: number, text: string): void;

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

	reviewComment(comment: LineComment): Promise<ApiReviewComment>;
	replyToReviewComment(reply: { pull: number; comment: number; user: string; body: string }): Promise<ApiReviewComment>;
	/**
	 * Presses a button of one of the App's own checks: delivers `check_run.requested_action` and answers its payload.
	 * A button that is not there, or of another App's check, is a mistake of the test and is thrown.
	 */
	press(button: { user: string; checkRun: number; identifier: string }): Promise<JsonObject>;

	/** The webhook payloads, complete as GitHub sends them. `sender` is absent: the comment's (issue's) author. */
	issueCommentEvent(comment: ApiComment, action?: CommentAction, sender?: string): Promise<JsonObject>;
	/** Absent sender: who opened it. */
	pullRequestEvent(pull: number, action: PullAction, sender?: string): Promise<JsonObject>;
	issuesEvent(issue: ApiIssue, action: 'opened' | 'labeled', label?: string, sender?: string): Promise<JsonObject>;
	workflowDispatchEvent(inputs: Record<string, string>, user: string): Promise<JsonObject>;
	scheduleEvent(): Promise<JsonObject>;

	/** A token of the App's installation, as `POST /app/installations/{id}/access_tokens` makes it, without the request. */
	installationToken(permissions?: Partial<Record<Scope, 'read' | 'write'>>): string;
	/** Ends every token that the installation has. */
	expireTokens(): void;
	/** Takes a permission from the App, and so from its tokens. */
	revokeAppPermission(scope: Scope): void;

	/** The door at which a job asks for an identity token. */
	identityRequest(requester: IdentityRequester): IdentityRequest;

	/** The payload that GitHub would deliver to the App. */
	payloadFor(happening: Happening): Promise<JsonObject>;
	/** The signed request that delivers it; `guid` absent: a new one. */
	signed(event: string, payload: JsonObject, guid?: string): SignedDelivery;
	/** Sends one delivery to `webhookUrl` (or to `url`) and logs the attempt. */
	deliver(
		event: string,
		payload: JsonObject,
		how?: { guid?: string; url?: string; redelivery?: boolean },
	): Promise<Delivery>;
	/** Puts an attempt that the test made by itself into the log. */
	logDelivery(attempt: LoggedAttempt): Delivery;
	/** Waits for every delivery in flight, and for those that they cause; the log, newest first. */
	delivered(): Promise<readonly Delivery[]>;

	close(): Promise<void>;
}
