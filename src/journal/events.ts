import type { Entry } from '../core/index.ts';

/** What subscribers are told in the seeds' words (leashd, Safety Pipeline; Wolffish, Safety Patterns). */
export type RunEvent =
	| { readonly name: 'tool.gated'; readonly tool: string; readonly callId: string }
	| { readonly name: 'tool.allowed'; readonly tool: string; readonly callId: string; readonly via?: 'approval' }
	| {
			readonly name: 'tool.denied';
			readonly tool: string;
			readonly callId: string;
			readonly reason: string;
			readonly violation?: string;
	  }
	| { readonly name: 'safety.confirm'; readonly tool: string; readonly callId: string; readonly reason: string };

/** The events of one entry, in order: gated comes before the verdict. */
export function eventsOf(entry: Entry): readonly RunEvent[] {
	switch (entry.type) {
		case 'tool_attempt': {
			const call = { tool: entry.tool_name, callId: entry.call_id };
			const gated: RunEvent = { name: 'tool.gated', ...call };
			if (entry.decision === 'allow') return [gated, { name: 'tool.allowed', ...call }];
			if (entry.decision === 'confirm') return [gated, { name: 'safety.confirm', ...call, reason: entry.reason }];
			return [gated];
		}
		case 'security_violation':
			return [
				{
					name: 'tool.denied',
					tool: entry.tool_name,
					callId: entry.call_id,
					reason: entry.reason,
					violation: entry.rule,
				},
			];
		case 'approval': {
			const call = { tool: entry.tool_name, callId: entry.call_id };
			if (entry.approved) return entry.incomplete === true ? [] : [{ name: 'tool.allowed', ...call, via: 'approval' }];
			return [{ name: 'tool.denied', ...call, reason: entry.rejection_reason ?? 'denied' }];
		}
		default:
			return [];
	}
}
