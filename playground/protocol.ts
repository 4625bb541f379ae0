import type { Decision, Effect, JsonObject, Match, Outcome, Risk } from '../src/core/index.ts';

/**
 * The messages between the playground's server and its page. The page asks for views, acts for a person, and learns by server-sent events
 * which view has changed.
 */

/** The people that a visitor can be. */
export const personNames = ['maintainer', 'contributor', 'stranger', 'bot'] as const;
export type PersonName = (typeof personNames)[number];

export interface Person {
	readonly name: PersonName;
	/** The account on the local GitHub. */
	readonly login: string;
	/** What this person may do, in one sentence. */
	readonly rights: string;
}

/** One of the prepared stories. */
export interface StoryView {
	readonly name: string;
	readonly title: string;
	/** What the visitor will see, in one or two sentences. */
	readonly summary: string;
	/** The issue or pull request of the story. */
	readonly thread: number;
	/** What to do, in order. */
	readonly steps: readonly StoryStep[];
}

export interface StoryStep {
	/** The sentence that the visitor reads. */
	readonly say: string;
	/** What the page does if the visitor presses *Do it*. Without it, there is only the sentence to read. */
	readonly does?: Action;
}

export interface ModelView {
	/** The value of the action's input `model`. `scripted` plays the story's script. */
	readonly name: string;
	readonly title: string;
	/** True if the replies of the model were written in advance. */
	readonly scripted: boolean;
}

export interface ThreadCard {
	readonly number: number;
	readonly kind: 'issue' | 'pull';
	readonly title: string;
	readonly state: 'open' | 'closed' | 'merged';
	readonly draft: boolean;
	readonly author: string;
	readonly commentCount: number;
	readonly labels: readonly string[];
	/** The last run of the thread, if there is one. */
	readonly run?: RunCard;
}

/** `lost`: its job was killed, and no other job continues it yet. */
export type RunStatus = 'running' | 'waiting' | 'lost' | 'ended';

export interface RunOutcome {
	readonly kind: Outcome['kind'];
	readonly reason: Outcome['reason'];
	readonly message: string;
}

export interface RunCard {
	readonly id: string;
	readonly status: RunStatus;
	readonly outcome?: RunOutcome;
}

/** The list of threads, and all facts about the repository and the clock. `GET /api/world` */
export interface WorldView {
	/** `owner/name` of the repository. */
	readonly repository: string;
	/** The local GitHub's address, which is printed in comments. The page must not open it. */
	readonly github: string;
	readonly people: readonly Person[];
	readonly models: readonly ModelView[];
	readonly model: string;
	readonly stories: readonly StoryView[];
	readonly threads: readonly ThreadCard[];
	/** How far ahead the clock of the playground is, in days. */
	readonly daysAhead: number;
	/** What is real here, and what is not: sentences. */
	readonly real: readonly string[];
	readonly played: readonly string[];
}

export interface CommentView {
	readonly id: number;
	readonly author: string;
	readonly kind: 'person' | 'app';
	/** The relation to the repository, as GitHub names it: `OWNER`, `COLLABORATOR`, `NONE`. */
	readonly association: string;
	/** Markdown from a person or the App. It is not trusted. */
	readonly body: string;
	/** ISO. */
	readonly createdAt: string;
	/** Who changed the text, if it was not the author. */
	readonly editedBy?: string;
	readonly reactions: readonly { readonly emoji: string; readonly count: number }[];
	/** For a comment on a line of a pull request. */
	readonly place?: { readonly path: string; readonly line: number };
}

export interface CheckView {
	readonly id: number;
	readonly name: string;
	readonly status: string;
	readonly conclusion: string | null;
	readonly title: string;
	/** Markdown. */
	readonly summary: string;
	readonly buttons: readonly { readonly label: string; readonly description: string; readonly identifier: string }[];
}

/** A thread as a person reads it. `GET /api/threads/:number` */
export interface ThreadView extends ThreadCard {
	readonly body: string;
	readonly createdAt: string;
	readonly comments: readonly CommentView[];
	readonly checks: readonly CheckView[];
	/** Of a pull request: a unified diff against its base. */
	readonly diff?: string;
	/** Of a pull request: its branch, its base, and its head commit. */
	readonly branch?: { readonly head: string; readonly base: string; readonly sha: string };
	/** A job of the thread waits for a machine or has just begun, and no run is seen yet. */
	readonly starting: boolean;
	/** The runs of the thread, newest first. */
	readonly runs: readonly RunCard[];
}

export interface JobView {
	/** The number of the workflow run. */
	readonly id: number;
	/** `comment/12`, or `schedule`. */
	readonly command: string;
	readonly status: 'queued' | 'running' | 'ended' | 'killed';
	/** ISO. */
	readonly startedAt: string;
	readonly endedAt?: string;
	/** The output `outcome`. */
	readonly outcome?: string;
}

export type CallState = 'judged' | 'waiting' | 'running' | 'done' | 'failed' | 'blocked' | 'denied' | 'unknown';

/** One tool call with the gate's verdict. */
export interface CallView {
	readonly id: string;
	readonly tool: string;
	readonly input: JsonObject;
	readonly decision: Decision;
	readonly risk: Risk;
	readonly rule: string;
	readonly reason: string;
	/** The place of the deciding rule, such as `policies/default.yaml`, line 12. */
	readonly file?: string;
	readonly line?: number;
	readonly effects: readonly Effect[];
	readonly matches: readonly Match[];
	readonly state: CallState;
	/** The approval that it waits or waited for, such as `A1`. */
	readonly approval?: string;
	/** The beginning of its output. */
	readonly output?: string;
	readonly milliseconds?: number;
}

/** One line of the journal. */
export interface JournalLine {
	/** Its number, from 1. */
	readonly number: number;
	readonly type: string;
	/** ISO. */
	readonly at: string;
	/** The line of the file, at most 4,000 characters. */
	readonly text: string;
}

/** One run, as its journal describes it. `GET /api/runs/:id` */
export interface RunView extends RunCard {
	readonly thread: number;
	readonly jobs: readonly JobView[];
	readonly calls: readonly CallView[];
	readonly journal: readonly JournalLine[];
	/** The last lines of the job's log. */
	readonly log: readonly string[];
}

/** What a visitor can do. `POST /api/act` */
export type Action =
	| { readonly kind: 'comment'; readonly as: PersonName; readonly thread: number; readonly body: string }
	| { readonly kind: 'open-issue'; readonly as: PersonName; readonly title: string; readonly body: string }
	| { readonly kind: 'press'; readonly as: PersonName; readonly check: number; readonly identifier: string }
	/** Kills the job of the thread's run, and deletes the machine's disk. */
	| { readonly kind: 'kill-runner'; readonly thread: number }
	/** A contributor changes the text of the last comment that the App wrote. */
	| { readonly kind: 'edit-bot-comment'; readonly thread: number }
	/** A contributor pushes a commit: to the branch of the pull request, or to the default branch. */
	| { readonly kind: 'push-commit'; readonly thread: number }
	/** A maintainer merges a change of the workflow file. */
	| { readonly kind: 'merge-workflow-change' }
	/** Moves the clock of GitHub, the bot and all later jobs forward by 25 hours, and runs the scheduled workflow. */
	| { readonly kind: 'pass-day' }
	| { readonly kind: 'choose-model'; readonly model: string };

export type ActionKind = Action['kind'];

/** The action of one kind. */
export type ActionOf<K extends ActionKind> = Extract<Action, { kind: K }>;

/** The answer to an action. A refusal says why, for the visitor. */
export type Acted = { readonly ok: true; readonly said?: string } | { readonly ok: false; readonly why: string };

/** A view that has changed. `GET /api/changes` sends them as server-sent events. */
export type Changed =
	| { readonly view: 'world' }
	| { readonly view: 'thread'; readonly number: number }
	| { readonly view: 'run'; readonly id: string };
