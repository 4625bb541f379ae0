import { type ApprovalId, type Clause, type EntryOf, standingReach, type ToolCall } from '../../core/index.ts';
import {
	type ApprovalRequest,
	type RequestComment,
	type RequestItem,
	requestComments,
	type ShownPlan,
	type ShownRaise,
} from '../../report/index.ts';
import { canBeShown, type Evidence } from '../calls/evidence.ts';
import { headerOf, type Stage } from '../stage.ts';

/** The part of a request that shows one call. */
export interface Asked {
	readonly id: ApprovalId;
	readonly call: ToolCall;
	readonly verdict: EntryOf<'tool_attempt'>;
	readonly again: boolean;
	readonly needs: readonly Clause[];
	readonly evidence: Evidence;
	/** The requested budget, if this is the run's own call for a budget. */
	readonly raise?: ShownRaise;
	readonly plan?: ShownPlan;
}

export function requestItem({ evidence, ...asked }: Asked): RequestItem {
	const { scripts, declared, rewrites, delivers, others } = evidence;
	return {
		...asked,
		scripts,
		declared,
		...(rewrites?.change === undefined ? {} : { change: rewrites.change }),
		...(delivers === undefined ? {} : { delivery: delivers }),
		...(others === undefined ? {} : { others }),
	};
}

/** Calls that one answer decides together. */
export type Together = readonly [Asked, ...Asked[]];

export function itemTogether([first, ...others]: Together, id: ApprovalId): RequestItem {
	const alike = others.map(({ call, verdict }) => ({ call, binding: verdict.binding }));
	return { ...requestItem({ ...first, id }), ...(alike.length === 0 ? {} : { alike }) };
}

/** The parts of a request that are the same for all its calls. */
export type Frame = Omit<ApprovalRequest, 'items'>;

/** Returns whether a request can show the whole call. To find out, it builds the longest possible version of the request. */
export function isShownWhole(asked: Omit<Asked, 'id' | 'again'>, stage: Stage): boolean {
	return canBeShown(asked.evidence) && fits(requestItem({ ...asked, id: 'A999999', again: true }), stage);
}

/** Returns whether one item can show all of these calls. */
export function isShownTogether(group: Together, stage: Stage): boolean {
	return group.length === 1 || fits(itemTogether(group, 'A999999'), stage);
}

function fits(item: RequestItem, { state }: Stage): boolean {
	const { settings, request } = headerOf(state);
	const frame: Frame = {
		asked: new Date(0).toISOString(),
		expires: new Date(0).toISOString(),
		said: 'x'.repeat(60_000),
		requester: 'x'.repeat(40),
		...(request.owner === undefined ? {} : { owner: request.owner }),
		standing: standingReach(settings),
	};
	return requestComments({ items: [item], ...frame }) !== undefined;
}

/** Returns as many of the first items as one request can show completely, and the comments of this request. */
export function fittingRequest(
	items: readonly RequestItem[],
	frame: Frame,
): { readonly items: readonly RequestItem[]; readonly comments: readonly RequestComment[] } {
	for (let count = items.length; count > 0; count -= 1) {
		const some = items.slice(0, count);
		const comments = requestComments({ items: some, ...frame });
		if (comments !== undefined) return { items: some, comments };
	}
	throw new Error('a call was judged to be shown whole and cannot be');
}
