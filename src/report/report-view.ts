import type { Clause, Effect, Match, Risk } from '../core/index.ts';
import type { CallRow, RunView } from './run-view.ts';
import type { TimelineItem } from './timeline-items.ts';

/** One thing that happened, and when. */
export interface ReportStep {
	/** ISO 8601 UTC. */
	readonly at: string;
	readonly item: TimelineItem;
	/** The number of the call that it is about. */
	readonly call?: number;
	readonly milliseconds?: number;
}

/** A text of which the whole may lie elsewhere. */
export interface ShownText {
	readonly text: string;
	/** What the whole is long, in UTF-8. */
	readonly bytes: number;
	readonly sha256?: string;
}

/** Somebody's yes. */
export interface ShownSignature {
	readonly who: string;
	readonly role: string;
	readonly at: string;
	/** How far it goes beyond its call. */
	readonly scope?: string;
	/** They pressed a button of the check. */
	readonly byButton?: true;
	readonly url?: string;
}

/** What people were asked about a call, and said. */
export interface AskedRow {
	readonly id: string;
	readonly until: string;
	readonly url?: string;
	readonly needs: readonly Clause[];
	readonly signatures: readonly ShownSignature[];
	readonly denial?: ShownSignature & { readonly by: 'human' | 'expiry' | 'withdrawal'; readonly why?: string };
	/** Why its answers count no more. */
	readonly void?: string;
}

/** One call with everything that the journal has of it. */
export interface ReportCall {
	/** Counted from 1. */
	readonly number: number;
	readonly row: CallRow;
	/** Its arguments by name, in their order; one without a name where they are no JSON object. */
	readonly args: readonly (readonly [string, ShownText])[];
	readonly effects: readonly Effect[];
	readonly reason: string;
	readonly risk?: Risk;
	/** Every rule that spoke. */
	readonly matches: readonly Match[];
	readonly asked: readonly AskedRow[];
	readonly output?: ShownText;
	readonly milliseconds?: number;
}

/** One request to a model that was paid for. */
export interface RequestCost {
	readonly at: string;
	readonly model: string;
	readonly input: number;
	readonly output: number;
	readonly cached: number;
	/** Undefined where the price is not known. */
	readonly usd?: number;
	/** Why nothing of it counted. */
	readonly discarded?: string;
}

/** How far the journal has been verified for this page. */
export interface JournalCheck {
	/**
	 * `written`: by the job that wrote it. `verified`: against a head from elsewhere. `unanchored`: the chain alone. `torn`: its last line
	 * has no end.
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
	/** The repository's own address: only what lies below it is a link. */
	readonly home?: string;
	/** The run's comment. */
	readonly comment?: string;
	readonly began: string;
	readonly ended: string;
	readonly steps: readonly ReportStep[];
	readonly calls: readonly ReportCall[];
	readonly requests: readonly RequestCost[];
	/** The diff that lies beside the journal, as {@link changesText} writes it. */
	readonly changes?: string;
	readonly check: JournalCheck;
}
