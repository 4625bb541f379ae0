import type { IncomingMessage } from 'node:http';
import type { Probot } from 'probot';
import { type Deliveries, type Delivery, mostMilliseconds, type ServedEvent, servedEvents } from './app.ts';
import { type DeliveryEnd, endStatus } from './delivery-end.ts';
import { endOfError } from './end-of-error.ts';
import { mayAsk } from './issue-comment.ts';
import type { Log } from './log.ts';
import { readBody } from './read-body.ts';

/** What GitHub sends at most. Bytes. */
const longestBody = 25 * 1024 * 1024;

export interface WebhookParts {
	readonly probot: Pick<Probot, 'webhooks' | 'receive'>;
	readonly deliveries: Deliveries;
	readonly log: Log;
	readonly longestBody?: number;
	readonly milliseconds?: number;
}

/** What a delivery says of itself. Nobody has verified it where the signature is wrong. */
interface Head {
	readonly id: string;
	readonly event: string;
	readonly signature: string;
}

/** One delivery, to its end: the status of the answer is that of the end, and one line is logged. */
export async function deliver(request: IncomingMessage, parts: WebhookParts): Promise<DeliveryEnd> {
	const start = performance.now();
	const signal = AbortSignal.timeout(parts.milliseconds ?? mostMilliseconds);
	const head = headOf(request);
	const payload: { value?: Payload } = {};
	const end = await endOf(request, head, { ...parts, signal, payload });
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
	readonly signal: AbortSignal;
	/** For the log, once it is verified. */
	readonly payload: { value?: Payload };
}

async function endOf(request: IncomingMessage, head: Head, handling: Handling): Promise<DeliveryEnd> {
	const body = await readBody(request, handling.longestBody ?? longestBody);
	if (body === undefined) return { kind: 'too-large' };
	const { id, event, signature } = head;
	if (id === '' || event === '' || signature === '') return { kind: 'malformed', why: 'headers' };
	const text = body.toString();
	if (text === '' || !(await handling.probot.webhooks.verify(text, signature))) return { kind: 'bad-signature' };
	const value = parsed(text);
	if (value === undefined) return { kind: 'malformed', why: 'not-json' };
	handling.payload.value = value;
	return idle(event, value) ?? receive(head, value, handling);
}

/** Most deliveries ask nothing of us: they end before Probot makes a client for them. */
function idle(event: string, payload: Payload): DeliveryEnd | undefined {
	if (!servedEvents.includes(`${event}.${String(payload.action)}` as ServedEvent)) return { kind: 'unserved' };
	const isComment = event === 'issue_comment' || event === 'pull_request_review_comment';
	return isComment && !mayAsk(payload) ? { kind: 'nothing', why: 'no-command' } : undefined;
}

async function receive(
	{ id, event }: Head,
	payload: object,
	{ probot, deliveries, signal }: Handling,
): Promise<DeliveryEnd> {
	const delivery: Delivery = { signal };
	deliveries.set(payload, delivery);
	const late = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
	const name = event as 'issue_comment';
	try {
		await Promise.race([probot.receive({ id, name, payload: payload as never }), late]);
	} catch (error) {
		return delivery.end ?? endOfError(error, signal);
	}
	return (
		delivery.end ??
		(signal.aborted ? { kind: 'unavailable', why: 'out-of-time' } : { kind: 'internal', why: 'no-handler' })
	);
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

/** A stranger's words in the log stay short, and name things only. */
function clean(value: unknown): string | undefined {
	return typeof value === 'string' && /^[\w./-]{1,140}$/.test(value) ? value : undefined;
}
