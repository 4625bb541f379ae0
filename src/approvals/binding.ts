import { digestOf, type ToolCall } from '../core/index.ts';

/** Everything that an approval covers. If one of these values changes, the approval is void. */
export interface Bound {
	readonly run: string;
	readonly call: ToolCall;
	/** The path is relative to the workspace. */
	readonly workingDirectory: string;
	readonly baseSha: string;
	/** SHA-256 of each file that the call would execute, or null if the file is missing. */
	readonly executes: ReadonlyMap<string, string | null>;
	/**
	 * SHA-256 of the file before the call rewrites it, because the person saw the difference from this content. `null` if there was no file.
	 * Left out if the call rewrites no file.
	 */
	readonly rewrites?: string | null;
	/** Digest of the workspace if the call runs programs or delivers. Empty for other calls. */
	readonly tree: string;
	/** The effects of the call, in the words of the request. */
	readonly effects: readonly string[];
	/** The head of the run's pull request. */
	readonly headSha?: string;
	/** The branch into which the run's pull request will be merged. */
	readonly pullBase?: string;
}

/** Returns the digest that a request shows. Before the execution, the run computes it again and compares the two. */
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
