import type { Person } from './approval.ts';
import type { DeliveryFacts, DeliveryQuestion } from './delivery-facts.ts';
import type { ManifestEntry } from './manifest.ts';
import type { LateEdits } from './opening.ts';

export interface Comment {
	readonly id: number;
	readonly author: Person & { readonly type: string };
	readonly body: string;
	readonly createdAt: string;
	/** Whether the comment was changed after it was posted. Left out if this was not read. Then the comment has no effect. */
	readonly edited?: boolean;
	/** Somebody other than the author changed the comment last. GitHub lets everybody with write access edit every comment. */
	readonly byOthers?: true;
	readonly viaApp: boolean;
	/** GitHub's `author_association`. It only suggests whose rights to read first, and gives no right. */
	readonly association?: string;
	/** Whether we wrote the comment. */
	readonly mine: boolean;
	/** The author pressed a button, and the App's bot wrote this comment to record that. */
	readonly byButton?: true;
	readonly url: string;
}

/** What a person may do in this repository, from the permission API. */
export interface Rights {
	/** The role's name for people. */
	readonly role: string;
	readonly mayWrite: boolean;
	/** The name of a custom role, or GitHub's name of a standard role. Empty if GitHub names none. */
	readonly roleName: string;
	/**
	 * GitHub's coarse permission. A custom role shows as the role that it is based on: `read`, `write` or `admin`. `none` if the login belongs
	 * to another account now.
	 */
	readonly permission: string;
}

export interface Issue {
	readonly number: number;
	readonly title: string;
	readonly body: string;
	readonly author: Person;
	readonly isPullRequest: boolean;
}

/** One file of a new commit. A `null` content deletes the file. */
export interface CommitFile {
	readonly path: string;
	readonly mode: '100644' | '100755' | '120000';
	readonly content: Uint8Array | null;
}

export interface DraftPullRequest {
	readonly branch: string;
	readonly baseBranch: string;
	readonly baseSha: string;
	readonly title: string;
	readonly body: string;
	readonly message: string;
	readonly files: readonly CommitFile[];
	/** The text by which a later job finds the pull request. */
	readonly marker: string;
	/** The parent of the new commit, if that is not the base. */
	readonly parent?: string;
}

/** A path that differs between a pull request's head and the base. `blob` is git's id of the content, or null for a deletion. */
export interface HeadEntry extends ManifestEntry {
	readonly blob: string | null;
}

/** The differences between a commit and the base, with the contents by SHA-256. */
export interface HeadFiles {
	readonly entries: readonly HeadEntry[];
	readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Returns the contents with these git ids that are already on this machine, so they need not be downloaded. */
export type HeldBlobs = (ids: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array>>;

/** A further commit on the branch of a pull request. */
export interface CommitOnPull {
	readonly branch: string;
	/** The head that the run knows. After it, the branch may have only commits of the run. So none builds on another person's push. */
	readonly headSha: string;
	/** The commit that `files` change. If left out, it is the head. */
	readonly baseSha?: string;
	readonly message: string;
	readonly files: readonly CommitFile[];
	/** The text by which a later job finds the commit. All commits of a run have the same marker, except for its last part. */
	readonly marker: string;
}

/**
 * The result of a push. `moved`: the branch contains commits that are not from this run. `same`: there is nothing to add. `refused`: GitHub
 * does not accept our commit on this branch.
 */
export type Pushed =
	| { readonly kind: 'pushed'; readonly sha: string }
	| { readonly kind: 'moved' }
	| { readonly kind: 'refused' }
	| { readonly kind: 'same' };

/** The current head of a pull request. */
export interface PullHead {
	readonly number: number;
	readonly headSha: string;
	readonly headBranch: string;
	/** The head is in another repository, or its repository is gone. */
	readonly fork: boolean;
	/** We opened the pull request from a branch of ours, and it is open. */
	readonly own: boolean;
	readonly open: boolean;
	readonly merged: boolean;
	/** The branch into which the pull request will be merged. */
	readonly baseBranch: string;
}

export interface PullRequestLink {
	readonly number?: number;
	readonly url: string;
	/** The pull request's commit, if it is known. */
	readonly headSha?: string;
	/** Our new commit, if it lies directly on the base that the caller named. */
	readonly commit?: string;
	/** What a person must still do, if GitHub refused a part of the work. */
	readonly left?: string;
}

/** The checks of a delivered commit. `none` means that nothing has started them. `waiting` means that they wait for a person's approval. */
export type StartedChecks = 'none' | 'waiting' | 'started';

/**
 * The check of a run on the head of a pull request. It is green only for a success: a waiting run is `action_required`, and a denied run is
 * `neutral`.
 */
export interface RunCheck {
	readonly run: string;
	readonly conclusion: 'success' | 'neutral' | 'action_required' | 'failure';
	readonly title: string;
	/** Markdown. */
	readonly summary: string;
	readonly url?: string;
	/** The batch of approvals for the check's buttons. Empty to remove the buttons. Left out if no bot receives pressed buttons. */
	readonly buttons?: string;
}

/**
 * Where the kill switch is on: `enabled: false` on the default branch, the label on the issue that lists the waiting steps, or the
 * organization.
 */
export type SwitchedOffBy = 'config' | 'label' | 'organization';

/** A comment of ours. `body` is the text that GitHub keeps. */
export type KeptComment = Pick<Comment, 'id' | 'url' | 'body'> & { readonly author?: Person };

/** The functions of GitHub that a run needs, for one repository. Outages throw `github-unreachable` after retries. */
export interface Forge {
	/** Returns a person's rights, only from the permission API. */
	rights(person: Person): Promise<Rights>;
	/**
	 * Returns whether a login is an active member of a team (`org/slug`). If this cannot be read, it returns false. {@link rights} checks
	 * that the login belongs to the person.
	 */
	isMember(team: string, person: Person): Promise<boolean>;
	/** Returns whether the token can read a team. */
	canReadTeam(team: string): Promise<boolean>;
	/** Reads the kill switch now, and never from a cache. If it cannot be read, this throws, because neither on nor off is known. */
	switchedOff(): Promise<SwitchedOffBy | undefined>;
	issue(thread: number): Promise<Issue>;
	/** Reads who changed an issue or pull request, and when. */
	lateEdits(thread: number): Promise<LateEdits>;
	/**
	 * Returns the comments of a thread. With `since` (ISO 8601), it returns the comments posted or edited after this time, and perhaps earlier
	 * ones.
	 */
	comments(thread: number, since?: string): Promise<readonly Comment[]>;
	/** Reads one comment by its id, because a listing can be some seconds old. Undefined if the comment is gone. */
	comment(thread: number, id: number): Promise<Comment | undefined>;
	/**
	 * Returns the comments that this process read a moment ago, if it read the whole thread. They are only for the model, never for decisions.
	 */
	commentsOfLate?(thread: number): Promise<readonly Comment[]>;
	/**
	 * Says that this comment exists, because an event named it. Then {@link comments} contains it, even if GitHub's listing does not show it
	 * yet.
	 */
	expectComment?(thread: number, id: number): void;
	/** Returns our own comments, as this process last read them. They are only for editing, never for decisions. */
	ownComments(thread: number): Promise<readonly Comment[]>;
	/** Creates our comment with this marker, or edits it if it exists already. */
	upsertComment(thread: number, marker: string, body: string): Promise<KeptComment>;
	react(commentId: number, reaction: 'eyes' | 'rocket' | '+1' | '-1' | 'confused'): Promise<void>;
	/** Shows the check if the thread is a pull request. If GitHub refuses or cannot be reached, it returns the reason. */
	showCheck(thread: number, check: RunCheck): Promise<string | undefined>;
	/** Returns what the token can deliver, as far as two requests to GitHub can show. */
	deliveryFacts(question: DeliveryQuestion): Promise<DeliveryFacts>;
	/**
	 * Returns whether checks started for a delivery to a pull request. Undefined if GitHub does not say. `sha` is the commit, if it is known.
	 */
	startedChecks(pull: number, sha?: string): Promise<StartedChecks | undefined>;
	findPullRequest(marker: string): Promise<PullRequestLink | undefined>;
	openDraftPullRequest(pull: DraftPullRequest): Promise<PullRequestLink>;
	/** Reads the head of a pull request, never from a cache. */
	pullHead(number: number): Promise<PullHead>;
	/**
	 * Returns the head's differences from the base. @throws CountersignError `checkout-mismatch` if they are too large, or cannot be saved.
	 */
	headFiles(commits: { readonly baseSha: string; readonly headSha: string }, held: HeldBlobs): Promise<HeadFiles>;
	/** Returns the content of a file by git's id. */
	blob(id: string): Promise<Uint8Array>;
	/** Returns whether a branch accepts a commit without a pull request, as far as GitHub says. If this cannot be read, it returns false. */
	takesCommits(branch: string): Promise<boolean>;
	pushToPull(commit: CommitOnPull): Promise<Pushed>;
	/** Returns our commit with this marker, if it is on the branch. */
	findPushed(commit: Pick<CommitOnPull, 'branch' | 'headSha' | 'marker'>): Promise<string | undefined>;
}
