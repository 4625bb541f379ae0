import type { Person } from './approval.ts';
import type { Issue } from './forge.ts';

/** An issue or pull request with its state and labels. */
export interface ThreadView extends Issue {
	/** `open` or `closed`. */
	readonly state: string;
	readonly labels: readonly string[];
}

/** A pull request in its current state. */
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
	/** Undefined if GitHub shows no difference, because the file is binary or too large. */
	readonly patch?: string;
}

/** A part of a review: its summary, or a remark on a line. */
export interface ReviewRemark {
	readonly author: Person & { readonly type: string };
	readonly body: string;
	readonly createdAt: string;
	/** GitHub's `author_association`. It only suggests whose rights to read first, and gives no right. */
	readonly association?: string;
	/** The verdict of a summary: `APPROVED`, `CHANGES_REQUESTED`, `COMMENTED`, `DISMISSED`, `PENDING`. */
	readonly state?: string;
	readonly path?: string;
	/** Undefined if the line is gone. */
	readonly line?: number;
	/** The id of the first remark in its thread. Left out for a summary. */
	readonly thread?: number;
	/** A person marked the remark's thread as resolved. */
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
	/** Undefined while the check runs. */
	readonly conclusion?: string;
	/** Whether the check is a job of GitHub Actions. Then the job's log has the same id. */
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

/** The filter of a list of issues and pull requests. */
export interface ThreadQuery {
	readonly state: 'open' | 'closed' | 'all';
	readonly kind?: 'issue' | 'pull-request';
	/** All of these labels must be present. */
	readonly labels: readonly string[];
	/**
	 * If set, the list has only threads that were not updated since this time, the least recently updated first. Otherwise the most recently
	 * updated comes first. ISO 8601.
	 */
	readonly updatedBefore?: string;
	readonly limit: number;
}

/** A list, and whether it is complete. */
export interface Listing<T> {
	readonly items: readonly T[];
	readonly isAll: boolean;
}

export interface ListedCommit {
	readonly sha: string;
	/** The first line of its message. */
	readonly title: string;
	readonly author: string;
	/** The committer date: when the commit was put on its branch. ISO 8601. */
	readonly at: string;
}

export interface MergedPull {
	readonly number: number;
	readonly title: string;
	readonly author: string;
	readonly labels: readonly string[];
	readonly mergedAt: string;
	/** The commit that the merge created. */
	readonly commit: string;
}

/** What was added to a branch since a tag. */
export interface MergedSince {
	/** Oldest first. */
	readonly commits: Listing<ListedCommit>;
	/** Newest first. Some may belong to other branches. */
	readonly pulls: Listing<MergedPull>;
}

/** A review with remarks on lines of the new side. Its event is always `COMMENT`. */
export interface ReviewText {
	readonly headSha: string;
	readonly body: string;
	/** If a remark is about several lines, `startLine` is the first and `line` is the last. */
	readonly remarks: readonly {
		readonly path: string;
		readonly line: number;
		readonly startLine?: number;
		readonly body: string;
	}[];
	/** The text by which a later job finds the review. */
	readonly marker: string;
}

/** An answer in the thread of a remark. */
export interface ReviewReply {
	/** The id of the thread's first remark. */
	readonly thread: number;
	readonly body: string;
	/** The text by which a later job finds the reply. */
	readonly marker: string;
}

/**
 * What tools may read and write on GitHub, in addition to {@link Forge}, for one repository. If a permission is missing, each function
 * throws a CountersignError `github-refused`, and its fix names the line to add.
 */
export interface ToolForge {
	thread(number: number): Promise<ThreadView>;
	pullRequest(number: number): Promise<PullRequestView>;
	/** Returns at most 3,000 files, as GitHub lists them. */
	changedFiles(number: number): Promise<readonly ChangedFile[]>;
	/** Returns the summaries and then the remarks on lines. Both lists begin with the oldest. */
	reviews(number: number): Promise<readonly ReviewRemark[]>;
	/** Returns the newest check of each name, on a commit or branch. */
	checks(ref: string): Promise<readonly CheckView[]>;
	/** Returns the whole log of a job of GitHub Actions. */
	jobLog(id: number): Promise<string>;
	/** Searches at most 1,000 threads. */
	threads(query: ThreadQuery): Promise<Listing<ListedThread>>;
	/** Returns at most 300 commits. The pull requests are the merged ones among the 300 that were closed or updated last. */
	mergedSince(tag: string, branch: string): Promise<MergedSince>;
	/** Returns the newest ten. */
	releases(): Promise<readonly ReleaseView[]>;
	/** Returns every label of the repository. */
	labels(): Promise<readonly string[]>;
	addLabels(thread: number, names: readonly string[]): Promise<void>;
	/** Removes a label. A missing label is not an error. */
	removeLabel(thread: number, name: string): Promise<void>;
	/**
	 * Writes the review, unless our review with this marker exists already. It folds our reviews of earlier heads, and links them to this
	 * review.
	 */
	review(pull: number, review: ReviewText): Promise<{ readonly url: string }>;
	/** Answers in the thread of a remark, unless our answer with this marker exists already. It never resolves the thread. */
	reply(pull: number, reply: ReviewReply): Promise<{ readonly url: string }>;
	findReply(pull: number, marker: string): Promise<{ readonly url: string } | undefined>;
	findReview(pull: number, marker: string): Promise<{ readonly url: string } | undefined>;
	/** Returns our newest pull request from a branch of this repository whose marker begins with this text. */
	ownPullRequest(markerStart: string): Promise<PullRequestView | undefined>;
	/** Changes the title or the text. It keeps the marker in the body, because later jobs find the pull request by it. */
	rewordPullRequest(pull: PullRequestView, words: { readonly title?: string; readonly body?: string }): Promise<void>;
}
