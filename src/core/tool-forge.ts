import type { Person } from './approval.ts';
import type { Issue } from './forge.ts';

/** An issue or pull request with what a tool shows beside its text. */
export interface ThreadView extends Issue {
	/** `open` or `closed`. */
	readonly state: string;
	readonly labels: readonly string[];
}

/** A pull request as it stands. */
export interface PullRequestView {
	readonly number: number;
	readonly state: string;
	readonly draft: boolean;
	readonly title: string;
	readonly body: string;
	readonly headSha: string;
	readonly headBranch: string;
	readonly baseBranch: string;
	readonly url: string;
}

export interface ChangedFile {
	readonly path: string;
	readonly previousPath?: string;
	readonly status: string;
	readonly additions: number;
	readonly deletions: number;
	/** Undefined where GitHub shows none: binary, or too large. */
	readonly patch?: string;
}

/** What somebody said in a review: the summary, or a remark on a line. */
export interface ReviewRemark {
	readonly author: Person & { readonly type: string };
	readonly body: string;
	readonly createdAt: string;
	/** GitHub's `author_association`: a hint whom to ask about first, never a right. */
	readonly association?: string;
	/** The verdict of a summary: `APPROVED`, `CHANGES_REQUESTED`, `COMMENTED`, `DISMISSED`, `PENDING`. */
	readonly state?: string;
	readonly path?: string;
	/** Undefined where the line is gone. */
	readonly line?: number;
	/** The id of the first remark of the thread that it belongs to; none for a summary. */
	readonly thread?: number;
	/** People call its thread resolved. */
	readonly resolved?: true;
}

export interface Annotation {
	readonly path: string;
	readonly line: number;
	readonly level: string;
	readonly message: string;
}

export interface CheckView {
	readonly id: number;
	readonly name: string;
	readonly status: string;
	/** Undefined while it runs. */
	readonly conclusion?: string;
	/** Whether it is a job of GitHub Actions, whose log can be read under the same id. */
	readonly isJob: boolean;
	readonly title: string;
	readonly annotations: readonly Annotation[];
}

export interface ReleaseView {
	readonly tag: string;
	readonly name: string;
	readonly body: string;
	readonly createdAt: string;
	readonly kind: 'release' | 'pre-release' | 'draft';
}

/** An issue or pull request in a list. */
export interface ListedThread {
	readonly number: number;
	readonly isPullRequest: boolean;
	readonly state: string;
	readonly title: string;
	readonly author: string;
	readonly labels: readonly string[];
	readonly comments: number;
	readonly createdAt: string;
	readonly updatedAt: string;
}

/** Which issues and pull requests a list shows. */
export interface ThreadQuery {
	readonly state: 'open' | 'closed' | 'all';
	readonly kind?: 'issue' | 'pull-request';
	/** All of them. */
	readonly labels: readonly string[];
	/** Not touched since; then the longest untouched comes first, else the last touched. ISO 8601. */
	readonly updatedBefore?: string;
	readonly limit: number;
}

/** A listing, and whether that is all there is. */
export interface Listing<T> {
	readonly items: readonly T[];
	readonly isAll: boolean;
}

export interface ListedCommit {
	readonly sha: string;
	/** The first line of its message. */
	readonly title: string;
	readonly author: string;
	/** When it got its place. ISO 8601. */
	readonly at: string;
}

export interface MergedPull {
	readonly number: number;
	readonly title: string;
	readonly author: string;
	readonly labels: readonly string[];
	readonly mergedAt: string;
	/** The commit that it became. */
	readonly commit: string;
}

/** What came to a branch since a tag. */
export interface MergedSince {
	/** Oldest first. */
	readonly commits: Listing<ListedCommit>;
	/** Newest first. Those of other branches may be among them. */
	readonly pulls: Listing<MergedPull>;
}

/** A review with remarks on lines of the new side; its event is always `COMMENT`. */
export interface ReviewText {
	readonly headSha: string;
	readonly body: string;
	/** `startLine` where it is about several, down to `line`. */
	readonly remarks: readonly {
		readonly path: string;
		readonly line: number;
		readonly startLine?: number;
		readonly body: string;
	}[];
	/** Found again by it. */
	readonly marker: string;
}

/** An answer in the thread of a remark. */
export interface ReviewReply {
	/** The id of the thread's first remark. */
	readonly thread: number;
	readonly body: string;
	/** Found again by it. */
	readonly marker: string;
}

/**
 * What tools may read and write on GitHub beyond the run's own needs, bound to one repository. What a missing permission refuses is a
 * CountersignError `github-refused` whose fix names the line to add.
 */
export interface ToolForge {
	thread(number: number): Promise<ThreadView>;
	pullRequest(number: number): Promise<PullRequestView>;
	/** At most 3,000, as GitHub lists them. */
	changedFiles(number: number): Promise<readonly ChangedFile[]>;
	/** Summaries, then remarks on lines; each oldest first. */
	reviews(number: number): Promise<readonly ReviewRemark[]>;
	/** The newest check of each name, on a commit or branch. */
	checks(ref: string): Promise<readonly CheckView[]>;
	/** The whole log of a job of GitHub Actions. */
	jobLog(id: number): Promise<string>;
	/** Looks through at most 1,000. */
	threads(query: ThreadQuery): Promise<Listing<ListedThread>>;
	/** At most 300 commits, and the merged among the 300 pull requests that were closed or touched last. */
	mergedSince(tag: string, branch: string): Promise<MergedSince>;
	/** The newest ten. */
	releases(): Promise<readonly ReleaseView[]>;
	/** Every label that the repository has. */
	labels(): Promise<readonly string[]>;
	addLabels(thread: number, names: readonly string[]): Promise<void>;
	/** A label that is not there is no trouble. */
	removeLabel(thread: number, name: string): Promise<void>;
	/** Writes the review, or finds the one of ours with this marker. Ours of earlier heads fold, and lead to it. */
	review(pull: number, review: ReviewText): Promise<{ readonly url: string }>;
	/** Answers in the thread of a remark, or finds the answer of ours with this marker. A thread is for people to resolve. */
	reply(pull: number, reply: ReviewReply): Promise<{ readonly url: string }>;
	findReply(pull: number, marker: string): Promise<{ readonly url: string } | undefined>;
	findReview(pull: number, marker: string): Promise<{ readonly url: string } | undefined>;
	/** Our newest pull request from a branch of this repository whose marker begins like this. */
	ownPullRequest(markerStart: string): Promise<PullRequestView | undefined>;
	/** Changes the words and keeps the marker of the body, by which the pull request is found. */
	rewordPullRequest(pull: PullRequestView, words: { readonly title?: string; readonly body?: string }): Promise<void>;
}
