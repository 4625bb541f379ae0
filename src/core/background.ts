import type { ChangedFile } from './forge-desk.ts';

/** What a repository remembers of earlier runs. */
export interface Recollection {
	/** A day's runs (`2026-11-22`), newest first. */
	readonly episodes: readonly { readonly day: string; readonly text: string }[];
	/** What its maintainers usually approve or deny; empty for nothing. */
	readonly feedback: string;
}

/** What only the beginning of a conversation is made of. */
export interface Background {
	/** What a pull request changes. @throws CountersignError `github-refused` where the token may not read it. */
	changedFiles(pull: number): Promise<readonly ChangedFile[]>;
	recall(): Promise<Recollection>;
}
