import { readEvent, wordsOf } from '../github/index.ts';
import type { DeliveryEnd } from './delivery-end.ts';
import type { Said } from './serve-command.ts';

/** Returns what a label on an issue asks the bot to do. @throws CountersignError `bad-event` */
export function issueLabel(payload: unknown, label: string): Said | DeliveryEnd {
	const incoming = readEvent({ name: 'issues', payload, workflowRunId: '', task: '', label });
	if (incoming.kind === 'nothing') return { kind: 'nothing', why: incoming.outcome.reason };
	if (incoming.kind !== 'start' || incoming.thread === undefined) return { kind: 'nothing', why: 'no-command' };
	return { incoming, command: `label/${incoming.thread}/${wordsOf(incoming.task)}` };
}
