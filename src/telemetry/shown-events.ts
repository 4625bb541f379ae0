import type { RunEvent } from '../journal/index.ts';

type EventName = RunEvent['name'];

/** Where an event of a run is shown. A new event does not compile without an entry for it. */
interface Shown {
	/** The job's log has a line for it. */
	readonly log: boolean;
	/** `span`: it begins, changes or ends a span. `event`: it is an event in the span of the process. */
	readonly trace: 'span' | 'event' | 'no';
}

const shownEvents = {
	'run.started': { log: false, trace: 'span' },
	'run.resumed': { log: false, trace: 'span' },
	'run.admitted': { log: false, trace: 'no' },
	'run.refused': { log: false, trace: 'no' },
	'run.claimed': { log: false, trace: 'no' },
	'run.claim-lost': { log: false, trace: 'no' },
	'run.checkpoint': { log: false, trace: 'no' },
	'run.checkpoint-lost': { log: false, trace: 'event' },
	'run.reported': { log: false, trace: 'no' },
	'run.heeded': { log: false, trace: 'no' },
	'run.pull-changed': { log: false, trace: 'no' },
	'run.stop-requested': { log: false, trace: 'event' },
	'run.switched-off': { log: false, trace: 'event' },
	'run.interrupted': { log: false, trace: 'no' },
	'run.mode-changed': { log: false, trace: 'no' },
	'run.waiting': { log: false, trace: 'event' },
	'run.failed': { log: false, trace: 'event' },
	'run.finished': { log: false, trace: 'event' },
	'run.note': { log: false, trace: 'no' },
	'sandbox.tried': { log: false, trace: 'no' },
	'sandbox.programs-tried': { log: false, trace: 'no' },
	'context.assembled': { log: false, trace: 'no' },
	'delivery.checked': { log: false, trace: 'no' },
	'budget.read': { log: false, trace: 'no' },
	'budget.reached': { log: false, trace: 'event' },
	'plan.proposed': { log: false, trace: 'no' },
	'plan.upheld': { log: false, trace: 'no' },
	'plan.revoked': { log: false, trace: 'no' },
	'llm.request': { log: false, trace: 'no' },
	'llm.fallback': { log: true, trace: 'event' },
	'llm.response': { log: false, trace: 'span' },
	'llm.retry': { log: false, trace: 'no' },
	'llm.error': { log: false, trace: 'no' },
	'setup.started': { log: true, trace: 'no' },
	'tool.gated': { log: true, trace: 'span' },
	'tool.allowed': { log: true, trace: 'span' },
	'tool.denied': { log: true, trace: 'span' },
	'tool.started': { log: false, trace: 'span' },
	'tool.retry': { log: true, trace: 'no' },
	'tool.done': { log: true, trace: 'span' },
	'tool.failed': { log: true, trace: 'span' },
	'tool.unknown': { log: false, trace: 'event' },
	'safety.confirm': { log: true, trace: 'event' },
	'approval.requested': { log: false, trace: 'no' },
	'approval.decided': { log: false, trace: 'event' },
	'approval.expired': { log: false, trace: 'event' },
	'approval.withdrawn': { log: false, trace: 'event' },
	'approval.upheld': { log: false, trace: 'no' },
	'approval.void': { log: false, trace: 'event' },
	'approval.refused': { log: false, trace: 'no' },
	'approval.unclear': { log: false, trace: 'no' },
	'approval.revoked': { log: false, trace: 'no' },
	'policy.proposed': { log: false, trace: 'no' },
	'memory.remembered': { log: false, trace: 'no' },
} as const satisfies Readonly<Record<EventName, Shown>>;

type NameWith<Q extends keyof Shown, A> = {
	readonly [N in EventName]: (typeof shownEvents)[N][Q] extends A ? N : never;
}[EventName];

/** The events in the span of a process. */
export type ProcessEvent = Extract<RunEvent, { name: NameWith<'trace', 'event'> }>;

/** Returns whether an event is shown at this place in this way. */
export function isShown<Q extends keyof Shown, const A extends Shown[Q]>(
	event: RunEvent,
	place: Q,
	way: A,
): event is Extract<RunEvent, { name: NameWith<Q, A> }> {
	const shown: Shown[Q] = shownEvents[event.name][place];
	return shown === way;
}
