import type { Clause, Effect, Match, Risk } from '../core/index.ts';
import type { CallRow, RunView } from './status/run-view.ts';
import type { TimelineItem } from './status/timeline-items.ts';

/** One thing that happened, and when. */
export interface ReportStep {
	/** ISO 8601 UTC. */
	readonly at: string;
	readonly item: TimelineItem;
	/** The number of the call, if the item is about one. */
	readonly call?: number;
	readonly milliseconds?: number;
}

/** A text, or its beginning if the whole text is in another file. */
export interface ShownText {
	readonly text: string;
	/** The length of the whole text in UTF-8. */
	readonly bytes: number;
	readonly sha256?: string;
}

/** A person's approval. */
export interface ShownSignature {
	readonly who: string;
	readonly role: string;
	readonly at: string;
	/** What the approval covers beyond its call. */
	readonly scope?: string;
	/** The person pressed a button of the check. */
	readonly byButton?: true;
	readonly url?: string;
}

/** A question about a call, and the answers. */
export interface AskedRow {
	readonly id: string;
	readonly until: string;
	readonly url?: string;
	readonly needs: readonly Clause[];
	readonly signatures: readonly ShownSignature[];
	readonly denial?: ShownSignature & { readonly by: 'human' | 'expiry' | 'withdrawal'; readonly why?: string };
	/** Why its answers are no longer valid. */
	readonly void?: string;
}

/** One call, with all its data in the journal. */
export interface ReportCall {
	/** Counted from 1. */
	readonly number: number;
	readonly row: CallRow;
	/** The call's arguments by name, in their order. If they are not a JSON object, there is one argument without a name. */
	readonly args: readonly (readonly [string, ShownText])[];
	readonly effects: readonly Effect[];
	readonly reason: string;
	readonly risk?: Risk;
	/** Every rule that matched. */
	readonly matches: readonly Match[];
	readonly asked: readonly AskedRow[];
	readonly output?: ShownText;
	readonly milliseconds?: number;
}

/** One paid request to a model. */
export interface RequestCost {
	readonly at: string;
	readonly model: string;
	readonly input: number;
	readonly output: number;
	readonly cached: number;
	/** Undefined if the price is not known. */
	readonly usd?: number;
	/** Why the reply was not used. */
	readonly discarded?: string;
}

/** How far the journal was verified for this page. */
export interface JournalCheck {
	/**
	 * `written`: the same job wrote the journal and this page. `verified`: the journal was compared with a published head. `unanchored`: only
	 * the journal's chain of hashes was verified. `torn`: the journal's last line is incomplete.
	 */
	readonly kind: 'written' | 'verified' | 'unanchored' | 'torn';
	readonly count: number;
	readonly hash: string;
}

/** Everything that the page of a run shows. */
export interface ReportView {
	readonly run: RunView;
	readonly repository: string;
	readonly thread: number;
	readonly program: string;
	readonly base: { readonly branch: string; readonly sha: string };
	/** The repository's address. Only addresses below it become links. */
	readonly home?: string;
	/** The run's comment. */
	readonly comment?: string;
	readonly began: string;
	readonly ended: string;
	readonly steps: readonly ReportStep[];
	readonly calls: readonly ReportCall[];
	readonly requests: readonly RequestCost[];
	/** The content of the diff file next to the journal, as {@link changesText} writes it. */
	readonly changes?: string;
	readonly check: JournalCheck;
}
