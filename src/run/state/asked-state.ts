import type { ApprovalId, ApprovalScope, Entry, EntryOf, Grant } from '../../core/index.ts';
import type { CallState } from './call-state.ts';

/** A person's signature under a request. */
export interface Signature {
	readonly user: string;
	readonly role: string;
	readonly at: string;
	/** The comment with the signature. */
	readonly commentId?: number;
	/** If true, the person pressed a button of the check. */
	readonly byButton?: true;
	readonly scope?: NonNullable<EntryOf<'approval'>['scope']>;
}

/** A question about one call, and its result. */
export interface Asked {
	readonly id: ApprovalId;
	readonly callId: string;
	readonly commentId: number;
	/** All comments that show the call. */
	readonly comments: readonly number[];
	readonly expiresAt: string;
	readonly signatures: readonly Signature[];
	readonly denial?: EntryOf<'approval'> & { readonly at: string };
	/** The result of `always`: the pull request, or why there is none. */
	readonly proposed?: string;
	/** Why the answers to this question are no longer valid. */
	readonly void?: string;
}

/** A permission that a signature gave beyond its call, for the rest of the run. */
export interface StandingGrant {
	readonly id: ApprovalId;
	/** The scope of the answer. The comment must still say it. */
	readonly scope: Exclude<ApprovalScope, 'always'>;
	readonly grant: Extract<Grant, { readonly kind: 'tool' | 'blanket' }>;
	/** The comment that gave the grant. The grant is valid only while this comment exists unchanged. */
	readonly commentId: number;
	/** The files that the approved call would execute or read as settings, with the SHA-256 of their content, or null for a missing file. */
	readonly files: ReadonlyMap<string, string | null>;
}

/** All questions of the run to people, and the effects of the answers. */
export interface AskedState {
	readonly requests: readonly Asked[];
	readonly grants: readonly StandingGrant[];
	/** Comments that decided a question. */
	readonly deciding: readonly number[];
	/** Comments without effect whose authors already got a reply with the reason. */
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

/** Returns the questions and answers after one more entry. `call` is the call that the entry is about. */
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

/** Returns whether this grant exists already. One answer for several calls grants only once. */
function isGiven({ id, commentId }: StandingGrant, { grants }: AskedState): boolean {
	return grants.some((one) => one.id === id && one.commentId === commentId);
}

function denied(asked: AskedState, entry: Entry & EntryOf<'approval'>): AskedState {
	return withoutGrantsOf(entry.id, {
		...asked,
		requests: changed(asked.requests, entry, () => ({ denial: entry })),
	});
}

/** Removes the grants of a question that was denied or is no longer valid. Otherwise the same step could run under the grant. */
function withoutGrantsOf(asked: ApprovalId, state: AskedState): AskedState {
	return { ...state, grants: state.grants.filter(({ id }) => id !== asked) };
}

/**
 * Returns the grants of a `for-run` answer. A grant is only for the call's tool, and only under the rules that asked about this call. It
 * covers only the hosts and classes that the request showed.
 */
function grantsBy(entry: EntryOf<'approval'>, call?: CallState): readonly StandingGrant[] {
	const { id, comment_id: commentId, scope } = entry;
	const verdict = call?.verdict;
	// If other people must approve, too, the answer of one person grants nothing.
	const isAlone = entry.incomplete !== true && call?.signatures.length === 0;
	if (call === undefined || verdict === undefined || !isAlone || commentId === undefined) return [];
	if (scope === undefined || scope === 'always') return [];
	const by = { id: entry.user_id, login: entry.user };
	// Use the tool of the call, even if the answer's entry names another one.
	const { name: tool } = call;
	const files = new Map(verdict.executes?.map(({ path, hash }) => [path, hash] as const));
	const given = (grant: StandingGrant['grant']): StandingGrant => ({ id, scope, grant, commentId, files });
	if (scope === 'run-everything') return [given({ kind: 'blanket', by })];
	if (scope === 'run-tool') return [given({ kind: 'tool', tool, by })];
	// If a new scope has no grant here, the code does not compile.
	scope satisfies 'run';
	const asking = verdict.matches.filter(({ decision }) => decision === 'confirm').map(({ rule }) => rule);
	const rules = new Set(asking.length === 0 ? [verdict.matched_rule] : asking);
	// A verdict of an earlier version has no `asks`. Then the grant has no limits, as in that version.
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
