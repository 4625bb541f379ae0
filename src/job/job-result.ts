import type { Outcome, StartedChecks } from '../core/index.ts';
import type { Head } from '../journal/index.ts';
import type { OpenRun } from '../run/index.ts';

/** What the job returns to the workflow. Without a run, it is only the outcome. */
export type JobResult = Partial<RunResult> & Pick<RunResult, 'outcome'>;

/** What the job returns after a run. No field is optional, so the compiler finds an output that was forgotten. */
export interface RunResult {
	readonly outcome: Outcome;
	readonly run: string;
	readonly auditDir: string;
	readonly head: Head;
	/** The ids of the requests that wait. */
	readonly approvals: readonly string[];
	/** When the first of these requests expires. ISO 8601 UTC. */
	readonly waitingUntil: string | undefined;
	readonly pullRequest: { readonly number: number; readonly url: string } | undefined;
	/** The address of the signature of the journal's head. */
	readonly attestation: string | undefined;
	/** The number of steps that were denied or that nobody answered in time. */
	readonly denied: number;
	/** The tokens that the run has used so far, input and output. */
	readonly tokens: number;
	/** The cost at list prices, or undefined if a price is not known. */
	readonly usd: number | undefined;
	/** Markdown. */
	readonly summary: string;
}

/** A run that this job has ended. */
export interface Ended {
	readonly outcome: Outcome;
	readonly opened: OpenRun;
	readonly folder: string;
	/** Markdown that says where the undelivered changes are. Countersign wrote it. */
	readonly kept?: string;
	/** The checks that GitHub started for the delivery, if GitHub returned them. */
	readonly started?: StartedChecks;
}
