import { digestOf, type ToolCall } from '../core/index.ts';

/** Everything that a decision is bound to. When any of it differs, the approval is void. */
export interface Bound {
	readonly run: string;
	readonly call: ToolCall;
	/** Relative to the workspace. */
	readonly workingDirectory: string;
	readonly baseSha: string;
	/** SHA-256 of each file that the call would execute; null where there is none. */
	readonly executes: ReadonlyMap<string, string | null>;
	/** SHA-256 of the file that the call would rewrite, as the difference was shown; left out for other calls. */
	readonly rewrites?: string | null;
	/** Digest of the workspace for a call that runs programs, or delivers; empty for the others. */
	readonly tree: string;
	/** What the call would do, in the words that were shown. */
	readonly effects: readonly string[];
	/** The head of the pull request that the run is on. */
	readonly headSha?: string;
	/** The branch that this pull request is to be merged into. */
	readonly pullBase?: string;
}

/** The digest that a request shows and an execution is held against. */
export function bindingOf(bound: Bound): string {
	const { run, call, workingDirectory, baseSha, executes, rewrites, tree, effects, headSha, pullBase } = bound;
	return digestOf({
		run,
		call: call.id,
		tool: call.name,
		args: call.args,
		workingDirectory,
		baseSha,
		executes: Object.fromEntries(executes),
		tree,
		effects,
		...(rewrites === undefined ? {} : { rewrites }),
		...(headSha === undefined ? {} : { headSha }),
		...(pullBase === undefined ? {} : { pullBase }),
	});
}
