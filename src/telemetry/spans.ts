import type { RunEvent } from '../journal/index.ts';
import { isShown, type ProcessEvent } from './shown-events.ts';
import { type Attributes, type Moment, type Span, type SpanEvent, spanIdOf } from './span.ts';

type EventOf<Name extends RunEvent['name']> = Extract<RunEvent, { name: Name }>;

/** One process of the run, so far. */
interface OpenProcess {
	readonly id: string;
	readonly start: Moment;
	readonly parent?: string;
	readonly after?: string;
	readonly attributes: Attributes;
	readonly events: readonly SpanEvent[];
	readonly failed: boolean;
}

interface OpenCall {
	readonly gated: EventOf<'tool.gated'>;
	readonly judgedAt: Moment;
	readonly approved: boolean;
	/** The start of the call in this process. */
	readonly startedAt?: Moment;
	readonly attempts: number;
}

/**
 * Converts a run's events to spans: its processes, their requests to models and their tool calls. `take` must be called with every event
 * of the journal, beginning with the first. A span contains only names, numbers and texts of our own rules. It contains no argument, no
 * output and no sentence. Of the words that a model chose, it contains only those that look like a name.
 */
export class Spans {
	run = '';
	#process: OpenProcess | undefined;
	#last: Moment = { seq: 0, at: '' };
	readonly #calls = new Map<string, OpenCall>();

	/** Takes an event and returns the spans that end with it. */
	take(event: RunEvent, at: Moment): readonly Span[] {
		const ended = this.#spansOf(event, at);
		// A request's span begins at the last entry before the reply. So the events of the request itself do not move this time.
		if (event.name !== 'llm.request' && event.name !== 'llm.fallback') this.#last = at;
		return ended;
	}

	/** Returns the span of this process, up to the last event. */
	close(): readonly Span[] {
		if (this.#process === undefined) return [];
		const { start, ...process } = this.#process;
		return [{ ...process, name: 'invoke_agent countersign', kind: 'internal', start: start.at, end: this.#last.at }];
	}

	#spansOf(event: RunEvent, at: Moment): readonly Span[] {
		if (isShown(event, 'trace', 'event')) this.#addProcessEvent(event, at);
		if (!isShown(event, 'trace', 'span')) return [];
		switch (event.name) {
			case 'run.started':
				this.#begin(event, at);
				return [];
			case 'run.resumed':
				this.#resume(at);
				return [];
			case 'llm.response':
				return this.#modelSpan(event, at);
			case 'tool.done':
			case 'tool.failed':
			case 'tool.denied':
				return this.#toolSpan(event, at);
			case 'tool.gated':
				this.#calls.set(event.callId, { gated: event, judgedAt: at, approved: false, attempts: 0 });
				return [];
			case 'tool.allowed':
				if (event.via === 'approval') this.#updateCall(event.callId, () => ({ approved: true }));
				return [];
			case 'tool.started':
				this.#updateCall(event.callId, ({ startedAt = at, attempts }) => ({ startedAt, attempts: attempts + 1 }));
				return [];
		}
	}

	#begin({ run, trigger, mode, model }: EventOf<'run.started'>, at: Moment): void {
		this.run = run;
		const attributes = {
			'gen_ai.operation.name': 'invoke_agent',
			'gen_ai.agent.name': 'countersign',
			'gen_ai.conversation.id': run,
			'gen_ai.request.model': partsOf(model).name,
			'countersign.trigger': trigger,
			'countersign.mode': mode,
		};
		this.#process = { id: spanIdOf(run, 'process', at), start: at, attributes, events: [], failed: false };
	}

	/**
	 * Begins a later process of the run. All later processes are children of the first one, so a run is one tree. Each also points to the
	 * process before it.
	 */
	#resume(at: Moment): void {
		const before = this.#process;
		if (before === undefined) return;
		const attributes = { ...before.attributes, 'countersign.waited_ms': milliseconds(this.#last, at) };
		const origin = { parent: before.parent ?? before.id, after: before.id };
		this.#process = {
			...{ id: spanIdOf(this.run, 'process', at), start: at, ...origin, attributes, events: [], failed: false },
		};
		for (const [id, { startedAt: _, ...call }] of this.#calls) this.#calls.set(id, call);
	}

	#modelSpan(
		{ model, iteration, calls, stop, input, output, cached }: EventOf<'llm.response'>,
		at: Moment,
	): readonly Span[] {
		const { provider, name } = partsOf(model);
		const attributes = {
			'gen_ai.operation.name': 'chat',
			'gen_ai.provider.name': provider,
			'gen_ai.request.model': name,
			'gen_ai.response.finish_reasons': [nameOr(stop)],
			'gen_ai.usage.input_tokens': input,
			'gen_ai.usage.output_tokens': output,
			'gen_ai.usage.cache_read.input_tokens': cached,
			'countersign.iteration': iteration,
			'countersign.calls': calls,
		};
		return [this.#child({ name: `chat ${name}`, kind: 'client', start: this.#last, failed: false, attributes }, at)];
	}

	#toolSpan(event: EventOf<'tool.done' | 'tool.failed' | 'tool.denied'>, at: Moment): readonly Span[] {
		const call = this.#calls.get(event.callId);
		if (call === undefined) return [];
		this.#calls.delete(event.callId);
		const { gated, judgedAt, startedAt } = call;
		const tool = nameOr(gated.tool);
		const attributes = {
			'gen_ai.operation.name': 'execute_tool',
			'gen_ai.tool.name': tool,
			'countersign.decision': gated.decision,
			'countersign.rule': gated.rule,
			'countersign.risk': gated.risk,
			'countersign.approved': call.approved,
			'countersign.attempts': call.attempts,
			'countersign.outcome': event.name.slice('tool.'.length),
		};
		const here = judgedAt.seq >= (this.#process?.start.seq ?? 0) ? judgedAt : at;
		const about = { start: startedAt ?? here, failed: event.name === 'tool.failed', attributes };
		return [this.#child({ name: `execute_tool ${tool}`, kind: 'internal', ...about }, at)];
	}

	/** Adds an event to the span of the process. */
	#addProcessEvent(event: ProcessEvent, at: Moment): void {
		const attributes = eventAttributes(event);
		if (this.#process === undefined) return;
		const { events } = this.#process;
		this.#process = {
			...this.#process,
			events: [...events, { name: event.name, at: at.at, attributes }],
			failed: this.#process.failed || event.name === 'run.failed',
		};
	}

	#updateCall(callId: string, change: (call: OpenCall) => Partial<OpenCall>): void {
		const call = this.#calls.get(callId);
		if (call !== undefined) this.#calls.set(callId, { ...call, ...change(call) });
	}

	#child(
		{ start, ...about }: Omit<Span, 'id' | 'parent' | 'start' | 'end' | 'events'> & { start: Moment },
		at: Moment,
	): Span {
		const parent = this.#process === undefined ? {} : { parent: this.#process.id };
		return { id: spanIdOf(this.run, about.name, at), ...parent, ...about, start: start.at, end: at.at, events: [] };
	}
}

/** The attributes of an event in the span of a process. */
function eventAttributes(event: ProcessEvent): Attributes {
	switch (event.name) {
		case 'safety.confirm':
			return { 'gen_ai.tool.name': nameOr(event.tool) };
		case 'run.waiting':
			return { 'countersign.approvals': event.ids.length, 'countersign.expires_at': event.expiresAt };
		case 'approval.decided':
			return { 'countersign.approved': event.approved };
		case 'approval.expired':
		case 'approval.withdrawn':
		case 'approval.void':
		case 'tool.unknown':
		case 'run.checkpoint-lost':
		case 'run.switched-off':
		case 'run.stop-requested':
			return {};
		case 'llm.fallback':
			return { 'gen_ai.request.model': partsOf(event.model).name };
		case 'budget.reached':
			return { 'countersign.cap': event.cap, 'countersign.used': event.used, 'countersign.limit': event.limit };
		case 'run.failed':
			return { 'error.type': event.code };
		case 'run.finished':
			return { 'countersign.outcome': event.outcome, 'countersign.reason': event.reason };
	}
}

function milliseconds(from: Moment, to: Moment): number {
	return Math.max(Date.parse(to.at) - Date.parse(from.at), 0);
}

function partsOf(model: string): { readonly provider: string; readonly name: string } {
	const colon = model.indexOf(':');
	const provider = model.slice(0, Math.max(colon, 0));
	// The path of a script on a person's machine is not sent.
	return { provider, name: provider === 'scripted' ? 'scripted' : model.slice(colon + 1) };
}

/** Returns a word that a model or a provider chose, if it looks like a name. */
function nameOr(text: string): string {
	return /^[a-z][a-z_0-9-]{0,63}$/i.test(text) ? text : 'unknown';
}
