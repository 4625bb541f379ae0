import type { Clause, Outcome } from '../../core/index.ts';
import type { AskedCount } from '../requests/asked-words.ts';
import type { ModelCost } from './cost-words.ts';

/** One call as people see it. */
export interface CallRow {
	readonly tool: string;
	readonly input: string;
	readonly verdict: 'allow' | 'confirm' | 'block' | 'not judged';
	readonly rule: string;
	/** How the call ended. `open` if it has not ended. */
	readonly end: 'done' | 'failed' | 'blocked' | 'denied' | 'open';
	/** `✓ done`, `denied (A1 by @x)`, `waits as A1`… */
	readonly result: string;
	/** Why a delivery failed, in the tool's words. */
	readonly obstacle?: string;
	/** If true, the call adds a commit to the run's pull request, and opens no other pull request. */
	readonly addsCommit?: true;
	/** The people who approved or denied the call. */
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
	/** The clauses that still need signatures. */
	readonly needs: readonly Clause[];
	/** The comment that asks. */
	readonly url?: string;
}

/** A grant for the rest of a run. */
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
	/** The grants that are in force, and who gave them. */
	readonly grants?: readonly GrantRow[];
	/** The skill that the run follows. */
	readonly skill?: string;
	readonly rows: readonly CallRow[];
	readonly waits?: readonly WaitRow[];
	/** Warnings about the run's policies, patterns and configuration. */
	readonly warnings?: readonly string[];
	/** An important notice about the run, shown before the rest. Our own markdown. */
	readonly notice?: string;
	/** The model's answer. */
	readonly answer: string;
	/** The addresses of the comments in which the answer continues. */
	readonly furtherParts?: readonly string[];
	/** The file of the audit folder with the whole answer. */
	readonly wholeAnswer?: string;
	readonly outcome?: Outcome;
	/** Where the undelivered changes are, and how to apply them. Our own markdown. */
	readonly kept?: string;
	readonly pullRequest?: { readonly number: number; readonly url: string };
	/** The newest commit that the run added to its pull request. */
	readonly commit?: { readonly sha: string; readonly pull: number };
	/** Our sentence about whether the checks of the delivery have started, and which button to press if not. */
	readonly checks?: string;
	readonly jobUrl?: string;
	/** How often people were asked, and what would have made questions unnecessary. */
	readonly asked?: AskedCount;
	readonly tokens: { readonly input: number; readonly output: number; readonly cached: number };
	/** The tokens and cost of each model. Left out if no price was looked up. */
	readonly costs?: readonly ModelCost[];
	/** The number of lines in the journal and the hash of the last one, when this process stops. */
	readonly head?: { readonly count: number; readonly hash: string };
}
