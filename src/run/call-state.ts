import { clausesOf, unsigned } from '../approvals/index.ts';
import type {
	ApprovalId,
	Cap,
	Clause,
	Content,
	EntryOf,
	FailureCode,
	PlannedMode,
	ProgramTried,
	Runner,
} from '../core/index.ts';

/** One call of a reply, as far as it has come. */
export interface CallState {
	readonly id: string;
	readonly name: string;
	readonly args: Content;
	readonly redacted: boolean;
	/** The digest of its arguments, whatever the order of their members. */
	readonly canonical?: string;
	readonly verdict?: EntryOf<'tool_attempt'> & { readonly seq: number };
	/** The request that is out for it. */
	readonly request?: RequestState;
	/** Every yes to that request. */
	readonly signatures: readonly EntryOf<'approval'>[];
	/** The no, or the yes that was the last one needed. */
	readonly answer?: EntryOf<'approval'>;
	readonly upheldAt?: number;
	/** A rule that would allow it in every run was looked for. */
	readonly proposed?: true;
	/**
	 * What it is claimed as, since it could first begin: the answer that allowed it, else its own id. It stays whatever allows the call later, so that
	 * a process whose disk is lost is found by the claim that it took.
	 */
	readonly claimAs?: string;
	/** The newest claim of it. It counts in the process that took it: another one cannot tell whether the effect began on a lost disk. */
	readonly claim?: ClaimState;
	/** A claim that somebody took who is gone: the effect had begun there. */
	readonly lostClaim: boolean;
	readonly started?: Started;
	/** The attempt that is over failed for something that passes: another one follows. */
	readonly retry?: { readonly attempt: number; readonly waitMs: number };
	/** What setup said before it, that the model must know. */
	readonly notices: readonly Notice[];
	/** What it is told with the result besides. */
	readonly remarks?: readonly string[];
	/** It began in a process that is gone and nobody knows how it ended. */
	readonly unknown: boolean;
	readonly outcome?: CallOutcome;
	/** What it asks for, where it is no call of a model but the run's own. */
	readonly raise?: Raise;
	/** What it is, where it asks about the run's plan. */
	readonly plan?: Planned;
}

/** A plan that the run asks about: signed, the run goes on in `mode`. */
export interface Planned {
	readonly mode: PlannedMode;
	/** How many replies came before it. */
	readonly after: number;
	/** The pull request's head when it was begun to be carried out. */
	readonly head?: string;
	/** Why the signature under it counts no more. */
	readonly revoked?: string;
}

/** More of a budget: approved, the cap's limit is `to`. */
export interface Raise {
	readonly cap: Cap;
	readonly used: number;
	readonly limit: number;
	readonly to: number;
	/** The day (UTC) that a day's cap is about. */
	readonly day?: string;
	/** Whether the model is told when it is given. */
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
	/** The comments that ask, and the SHA-256 of each; undefined in journals from before it was kept. */
	readonly comments: readonly { readonly id: number; readonly shown?: string }[];
	/** What must be signed; one person with write access when left out. */
	readonly needs?: readonly Clause[];
	/** Which of the calls it is that one answer is for, from 0. */
	readonly place: number;
	/** Sequence number of the entry that asked. */
	readonly askedAt: number;
}

/** How a call ended, and what the model is told: kept content, or a sentence that follows from the entry. */
export interface CallOutcome {
	readonly kind: 'done' | 'failed' | 'blocked' | 'denied';
	readonly text: Content | string;
	readonly at: string;
	readonly durationMs?: number;
	/** What refused it, where that was no fault of the call. */
	readonly refused?: FailureCode;
	/** Digest of the workspace afterwards, where it ran. */
	readonly tree?: string;
	/** The head of the run's pull request, where it moved it. */
	readonly headSha?: string;
}

/** What the model is told with the result of a call, of what was done before it. */
export type Notice = SetupNotice | ToolsNotice;

/** What is there of the programs that the project's tests begin with. */
export interface ToolsNotice {
	readonly tools: readonly ProgramTried[];
}

/** What the model is told of setup, with the result of the call that setup ran for. */
export interface SetupNotice {
	readonly run: string;
	/** What it printed, when it failed. */
	readonly failed?: Content;
	readonly takenBack: readonly string[];
}

/** A call of a reply, or of the run, of which nothing is known yet. */
export function untouched(call: Pick<CallState, 'id' | 'name' | 'args' | 'redacted' | 'canonical'>): CallState {
	return { ...call, notices: [], signatures: [], lostClaim: false, unknown: false };
}

/** Whether it is the run's own question, and no model's call. */
export function isOwn({ raise, plan }: { readonly raise?: unknown; readonly plan?: unknown }): boolean {
	return raise !== undefined || plan !== undefined;
}

/** What of a request is not signed yet. */
export function unsignedOf({ request, signatures }: Pick<CallState, 'request' | 'signatures'>): readonly Clause[] {
	return unsigned(clausesOf(request ?? {}), signatures);
}

/** A call with one more signature: answered, once nothing lacks. */
export function withSignature(call: CallState, entry: EntryOf<'approval'>): Pick<CallState, 'signatures' | 'answer'> {
	const signatures = [...call.signatures, entry];
	return unsignedOf({ ...call, signatures }).length === 0 ? { signatures, answer: entry } : { signatures };
}

/** A call whose request, answer and claim no longer count. */
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

/** What began in a process that is gone, and is not simply allowed any more, is asked about, claimed or refused as if it had not begun. */
export const notBegun = { started: undefined, retry: undefined };

/** What a request that counts no more takes away. What may have begun under it may have begun all the same. */
export function voidedCall({ claim, claimAs, lostClaim, started }: CallState): Patch {
	return { ...unasked, verdict: undefined, claim, claimAs, lostClaim: lostClaim || started !== undefined };
}

/** A call that may begin now. */
export function allowed(call: CallState): Pick<CallState, 'claimAs'> {
	const { id, answer, request, claimAs } = call;
	const place = request?.place ?? 0;
	const own = answer === undefined ? id : `${answer.id}${place === 0 ? '' : `.${place + 1}`}`;
	return { claimAs: claimAs ?? own };
}

/** What leaves the workspace, or what a person allowed once, may begin at most once on any machine. */
export function needsClaim({ unknown, verdict }: Pick<CallState, 'unknown' | 'verdict'>): boolean {
	const delivers =
		verdict?.effects.some((effect) => effect.kind === 'forge.write' && effect.what !== 'comment') ?? false;
	return unknown || verdict?.decision === 'confirm' || verdict?.granted_by !== undefined || delivers;
}

/** Whether it began in a process that is gone. `begunAt`: where the one that runs now begins in the journal. */
export function hasBegun({ lostClaim, started }: CallState, { begunAt }: { readonly begunAt: number }): boolean {
	return lostClaim || (started !== undefined && started.seq < begunAt);
}

/** Nobody needs to be asked, and nobody's grant allowed it. */
export function isFree({ decision, granted_by: granted }: EntryOf<'tool_attempt'>): boolean {
	return decision === 'allow' && granted === undefined;
}

/** Undefined takes a part away. */
export type Patch = { readonly [K in keyof CallState]?: CallState[K] | undefined };

export function patched(call: CallState, patch: Patch): CallState {
	const kept = Object.entries({ ...call, ...patch }).filter(([, value]) => value !== undefined);
	return Object.fromEntries(kept) as unknown as CallState;
}
