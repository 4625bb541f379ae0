import type { Action } from '../protocol.ts';

/** A pull request that a story begins with. */
export interface StoryPull {
	readonly branch: string;
	/** What its commit changes: paths and texts. */
	readonly files: Readonly<Record<string, string>>;
	/** Comments on its lines. */
	readonly remarks: readonly { readonly path: string; readonly line: number; readonly body: string }[];
}

/** The content of one thread: a task for the agent, the replies of the scripted model, and what a visitor tries. */
export interface Story {
	/** Kebab-case. The script of the model is the file `scripts/<name>.yml`. */
	readonly name: string;
	readonly title: string;
	readonly summary: string;
	/** Who opens the issue or the pull request. */
	readonly author: 'maintainer' | 'contributor' | 'stranger';
	readonly issue: { readonly title: string; readonly body: string };
	/** If set, the thread is this pull request and not an issue. */
	readonly pull?: StoryPull;
	/** Files of the repository that the story needs, on the default branch. All stories share one repository. */
	readonly files?: Readonly<Record<string, string>>;
	readonly steps: readonly Step[];
}

/** The same as in the protocol, but the thread's number is filled in later. */
export interface Step {
	readonly say: string;
	readonly does?: Unplaced;
}

type Unplaced = Action extends infer One ? (One extends { thread: number } ? Omit<One, 'thread'> : One) : never;
