import { clausesOf, unsigned } from '../../approvals/index.ts';
import {
	type ApprovalId,
	type Cap,
	type Clause,
	type Content,
	type EntryOf,
	type FailureCode,
	forgeWrites,
	type OpenedPull,
	type PlannedMode,
	type ProgramTried,
	type Runner,
} from '../../core/index.ts';

/** One call of a reply, with its state so far. */
export interface CallState {
	readonly id: string;
	readonly name: string;
	readonly args: Content;
	readonly redacted: boolean;
	/** The digest of the arguments. The order of their members does not matter. */
	readonly canonical?: string;
	readonly verdict?: EntryOf<'tool_attempt'> & { readonly seq: number };
	/** The open request for this call. */
	readonly request?: RequestState;
	/** All approvals of that request. */
	readonly signatures: readonly EntryOf<'approval'>[];
	/** The denial, or the last approval that was needed. */
	readonly answer?: EntryOf<'approval'>;
	readonly upheldAt?: number;
	/** If true, the run has already tried to propose a rule that would allow this call in every run. */
	readonly proposed?: true;
	/**
	 * The name under which the call is claimed. It is the id of the first answer that allowed the call, or the call's id if no answer did. It
	 * never changes later. So another process finds the claim, even if the disk of the first process is lost.
	 */
	readonly claimAs?: string;
	/**
	 * The newest claim of this call. It is valid only in the process that took it, because another process cannot know whether the effect
	 * began there.
	 */
	readonly claim?: ClaimState;
	/** If true, a process that is gone had claimed the call, and the effect had begun. */
	readonly lostClaim: boolean;
	readonly started?: Started;
	/** The last attempt failed because of a temporary problem. Another attempt follows. */
	readonly retry?: { readonly attempt: number; readonly waitMs: number };
	/** Messages of setup that came before the call and that the model must know. */
	readonly notices: readonly Notice[];
	/** Further remarks that the model reads with the result. */
	readonly remarks?: readonly string[];
	/** If true, the call began in a process that is gone, and nobody knows how it ended. */
	readonly unknown: boolean;
	readonly outcome?: CallOutcome;
	/** The requested budget, if this is the run's own call for a budget. */
	readonly raise?: Raise;
	/** The plan, if this is the run's own call about a plan. */
	readonly plan?: Planned;
}

/** A plan that the run asks about. After a signature, the run continues in `mode`. */
export interface Planned {
	readonly mode: PlannedMode;
	/** How many replies came before it. */
	readonly after: number;
	/** The pull request's head when the run began to carry out the plan. */
	readonly head?: string;
	/** Why the signature under the plan is no longer valid. */
	readonly revoked?: string;
}

/** A request for a larger budget. After approval, the cap's limit is `to`. */
export interface Raise {
	readonly cap: Cap;
	readonly used: number;
	readonly limit: number;
	readonly to: number;
	/** The day (UTC) of a day's cap. */
	readonly day?: string;
	/** If true, the model reads that the budget was raised. */
	readonly told?: true;
	/** How many replies came before it. */
	readonly after: number;
}

export interface ClaimState {
	readonly key: string;
	readonly owner: Runner;
	readonly seq: number;
}

export interface Started {
	readonly attempt: number;
	readonly seq: number;
	readonly at: string;
}

export interface RequestState {
	readonly id: ApprovalId;
	readonly commentId: number;
	readonly binding: string;
	readonly expiresAt: string;
	/** The comments of the request, and the SHA-256 of each. Older journals have no SHA-256. */
	readonly comments: readonly { readonly id: number; readonly shown?: string }[];
	/** The signatures that are needed. If left out, one person with write access must sign. */
	readonly needs?: readonly Clause[];
	/** The position of this call among the calls that share one answer, from 0. */
	readonly place: number;
	/** Time of the entry that asked, ISO 8601 UTC, and its sequence number. */
	readonly askedAt: string;
	readonly askedSeq: number;
}

/** How a call ended, and the text for the model. The text is stored content, or a sentence made from the entry. */
export interface CallOutcome {
	readonly kind: 'done' | 'failed' | 'blocked' | 'denied';
	readonly text: Content | string;
	readonly at: string;
	readonly durationMs?: number;
	/** The reason of a refusal, if the call itself was correct. */
	readonly refused?: FailureCode;
	/** Digest of the workspace after the call, if it ran. */
	readonly tree?: string;
	/** The new head of the run's pull request, if the call moved it. */
	readonly headSha?: string;
	/** The pull request that the call opened. Older journals name it only in the text. */
	readonly pullRequest?: OpenedPull;
}

/** A message that the model reads with a call's result, about something that happened before the call. */
export type Notice = SetupNotice | ToolsNotice;

/** A message about the programs that the project's tests need, and which of them are available. */
export interface ToolsNotice {
	readonly tools: readonly ProgramTried[];
}

/** A message about setup. The model reads it with the result of the call before which setup ran. */
export interface SetupNotice {
	readonly run: string;
	/** The output of the command, if it failed. */
	readonly failed?: Content;
	readonly takenBack: readonly string[];
}

/** Creates the initial state of a call of a reply, or of the run's own call. */
export function untouched(call: Pick<CallState, 'id' | 'name' | 'args' | 'redacted' | 'canonical'>): CallState {
	return { ...call, notices: [], signatures: [], lostClaim: false, unknown: false };
}

/** Returns whether this is the run's own question, and not a model's call. */
export function isOwn({ raise, plan }: { readonly raise?: unknown; readonly plan?: unknown }): boolean {
	return raise !== undefined || plan !== undefined;
}

/** Returns the clauses of a request that still need signatures. */
export function unsignedOf({ request, signatures }: Pick<CallState, 'request' | 'signatures'>): readonly Clause[] {
	return unsigned(clausesOf(request ?? {}), signatures);
}

/** Adds a signature to a call. If no signature is missing, the call is answered. */
export function withSignature(call: CallState, entry: EntryOf<'approval'>): Pick<CallState, 'signatures' | 'answer'> {
	const signatures = [...call.signatures, entry];
	return unsignedOf({ ...call, signatures }).length === 0 ? { signatures, answer: entry } : { signatures };
}

/** Removes the request, answer and claim of a call, because they are no longer valid. */
export const unasked = {
	request: undefined,
	answer: undefined,
	signatures: [],
	upheldAt: undefined,
	started: undefined,
	retry: undefined,
	claim: undefined,
	claimAs: undefined,
	lostClaim: false,
};

/** Forgets that a call began in a process that is gone, so that the run treats the call as if it had not begun. */
export const notBegun = { started: undefined, retry: undefined };

/** Removes everything that depends on a request that is no longer valid. It keeps the fact that the call may have begun. */
export function voidedCall({ claim, claimAs, lostClaim, started }: CallState): Patch {
	return { ...unasked, verdict: undefined, claim, claimAs, lostClaim: lostClaim || started !== undefined };
}

/** Returns the name under which a call is claimed, which is now allowed to begin. */
export function allowed(call: CallState): Pick<CallState, 'claimAs'> {
	const { id, answer, request, claimAs } = call;
	const place = request?.place ?? 0;
	const own = answer === undefined ? id : `${answer.id}${place === 0 ? '' : `.${place + 1}`}`;
	return { claimAs: claimAs ?? own };
}

/**
 * Returns whether a call may begin only once on all machines, because it has an effect outside the workspace, or a person approved it once.
 */
export function needsClaim({ unknown, verdict }: Pick<CallState, 'unknown' | 'verdict'>): boolean {
	const delivers =
		verdict?.effects.some((effect) => effect.kind === 'forge.write' && !forgeWrites[effect.what].isFoundAgain) ?? false;
	return unknown || verdict?.decision === 'confirm' || verdict?.granted_by !== undefined || delivers;
}

/**
 * Returns whether the call began in a process that is gone. `begunAt` is the journal's sequence number at which the current process begins.
 */
export function hasBegun({ lostClaim, started }: CallState, { begunAt }: { readonly begunAt: number }): boolean {
	return lostClaim || (started !== undefined && started.seq < begunAt);
}

/** Returns whether the call is allowed without a question and without a grant. */
export function isFree({ decision, granted_by: granted }: EntryOf<'tool_attempt'>): boolean {
	return decision === 'allow' && granted === undefined;
}

/** A change of a call. The value undefined removes a field. */
export type Patch = { readonly [K in keyof CallState]?: CallState[K] | undefined };

export function patched(call: CallState, patch: Patch): CallState {
	const kept = Object.entries({ ...call, ...patch }).filter(([, value]) => value !== undefined);
	return Object.fromEntries(kept) as unknown as CallState;
}
