import type { SetupStep } from './setup-steps.ts';
import type { ProjectFacts } from './stack-facts.ts';

/** A command that prepares the checkout. */
export interface Installation {
	readonly run: string;
	readonly hosts: readonly string[];
	/** Its time limit, if the usual one is too short. */
	readonly seconds?: number;
}

/** One way to test a project. */
export interface TestWay {
	readonly command: string;
	/** The additional steps for this way of testing. */
	readonly steps?: readonly SetupStep[];
	readonly setup?: readonly Installation[];
	/** True if only the names of folders suggest this way. A target that the project defines is then preferred. */
	readonly isGuess?: boolean;
}

/** One way to work on a project: a package manager with everything that it needs. */
export interface Toolset {
	/** The package manager, or the build tool. */
	readonly name: string;
	/** The steps of a workflow that install the tools. */
	readonly steps: readonly SetupStep[];
	/** Downloads everything that builds and tests need. Later commands have no network. */
	readonly setup: readonly Installation[];
	/** The ways to test it, the best first. */
	readonly tests: readonly TestWay[];
	/** True if the project has no dependencies, so it needs no `setup`. */
	readonly needsNothing?: boolean;
}

/** A language with its tools. */
export interface Ecosystem {
	readonly name: string;
	/** Files of a project, by name or ending, and the language that each indicates. */
	readonly marks: readonly (readonly [RegExp, string])[];
	/**
	 * The toolsets that fit, the best first. Empty if the project does not use this language. The result contains only commands from our
	 * own tables.
	 */
	readonly toolsets: (project: ProjectFacts) => readonly Toolset[];
}

/** A way to test that consists only of its command. */
export function way(command: string): TestWay {
	return { command };
}
