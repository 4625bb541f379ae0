import type { RunEvent } from '../journal/index.ts';
import { isShown } from './shown-events.ts';

/** Describes an event as lines of the job's log. It shows each gate decision, setup command and result. Most events have no line. */
export function narration(event: RunEvent): readonly string[] {
	if (!isShown(event, 'log', true)) return [];
	switch (event.name) {
		case 'tool.gated':
			return [`tool.gated ${event.tool}${event.decision === 'block' ? blocked(event) : ''}`];
		case 'tool.allowed':
			return [`${event.name} ${event.tool}`];
		case 'tool.denied':
		case 'safety.confirm':
			return [`${event.name} ${event.tool}: ${event.reason}`];
		case 'setup.started':
			return [`Setting up: ${event.command}`];
		case 'tool.retry':
			return [`tool.retry ${event.callId}: attempt ${event.attempt} failed, the next one in ${event.waitMs / 1000} s`];
		case 'tool.done':
		case 'tool.failed':
			return [`${event.name} ${event.callId} (${event.durationMs} ms)`];
		case 'llm.fallback':
			return [`llm.fallback ${event.model}: ${event.reason}`];
	}
}

function blocked({ rule, blocked: command }: Extract<RunEvent, { name: 'tool.gated' }>): string {
	return ` blocked by ${rule}${command === undefined ? '' : `: ${command}`}`;
}
