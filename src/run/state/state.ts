import type { Cap, EntryOf, LeftPath, Outcome, ProgramTried, PullRequestState, Spending } from '../../core/index.ts';
import { type AskedState, nothingAsked } from './asked-state.ts';
import type { CallState } from './call-state.ts';
import type { ProcessState } from './process-state.ts';
import type { SetupState } from './setup-state.ts';

/** One reply of the model with its calls. */
export interface Round {
	readonly reply: EntryOf<'model_reply'>;
	readonly calls: readonly CallState[];
	/** The reached cap that made this reply the closing message. */
	readonly cap?: Cap;
	/** This reply is the closing message because the replies before it only repeated known calls. */
	readonly stalled?: true;
}

/** The run's pull request, as it was read last. */
export interface PullState {
	readonly head: string;
	/** The state of the pull request. Undefined if the journal does not contain it. */
	readonly state?: PullRequestState;
	/** The branch into which the pull request will be merged. Undefined if the journal does not contain it. */
	readonly baseBranch?: string;
	/** If true, from now on the run may only read and answer, even if its mode allowed more. */
	readonly readOnly: boolean;
	/** Sequence number of the pull request's last change. Earlier requests and verdicts are void. */
	readonly changedAt: number;
	readonly why: string;
}

/** How long the run's processes have worked. The time between two processes is not work. */
export interface Worked {
	readonly ms: number;
	/** The time of the last entry. ISO 8601 UTC. */
	readonly at?: string;
}

/** Everything that follows from a journal. Only `replay` and `apply` in `apply.ts` create it. */
export interface State {
	readonly header?: EntryOf<'run_started'>;
	/** ISO 8601 UTC. */
	readonly begunAt: string;
	readonly process?: ProcessState;
	readonly admitted?: EntryOf<'admitted'>;
	readonly progress?: EntryOf<'reported'>;
	readonly delivery?: EntryOf<'delivery_checked'>;
	readonly context?: EntryOf<'context'>;
	/** All setup commands that were judged, in all processes. */
	readonly setups: readonly SetupState[];
	readonly rounds: readonly Round[];
	/** Replies that were not used. */
	readonly discarded: readonly EntryOf<'reply_discarded'>[];
	/** The run's own requests for a larger budget. */
	readonly raises: readonly CallState[];
	/** The plans that the run asked about in mode `plan`. */
	readonly plans: readonly CallState[];
	/** Warnings about policies, patterns and the configuration of this run. */
	readonly warnings: readonly string[];
	/** The results of testing the programs that the project's tests need, if they were tested. */
	readonly toolsTried?: readonly ProgramTried[];
	/** Sequence numbers of the last executed call and of the last saved checkpoint. */
	readonly effectAt: number;
	readonly checkpointAt: number;
	/** Digest of the workspace after the last executed call. */
	readonly tree?: string;
	/** Paths that stayed on this machine after the last executed call, because they cannot be saved. */
	readonly left: readonly LeftPath[];
	/** The pull request of the run. */
	readonly pull?: PullState;
	readonly worked: Worked;
	readonly lastApproval: number;
	/** The usage of earlier processes, but only of processes that read a day's figures for a cap. */
	readonly spendings: readonly Spending[];
	readonly asked: AskedState;
	/** Sequence number of the model's last reply. */
	readonly repliedAt: number;
	/** The rounds and calls that are already in the memory. Missing if there are none. */
	readonly remembered?: { readonly rounds: number; readonly calls: ReadonlySet<string> };
	readonly finished?: Outcome;
	readonly seq: number;
}

export const emptyState: State = {
	begunAt: '',
	setups: [],
	rounds: [],
	discarded: [],
	raises: [],
	plans: [],
	warnings: [],
	effectAt: 0,
	checkpointAt: 0,
	left: [],
	worked: { ms: 0 },
	spendings: [],
	lastApproval: 0,
	asked: nothingAsked,
	repliedAt: 0,
	seq: 0,
};
