import type { ApprovalId, Entry, EntryOf, Grant } from '../core/index.ts';
import type { CallState } from './call-state.ts';

/** Somebody's signature under a request. */
export interface Signature {
	readonly user: string;
	readonly role: string;
	readonly at: string;
	/** The comment that gave it. */
	readonly commentId?: number;
	/** By a button of the check. */
	readonly byButton?: true;
	readonly scope?: NonNullable<EntryOf<'approval'>['scope']>;
}

/** One call as it was asked for, and what became of the question. */
export interface Asked {
	readonly id: ApprovalId;
	readonly callId: string;
	readonly commentId: number;
	/** Every comment that shows it. */
	readonly comments: readonly number[];
	readonly expiresAt: string;
	readonly signatures: readonly Signature[];
	readonly denial?: EntryOf<'approval'> & { readonly at: string };
	/** What came of `always`: the pull request, or why there is none. */
	readonly proposed?: string;
	/** Why its answers count no more. */
	readonly void?: string;
}

/** What a signature granted beyond its call, for the rest of the run. */
export interface StandingGrant {
	readonly id: ApprovalId;
	readonly grant: Extract<Grant, { readonly kind: 'tool' | 'blanket' }>;
	/** The comment that gave it: it counts as long as that stands. */
	readonly commentId: number;
	/** The files that the signed call would execute or obey, by the SHA-256 of their content; null where there was none. */
	readonly files: ReadonlyMap<string, string | null>;
}

/** Everything that the run asked people, and what they said beyond a yes or a no. */
export interface AskedState {
	readonly requests: readonly Asked[];
	readonly grants: readonly StandingGrant[];
	/** Comments that decided something. */
	readonly deciding: readonly number[];
	/** Comments that were told why they decide nothing. */
	readonly told: readonly number[];
	readonly stoppedBy?: string;
}

export const nothingAsked: AskedState = { requests: [], grants: [], deciding: [], told: [] };

type AskedEntry = Entry &
	EntryOf<
		| 'approval_requested'
		| 'approval'
		| 'approval_void'
		| 'rule_proposed'
		| 'answer_unclear'
		| 'grants_revoked'
		| 'stop_requested'
	>;

/** What is known after one more entry; `call` is the one that it is about. */
export function foldAsked(asked: AskedState, entry: AskedEntry, call?: CallState): AskedState {
	switch (entry.type) {
		case 'approval_requested':
			return { ...asked, requests: [...asked.requests, ...requestsIn(entry)] };
		case 'approval':
			return entry.approved ? signed(heard(asked, entry), entry, call) : denied(heard(asked, entry), entry);
		case 'approval_void':
			return withoutGrantsOf(entry.id, {
				...asked,
				requests: changed(asked.requests, entry, () => ({ void: entry.why })),
			});
		case 'rule_proposed':
			return {
				...asked,
				requests: changed(asked.requests, entry, () => ({ proposed: entry.url ?? entry.why ?? '' })),
			};
		case 'answer_unclear':
			return { ...asked, told: [...asked.told, entry.comment_id] };
		case 'grants_revoked':
			return { ...asked, grants: asked.grants.filter(({ commentId }) => !entry.comment_ids.includes(commentId)) };
		case 'stop_requested':
			return { ...asked, stoppedBy: entry.user };
	}
}

function requestsIn(entry: EntryOf<'approval_requested'>): readonly Asked[] {
	const { comment_id: commentId, expires_at: expiresAt } = entry;
	const comments = entry.comments?.map(({ id }) => id) ?? [commentId];
	return entry.items.map(({ id, call_id: callId }) => ({ id, callId, commentId, comments, expiresAt, signatures: [] }));
}

function heard(asked: AskedState, { comment_id: id }: EntryOf<'approval'>): AskedState {
	return id === undefined ? asked : { ...asked, deciding: [...asked.deciding, id] };
}

function signed(asked: AskedState, entry: Entry & EntryOf<'approval'>, call?: CallState): AskedState {
	const { user, role, at, scope, comment_id: commentId } = entry;
	const button = entry.by_button === undefined ? {} : { byButton: entry.by_button };
	const by = { ...(commentId === undefined ? {} : { commentId }), ...button };
	const signature: Signature = { user, role, at, ...by, ...(scope === undefined ? {} : { scope }) };
	return {
		...asked,
		requests: changed(asked.requests, entry, (one) => ({ signatures: [...one.signatures, signature] })),
		grants: [...asked.grants, ...grantsBy(entry, call).filter((grant) => !isGiven(grant, asked))],
	};
}

/** One answer for several calls grants once. */
function isGiven({ id, commentId }: StandingGrant, { grants }: AskedState): boolean {
	return grants.some((one) => one.id === id && one.commentId === commentId);
}

function denied(asked: AskedState, entry: Entry & EntryOf<'approval'>): AskedState {
	return withoutGrantsOf(entry.id, {
		...asked,
		requests: changed(asked.requests, entry, () => ({ denial: entry })),
	});
}

/** A yes that counts no more, or that a no overrules, grants nothing beyond its step either: the same step would run under the grant. */
function withoutGrantsOf(asked: ApprovalId, state: AskedState): AskedState {
	return { ...state, grants: state.grants.filter(({ id }) => id !== asked) };
}

/** `for-run` grants the tool under each rule that asked for this call, to the hosts and classes that were shown, and no other. */
function grantsBy(entry: EntryOf<'approval'>, call?: CallState): readonly StandingGrant[] {
	const { id, comment_id: commentId, scope } = entry;
	const verdict = call?.verdict;
	// Where others must sign, too, one person's word grants nothing.
	const isAlone = entry.incomplete !== true && call?.signatures.length === 0;
	if (call === undefined || verdict === undefined || !isAlone || commentId === undefined) return [];
	if (scope === undefined || scope === 'always') return [];
	const by = { id: entry.user_id, login: entry.user };
	// Of the call that was asked about, whatever the answer's entry says.
	const { name: tool } = call;
	const files = new Map(verdict.executes?.map(({ path, hash }) => [path, hash] as const));
	const given = (grant: StandingGrant['grant']): StandingGrant => ({ id, grant, commentId, files });
	if (scope === 'run-everything') return [given({ kind: 'blanket', by })];
	if (scope === 'run-tool') return [given({ kind: 'tool', tool, by })];
	const asking = verdict.matches.filter(({ decision }) => decision === 'confirm').map(({ rule }) => rule);
	const rules = new Set(asking.length === 0 ? [verdict.matched_rule] : asking);
	// A verdict of an earlier version does not say what it asks about: its grant is as wide as it was given.
	const { hosts, classes } = verdict.asks ?? {};
	const bounds = { ...(hosts && { hosts }), ...(classes && { classes }) };
	return [...rules].map((rule) => given({ kind: 'tool', tool, rule, ...bounds, by }));
}

function changed(
	requests: readonly Asked[],
	{ id, call_id }: { readonly id: ApprovalId; readonly call_id: string },
	patch: (request: Asked) => Partial<Asked>,
): readonly Asked[] {
	return requests.map((request) =>
		request.id === id && request.callId === call_id ? { ...request, ...patch(request) } : request,
	);
}
