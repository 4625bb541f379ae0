import type { ChangedFile } from './tool-forge.ts';

/** The memory of a repository about earlier runs. */
export interface Recollection {
	/** The runs of each day (`2026-11-22`), newest first. */
	readonly episodes: readonly { readonly day: string; readonly text: string }[];
	/** What the maintainers usually approve or deny. Empty if nothing is known. */
	readonly feedback: string;
	/** Runs and notes that contain words of the task, best first. Left out if there are none. */
	readonly found?: readonly Remembered[];
}

/** One run or note from the memory. */
export interface Remembered {
	/** The path of the file in the memory, such as `episodes/2026-11-22.md`. */
	readonly path: string;
	readonly text: string;
}

/** The material for the beginning of a conversation. */
export interface Background {
	/** Returns the changes of a pull request. @throws CountersignError `github-refused` if the token may not read it. */
	changedFiles(pull: number): Promise<readonly ChangedFile[]>;
	/** Returns memories that may belong to a task with these words. A problem with the memory does not stop the run. */
	recall(keywords: readonly string[]): Promise<Recollection>;
}
