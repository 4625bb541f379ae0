import type { IncomingMessage } from 'node:http';
import type { Probot } from 'probot';
import {
	type Deliveries,
	type Delivery,
	type EventTraits,
	eventTraits,
	mostMilliseconds,
	servedEvents,
} from './app.ts';
import { type DeliveryEnd, endStatus } from './delivery-end.ts';
import { endOfError } from './end-of-error.ts';
import { mayAsk } from './issue-comment.ts';
import type { Log } from './log.ts';
import { type ByteBudget, readBody } from './read-body.ts';

/** The largest body that GitHub sends. Bytes. */
const longestBody = 25 * 1024 * 1024;

export interface WebhookParts {
	readonly probot: Pick<Probot, 'webhooks' | 'receive'>;
	readonly deliveries: Deliveries;
	readonly log: Log;
	readonly longestBody?: number;
	/** The byte budget of all deliveries that are being read. */
	readonly budget?: ByteBudget;
	readonly milliseconds?: number;
}

/** The headers of a delivery. Until the signature is verified, anybody may have written them. */
interface Head {
	readonly id: string;
	readonly event: string;
	readonly signature: string;
}

/** Handles one delivery. Returns the outcome, which decides the HTTP status of the answer (`endStatus`), and logs one line. */
export async function deliver(request: IncomingMessage, parts: WebhookParts): Promise<DeliveryEnd> {
	const start = performance.now();
	const head = headOf(request);
	const payload: { value?: Payload } = {};
	const end = await endOf(request, head, { ...parts, start, payload });
	const { repository, action, installation } = payload.value ?? {};
	const { kind, ...more } = end;
	const status = endStatus[kind];
	parts.log(status >= 500 ? 'error' : status >= 400 ? 'warn' : 'info', 'delivery', {
		delivery: clean(head.id),
		event: clean(head.event),
		action: clean(action),
		repository: clean(repository?.full_name),
		installation: typeof installation?.id === 'number' ? installation.id : undefined,
		end: kind,
		...more,
		status,
		ms: Math.round(performance.now() - start),
	});
	return end;
}

interface Payload {
	readonly action?: unknown;
	readonly comment?: unknown;
	readonly repository?: { readonly full_name?: unknown } | null;
	readonly installation?: { readonly id?: unknown } | null;
}

interface Handling extends WebhookParts {
	/** When the delivery began to arrive. GitHub's time limit starts then. */
	readonly start: number;
	/** The payload for the log, once the signature is verified. */
	readonly payload: { value?: Payload };
}

async function endOf(request: IncomingMessage, head: Head, handling: Handling): Promise<DeliveryEnd> {
	const body = await readBody(request, handling.longestBody ?? longestBody, handling.budget);
	if (body === 'too-large') return { kind: 'too-large' };
	if (body === 'no-room') return { kind: 'unavailable', why: 'no-room' };
	const { id, event, signature } = head;
	if (id === '' || event === '' || signature === '') return { kind: 'malformed', why: 'headers' };
	const text = body.toString();
	if (text === '' || !(await handling.probot.webhooks.verify(text, signature))) return { kind: 'bad-signature' };
	const value = parsed(text);
	if (value === undefined) return { kind: 'malformed', why: 'not-json' };
	handling.payload.value = value;
	return idle(event, value) ?? receive(head, value, handling);
}

/** Returns the end of a delivery that asks nothing of the bot, as most do not. Such a delivery ends before Probot makes a client for it. */
function idle(event: string, payload: Payload): DeliveryEnd | undefined {
	const served = servedEvents.find((one) => one === `${event}.${String(payload.action)}`);
	if (served === undefined) return { kind: 'unserved' };
	const { comment }: EventTraits = eventTraits[served];
	return comment !== undefined && !mayAsk(payload) ? { kind: 'nothing', why: 'no-command' } : undefined;
}

async function receive(head: Head, payload: object, handling: Handling): Promise<DeliveryEnd> {
	const { start, milliseconds = mostMilliseconds } = handling;
	const controller = new AbortController();
	const late = Promise.withResolvers<void>();
	const end = () => {
		controller.abort();
		late.resolve();
	};
	const timer = setTimeout(end, milliseconds - (performance.now() - start));
	const delivery: Delivery = { signal: controller.signal };
	handling.deliveries.set(payload, delivery);
	const event = { id: head.id, name: head.event as 'issue_comment', payload: payload as never };
	try {
		await Promise.race([handling.probot.receive(event), late.promise]);
	} catch (error) {
		return delivery.end ?? endOfError(error, controller.signal);
	} finally {
		clearTimeout(timer);
	}
	if (delivery.end !== undefined) return delivery.end;
	return controller.signal.aborted
		? { kind: 'unavailable', why: 'out-of-time' }
		: { kind: 'internal', why: 'no-handler' };
}

function headOf({ headers }: IncomingMessage): Head {
	return {
		id: String(headers['x-github-delivery'] ?? ''),
		event: String(headers['x-github-event'] ?? ''),
		signature: String(headers['x-hub-signature-256'] ?? ''),
	};
}

function parsed(text: string): Payload | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** Limits what the log contains of a stranger's text: a short name, or nothing. */
function clean(value: unknown): string | undefined {
	return typeof value === 'string' && /^[\w./-]{1,140}$/.test(value) ? value : undefined;
}
