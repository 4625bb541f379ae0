import type { Person } from './approval.ts';
import type { DeliveryFacts, DeliveryQuestion } from './delivery-facts.ts';
import type { ManifestEntry } from './manifest.ts';
import type { LateEdits } from './opening.ts';

export interface Comment {
	readonly id: number;
	readonly author: Person & { readonly type: string };
	readonly body: string;
	readonly createdAt: string;
	/** Whether somebody changed it after it was posted. Left out where nobody asked: such a comment decides nothing. */
	readonly edited?: boolean;
	/** Somebody other than its author changed it last: GitHub lets everybody with write access edit every comment. */
	readonly byOthers?: true;
	readonly viaApp: boolean;
	/** GitHub's `author_association`: a hint whom to ask about first, never a right. */
	readonly association?: string;
	/** Whether we wrote it. */
	readonly mine: boolean;
	/** Its author pressed a button, and the App's bot wrote that down. */
	readonly byButton?: true;
	readonly url: string;
}

/** What a person may do here, as the permission API tells it. */
export interface Rights {
	/** For people to read. */
	readonly role: string;
	readonly mayWrite: boolean;
	/** A custom role's own name, else as GitHub names the standard one; empty where it names none. */
	readonly roleName: string;
	/** GitHub's coarse permission: what a custom role is based on shows as `read`, `write` or `admin`. `none` for another account. */
	readonly permission: string;
}

export interface Issue {
	readonly number: number;
	readonly title: string;
	readonly body: string;
	readonly author: Person;
	readonly isPullRequest: boolean;
}

/** One file of a commit to be made: `null` content deletes. */
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
	/** Found again by it. */
	readonly marker: string;
	/** The commit that it goes on from, where that is not the base. */
	readonly parent?: string;
}

/** A path that the head of a pull request has otherwise than the base; `blob` is git's id of the content, null for a deletion. */
export interface HeadEntry extends ManifestEntry {
	readonly blob: string | null;
}

/** What a commit has otherwise than the base, with the contents by SHA-256. */
export interface HeadFiles {
	readonly entries: readonly HeadEntry[];
	readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Contents that need not be asked for, by git's ids: those among `ids` that are at hand. */
export type HeldBlobs = (ids: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array>>;

/** One commit more on the branch of a pull request. */
export interface CommitOnPull {
	readonly branch: string;
	/** The head that the run began with, from which `files` differ: nobody else's push is built upon. */
	readonly headSha: string;
	readonly message: string;
	readonly files: readonly CommitFile[];
	/** Found again by it; all but its last part is the same for all commits of a run. */
	readonly marker: string;
}

/** `moved`: the branch holds something that is not this run's; `same`: there is nothing to add; `refused`: GitHub takes no commit there. */
export type Pushed =
	| { readonly kind: 'pushed'; readonly sha: string }
	| { readonly kind: 'moved' }
	| { readonly kind: 'refused' }
	| { readonly kind: 'same' };

/** The head of a pull request, as it is now. */
export interface PullHead {
	readonly number: number;
	readonly headSha: string;
	readonly headBranch: string;
	/** It is in another repository, or in none any more. */
	readonly fork: boolean;
	/** We opened it, from a branch of ours, and it is open. */
	readonly own: boolean;
	readonly open: boolean;
	readonly merged: boolean;
	/** The branch that it is to be merged into. */
	readonly baseBranch: string;
}

export interface PullRequestLink {
	readonly number?: number;
	readonly url: string;
	/** Its commit, where there is a pull request and the commit is known. */
	readonly headSha?: string;
	/** What a person has to do still, where GitHub did not let us finish. */
	readonly left?: string;
}

/** The checks of a delivered commit: nothing has started them so far, they wait for a person's yes, or they have started. */
export type StartedChecks = 'none' | 'waiting' | 'started';

/** A run's state on the head of a pull request. Never a hollow green: what waits is `action_required`, what was denied `neutral`. */
export interface RunCheck {
	readonly run: string;
	readonly conclusion: 'success' | 'neutral' | 'action_required' | 'failure';
	readonly title: string;
	/** Markdown. */
	readonly summary: string;
	readonly url?: string;
	/** What its buttons are about: a batch of approvals, empty for none any more. Left out where nobody would hear of a press. */
	readonly buttons?: string;
}

/** What switches all runs off: `enabled: false` on the default branch, or the label on the issue that lists what waits. */
export type SwitchedOffBy = 'config' | 'label' | 'organization';

/** A comment of ours; `body` is what GitHub keeps of it. */
export type KeptComment = Pick<Comment, 'id' | 'url' | 'body'> & { readonly author?: Person };

/** GitHub, as far as a run needs it, bound to one repository. Outages throw `github-unreachable` after retries. */
export interface Forge {
	/** By the permission API alone. */
	rights(person: Person): Promise<Rights>;
	/** Whether a login is an active member of a team (`org/slug`); what cannot be read is a no. Whose the login is, {@link rights} tells. */
	isMember(team: string, person: Person): Promise<boolean>;
	/** Whether the token can read a team at all. */
	canReadTeam(team: string): Promise<boolean>;
	/** The kill switch as it stands now, never kept. What cannot be read is an error: neither on nor off. */
	switchedOff(): Promise<SwitchedOffBy | undefined>;
	issue(thread: number): Promise<Issue>;
	/** Who changed what an issue or pull request says, and when, as it stands now. */
	lateEdits(thread: number): Promise<LateEdits>;
	/** With `since` (ISO 8601) those that were posted or edited after it, and perhaps others: nothing before it matters to who asks. */
	comments(thread: number, since?: string): Promise<readonly Comment[]>;
	/** One of them by its id, read anew: a listing can be some seconds old. Undefined where it is gone. */
	comment(thread: number, id: number): Promise<Comment | undefined>;
	/** As this process last read the whole thread, if that is a moment ago: to tell a model, never to decide by them. */
	commentsOfLate?(thread: number): Promise<readonly Comment[]>;
	/** An event told of this comment: {@link comments} holds it also where a listing of the thread does not show it yet. */
	expectComment?(thread: number, id: number): void;
	/** Our own ones, as they were when this process last read the thread: to edit them, never to decide by them. */
	ownComments(thread: number): Promise<readonly Comment[]>;
	/** Creates our comment with this marker, or edits the one that is there: never a second. */
	upsertComment(thread: number, marker: string, body: string): Promise<KeptComment>;
	react(commentId: number, reaction: 'eyes' | 'rocket' | '+1' | '-1' | 'confused'): Promise<void>;
	/** Only on a pull request. Where GitHub does not let us, or cannot be reached, the answer is why there is none. */
	showCheck(thread: number, check: RunCheck): Promise<string | undefined>;
	/** What the token can deliver, as far as at most two requests tell. */
	deliveryFacts(question: DeliveryQuestion): Promise<DeliveryFacts>;
	/** What has started for what was delivered to a pull request; undefined where GitHub does not tell. `sha`: where the commit is known. */
	startedChecks(pull: number, sha?: string): Promise<StartedChecks | undefined>;
	findPullRequest(marker: string): Promise<PullRequestLink | undefined>;
	openDraftPullRequest(pull: DraftPullRequest): Promise<PullRequestLink>;
	/** Read anew each time. */
	pullHead(number: number): Promise<PullHead>;
	/** @throws CountersignError `checkout-mismatch` where it is too much, or cannot travel. */
	headFiles(commits: { readonly baseSha: string; readonly headSha: string }, held: HeldBlobs): Promise<HeadFiles>;
	/** A content by git's id. */
	blob(id: string): Promise<Uint8Array>;
	/** Whether a branch takes a commit without a pull request, as far as GitHub tells; what cannot be read is a no. */
	takesCommits(branch: string): Promise<boolean>;
	pushToPull(commit: CommitOnPull): Promise<Pushed>;
	/** The commit of ours with this marker, if it is on the branch. */
	findPushed(commit: Pick<CommitOnPull, 'branch' | 'headSha' | 'marker'>): Promise<string | undefined>;
}
