import type { ChangedFile, Comment, Issue, Mode, PullStart, Recollection, RunRequest } from '../core/index.ts';
import type { PatternSpec, ToldSkill } from '../skills/index.ts';
import type { RankedFile } from './rank-files.ts';

/** A file by its path, with its text. */
export interface NamedText {
	readonly path: string;
	readonly text: string;
}

/** A part of an issue or pull request that was changed after the run was asked for, and who did that when (ISO 8601), as far as GitHub tells. */
export interface LateChange {
	readonly part: 'title' | 'body';
	/** It is known, and shown, as it was. */
	readonly isKnown: boolean;
	readonly by?: string;
	readonly at?: string;
}

/** Everything that a conversation's beginning is made of. */
export interface ContextInput {
	readonly request: RunRequest;
	/** As it was when the run was asked for; a part that is not known is empty. */
	readonly issue: Issue;
	/** What of it was changed since. */
	readonly late?: readonly LateChange[];
	/** Of people who are heard, oldest first. */
	readonly comments: readonly Comment[];
	/** How many comments nobody hears, in words; empty for none. */
	readonly unheard?: string;
	readonly skills: readonly ToldSkill[];
	/** Patterns of the configuration that no call may match. */
	readonly blocked?: readonly PatternSpec[];
	/** What the repository tells those who work on it, as the base commit has it. */
	readonly instructions?: readonly NamedText[];
	/** Paths of the checkout, relative to its root. */
	readonly tree: readonly string[];
	/** Files of the checkout that the task may be about, the best first, with their scores. */
	readonly files?: readonly (NamedText & RankedFile)[];
	/** What the pull request changes, or why that cannot be told. */
	readonly changes?: readonly ChangedFile[] | string;
	readonly memory?: Recollection;
	readonly mode: Mode;
	readonly maxIterations: number;
	/** The commands that prepare the checkout before the first call that runs or writes something. */
	readonly setup?: readonly string[];
	/** What of its work the run cannot deliver; empty for nothing. */
	readonly delivery?: string;
	/** The pull request that the run is on. */
	readonly pull?: PullStart;
	/** The model's id. */
	readonly model: string;
	/** Tokens that the beginning may take, estimated. */
	readonly budget?: number;
}
