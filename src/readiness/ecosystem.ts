import type { SetupStep } from './setup-steps.ts';
import type { ProjectFacts } from './stack-facts.ts';

/** A command that prepares the checkout. */
export interface Installation {
	readonly run: string;
	readonly hosts: readonly string[];
	/** Its time limit, where the usual one is too short. */
	readonly seconds?: number;
}

/** One way to test a project. */
export interface TestWay {
	readonly command: string;
	/** What this way needs beside what the toolset has. */
	readonly steps?: readonly SetupStep[];
	readonly setup?: readonly Installation[];
	/** Whether only the names of folders speak for it, so that a target of the project's own goes before it. */
	readonly isGuess?: boolean;
}

/** One way to work on a project: a package manager with what it needs. */
export interface Toolset {
	/** The package manager, or the build tool. */
	readonly name: string;
	/** The steps of a workflow that install the tools. */
	readonly steps: readonly SetupStep[];
	/** Loads what builds and tests need; later commands have no network. */
	readonly setup: readonly Installation[];
	/** The ways to test it, the best first. */
	readonly tests: readonly TestWay[];
	/** Whether the project depends on nothing, so that no `setup` is right. */
	readonly needsNothing?: boolean;
}

/** A language with its tools. */
export interface Ecosystem {
	readonly name: string;
	/** The toolsets that fit, the best first; empty if the project has nothing of it. Only commands of our own tables come out. */
	readonly toolsets: (project: ProjectFacts) => readonly Toolset[];
}

/** Names a way to test by its command alone. */
export function way(command: string): TestWay {
	return { command };
}
