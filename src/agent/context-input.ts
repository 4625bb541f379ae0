import type { ChangedFile, Comment, Issue, Mode, PullStart, Recollection, RunRequest } from '../core/index.ts';
import type { PatternSpec, ToldSkill } from '../skills/index.ts';
import type { RankedFile } from './rank-files.ts';

/** A file: its path and its text. */
export interface NamedText {
	readonly path: string;
	readonly text: string;
}

/**
 * A part of an issue or pull request that changed after the run was requested. It includes the person and the time (ISO 8601) if GitHub
 * reports them.
 */
export interface LateChange {
	readonly part: 'title' | 'body';
	/** Whether the text before the change is known. If so, the model reads that text. */
	readonly isKnown: boolean;
	readonly by?: string;
	readonly at?: string;
}

/** Everything that is needed for a conversation's beginning. */
export interface ContextInput {
	readonly request: RunRequest;
	/** The issue at the time of the request. A part that is not known is empty. */
	readonly issue: Issue;
	/** The parts of the issue that changed later. */
	readonly late?: readonly LateChange[];
	/** Comments of people that the agent listens to, oldest first. */
	readonly comments: readonly Comment[];
	/** A sentence with the number of ignored comments. Empty if there are none. */
	readonly unheard?: string;
	readonly skills: readonly ToldSkill[];
	/** Patterns of the configuration that no call may match. */
	readonly blocked?: readonly PatternSpec[];
	/** The repository's instructions for contributors, from the base commit. */
	readonly instructions?: readonly NamedText[];
	/** Paths of the checkout, relative to its root. */
	readonly tree: readonly string[];
	/** Files of the checkout that the task may be about, the best first, with their scores. */
	readonly files?: readonly (NamedText & RankedFile)[];
	/** The changes of the pull request, or why they are unknown. */
	readonly changes?: readonly ChangedFile[] | string;
	readonly memory?: Recollection;
	readonly mode: Mode;
	readonly maxIterations: number;
	/** The commands that prepare the checkout before the first call that runs or writes something. */
	readonly setup?: readonly string[];
	/** Says what the run cannot deliver. Empty if it can deliver everything. */
	readonly delivery?: string;
	/** The pull request on which the run was requested. */
	readonly pull?: PullStart;
	/** The model's id. */
	readonly model: string;
	/** How many tokens the beginning of the conversation may use, by our estimate. */
	readonly budget?: number;
}
