import type { Clause, Outcome } from '../core/index.ts';
import type { AskedCount } from './asked-words.ts';
import type { ModelCost } from './cost-words.ts';

/** One call as people see it. */
export interface CallRow {
	readonly tool: string;
	readonly input: string;
	readonly verdict: 'allow' | 'confirm' | 'block' | 'not judged';
	readonly rule: string;
	/** How it ended; `open` while it has not. */
	readonly end: 'done' | 'failed' | 'blocked' | 'denied' | 'open';
	/** `✓ done`, `denied (A1 by @x)`, `waits as A1`… */
	readonly result: string;
	/** What stood in the way of a delivery, in the tool's own words. */
	readonly obstacle?: string;
	/** It delivers a commit on the pull request of the run, and opens none. */
	readonly addsCommit?: true;
	/** Who signed it, or said no. */
	readonly people: readonly { readonly login: string; readonly role: string }[];
}

/** A step that waits for people. */
export interface WaitRow {
	readonly id: string;
	readonly tool: string;
	readonly input: string;
	readonly addsCommit?: true;
	/** ISO 8601 UTC. */
	readonly until: string;
	/** What is not signed yet. */
	readonly needs: readonly Clause[];
	/** Where it is asked. */
	readonly url?: string;
}

/** What somebody granted for the rest of a run. */
export interface GrantRow {
	readonly id: string;
	readonly by: string;
	/** `shell_exec under rule network`. */
	readonly what: string;
}

/** What the progress comment, the check and the job summary show. */
export interface RunView {
	readonly run: string;
	readonly requester: string;
	readonly task: string;
	readonly model: string;
	readonly rehearsal: boolean;
	readonly mode: string;
	/** What is in force beyond single steps, and who gave it. */
	readonly grants?: readonly GrantRow[];
	/** The skill that the run follows. */
	readonly skill?: string;
	readonly rows: readonly CallRow[];
	readonly waits?: readonly WaitRow[];
	/** What the rules of the run warn of. */
	readonly warnings?: readonly string[];
	/** What everybody should know of the run before they read on. Markdown of ours. */
	readonly notice?: string;
	/** The model's last words. */
	readonly answer: string;
	/** The comments in which the answer goes on, by their addresses. */
	readonly furtherParts?: readonly string[];
	/** The file of the audit folder that holds the whole answer. */
	readonly wholeAnswer?: string;
	readonly outcome?: Outcome;
	/** Where the changes are that nothing delivered, and how to take them. Markdown of ours. */
	readonly kept?: string;
	readonly pullRequest?: { readonly number: number; readonly url: string };
	/** The newest commit that it added to the pull request that it was asked on. */
	readonly commit?: { readonly sha: string; readonly pull: number };
	/** Whether the checks of what was delivered have started, and what to press. A sentence of ours. */
	readonly checks?: string;
	readonly jobUrl?: string;
	/** How often people were asked, and what would have spared them. */
	readonly asked?: AskedCount;
	readonly tokens: { readonly input: number; readonly output: number; readonly cached: number };
	/** What each model used and cost; left out where no price was looked up. */
	readonly costs?: readonly ModelCost[];
	/** Count and hash of the journal, when it is over for now. */
	readonly head?: { readonly count: number; readonly hash: string };
}
