import type { ChangedFile } from './tool-forge.ts';

/** What a repository remembers of earlier runs. */
export interface Recollection {
	/** A day's runs (`2026-11-22`), newest first. */
	readonly episodes: readonly { readonly day: string; readonly text: string }[];
	/** What its maintainers usually approve or deny; empty for nothing. */
	readonly feedback: string;
	/** Runs and notes that the task's words were found in, the best first; none when left out. */
	readonly found?: readonly Remembered[];
}

/** One run or note as it was remembered. */
export interface Remembered {
	/** Where it stands: `episodes/2026-11-22.md`. */
	readonly path: string;
	readonly text: string;
}

/** What only the beginning of a conversation is made of. */
export interface Background {
	/** What a pull request changes. @throws CountersignError `github-refused` where the token may not read it. */
	changedFiles(pull: number): Promise<readonly ChangedFile[]>;
	/** What is remembered that a task of these words may be about. Trouble with it stops no run. */
	recall(keywords: readonly string[]): Promise<Recollection>;
}
