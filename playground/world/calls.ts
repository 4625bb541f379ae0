import type { Entry } from '../../src/core/index.ts';
import type { CallState, CallView } from '../protocol.ts';

type Attempt = Extract<Entry, { type: 'tool_attempt' }>;
type Calls = Map<string, CallView>;

/** Returns the tool calls in the entries of a journal, in the order in which they were judged. */
export function callsOf(entries: readonly Entry[]): readonly CallView[] {
	const calls: Calls = new Map();
	for (const entry of entries) apply(entry, calls);
	return [...calls.values()];
}

function apply(entry: Entry, calls: Calls): void {
	switch (entry.type) {
		case 'tool_attempt':
			calls.set(entry.call_id, judged(entry, calls.get(entry.call_id)));
			break;
		case 'approval_requested':
			for (const { id, call_id } of entry.items) change(calls, call_id, { approval: id, state: 'waiting' });
			break;
		case 'approval':
			if (!entry.approved) change(calls, entry.call_id, { state: 'denied' });
			else if (entry.incomplete !== true) change(calls, entry.call_id, { state: 'judged' });
			break;
		case 'approval_void':
			change(calls, entry.call_id, { state: 'judged' });
			break;
		case 'tool_started':
			change(calls, entry.call_id, { state: 'running' });
			break;
		case 'tool_result':
			change(calls, entry.call_id, {
				state: entry.ok ? 'done' : 'failed',
				output: entry.output.preview,
				milliseconds: entry.duration_ms,
			});
			break;
		case 'effect_unknown':
			change(calls, entry.call_id, { state: 'unknown', output: entry.why });
			break;
		case 'security_violation':
			change(calls, entry.call_id, { state: 'blocked', output: entry.told.preview });
			break;
	}
}

function judged(entry: Attempt, before: CallView | undefined): CallView {
	const deciding = entry.matches.find(
		({ rule, decision }) => rule === entry.matched_rule && decision === entry.decision,
	);
	const state: CallState = entry.decision === 'block' ? 'blocked' : 'judged';
	return {
		id: entry.call_id,
		tool: entry.tool_name,
		input: entry.tool_input,
		decision: entry.decision,
		risk: entry.risk_level,
		rule: entry.matched_rule,
		reason: entry.reason,
		...(deciding?.file !== undefined && { file: deciding.file }),
		...(deciding?.line !== undefined && { line: deciding.line }),
		effects: entry.effects,
		matches: entry.matches,
		state,
		...(before?.approval !== undefined && { approval: before.approval }),
	};
}

function change(calls: Calls, id: string, facts: Partial<CallView>): void {
	const call = calls.get(id);
	if (call !== undefined) calls.set(id, { ...call, ...facts });
}
