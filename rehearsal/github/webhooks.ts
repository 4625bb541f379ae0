import { createHmac, randomUUID } from 'node:crypto';
import type { Delivery, Happening, LoggedAttempt, SignedDelivery } from './hands.ts';
import { asObject, asText, stamp } from './http.ts';
import type { Repository } from './repository.ts';
import type { JsonObject } from './types.ts';

const firstId = 12_000_000_001;
const hookId = 480_000_001;

/** One attempt, with its request and its answer. */
export interface Attempt {
	readonly delivery: Delivery;
	readonly url: string;
	readonly request: { readonly headers: Readonly<Record<string, string>>; readonly payload: JsonObject };
	readonly response: { readonly headers: Readonly<Record<string, string>>; readonly payload: string | null };
}

interface Answer {
	readonly status: string;
	readonly status_code: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly payload: string | null;
}

export interface Sending {
	readonly event: string;
	readonly payload: JsonObject;
	readonly guid?: string | undefined;
	readonly url?: string | undefined;
	readonly redelivery?: boolean | undefined;
}

const statusText = (code: number) => (code >= 200 && code < 300 ? 'OK' : `Invalid HTTP Response: ${code}`);

async function post(url: string, { headers, body }: SignedDelivery, timeoutMs: number): Promise<Answer> {
	const nobody = { headers: {}, payload: null };
	try {
		const signal = AbortSignal.timeout(timeoutMs);
		const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
		const { status } = response;
		const payload = await response.text();
		return { status: statusText(status), status_code: status, headers: Object.fromEntries(response.headers), payload };
	} catch (error) {
		if (error instanceof DOMException && error.name === 'TimeoutError') {
			return { status: 'timed out', status_code: 504, ...nobody };
		}
		return { status: 'failed to connect', status_code: 502, ...nobody };
	}
}

/** Signs and sends the App's webhooks, and keeps GitHub's log of them. */
export class Webhooks {
	/** Newest first. */
	readonly log: Attempt[] = [];
	readonly #repository: Repository;
	readonly #payloadFor: (happening: Happening) => Promise<JsonObject>;
	readonly #inFlight = new Set<Promise<unknown>>();
	#nextId = firstId;

	constructor(repository: Repository, payloadFor: (happening: Happening) => Promise<JsonObject>) {
		this.#repository = repository;
		this.#payloadFor = payloadFor;
		repository.news.listen((happening, who) => {
			if (who.grants === undefined || repository.switches.deliversBotWrites) this.announce(happening);
		});
	}

	/** Delivers an event if an App listens. A test waits with `delivered`. */
	announce(happening: Happening): void {
		if (!this.#isHeard()) return;
		// The address is read now, because the test may remove it later.
		const url = this.#repository.switches.webhookUrl;
		this.#follow(this.#payloadFor(happening).then((payload) => this.send({ event: happening.event, payload, url })));
	}

	#isHeard(): boolean {
		const { installation, switches } = this.#repository;
		const active = installation && !installation.removed && !installation.suspended;
		return active === true && switches.webhookUrl !== undefined;
	}

	/** Delivers an event, and returns its payload. */
	async tell(happening: Happening): Promise<JsonObject> {
		const payload = await this.#payloadFor(happening);
		if (this.#isHeard()) this.#follow(this.send({ event: happening.event, payload }));
		return payload;
	}

	#follow(work: Promise<unknown>): void {
		this.#inFlight.add(work);
		const done = () => this.#inFlight.delete(work);
		work.then(done, done);
	}

	/** Waits for all deliveries and returns the log. @throws if a payload could not be built, which would be a bug here. */
	async delivered(): Promise<readonly Delivery[]> {
		while (this.#inFlight.size > 0) await Promise.all([...this.#inFlight]);
		return this.log.map(({ delivery }) => delivery);
	}

	async settle(): Promise<void> {
		while (this.#inFlight.size > 0) await Promise.allSettled([...this.#inFlight]);
	}

	signed(event: string, payload: JsonObject, guid: string = randomUUID()): SignedDelivery {
		const { installation } = this.#repository;
		if (!installation) throw new Error('there is no App here: pass `app` to the local GitHub');
		const body = JSON.stringify(payload);
		const signature = createHmac('sha256', installation.webhookSecret).update(body).digest('hex');
		const headers = {
			accept: '*/*',
			'content-type': 'application/json',
			'user-agent': 'GitHub-Hookshot/0f4c1a7',
			'x-github-delivery': guid,
			'x-github-event': event,
			'x-github-hook-id': String(hookId),
			'x-github-hook-installation-target-id': String(installation.app.id),
			'x-github-hook-installation-target-type': 'integration',
			'x-hub-signature-256': `sha256=${signature}`,
		};
		return { guid, headers, body };
	}

	async send(sending: Sending): Promise<Delivery> {
		const { webhookUrl, webhookTimeoutMs } = this.#repository.switches;
		const url = sending.url ?? webhookUrl;
		if (url === undefined) throw new Error('there is no webhookUrl to deliver to');
		const request = this.signed(sending.event, sending.payload, sending.guid);
		const started = performance.now();
		const deliveredAt = new Date();
		const answer = await post(url, request, webhookTimeoutMs);
		const duration = Math.round(performance.now() - started) / 1000;
		return this.#keep({ ...sending, guid: request.guid, deliveredAt }, { url, duration, answer });
	}

	/** Sends the same event again, and does not wait for it. */
	redeliver({ delivery, request }: Attempt): void {
		const { event, guid } = delivery;
		this.#follow(this.send({ event, payload: request.payload, guid, redelivery: true }));
	}

	logged(attempt: LoggedAttempt): Delivery {
		const { statusCode } = attempt;
		const answer = { status: statusText(statusCode), status_code: statusCode, headers: {}, payload: null };
		const url = this.#repository.switches.webhookUrl ?? '';
		return this.#keep({ ...attempt, deliveredAt: attempt.deliveredAt ?? new Date() }, { url, duration: 0.01, answer });
	}

	#keep(
		sent: Sending & { guid: string; deliveredAt: Date },
		{ url, duration, answer }: { url: string; duration: number; answer: Answer },
	): Delivery {
		const { id: repositoryId, installation } = this.#repository;
		const delivery: Delivery = {
			id: this.#nextId++,
			guid: sent.guid,
			delivered_at: stamp(sent.deliveredAt),
			redelivery: sent.redelivery ?? false,
			duration,
			status: answer.status,
			status_code: answer.status_code,
			event: sent.event,
			action: asText(sent.payload['action']) ?? null,
			installation_id: installation?.id ?? null,
			repository_id: 'id' in asObject(sent.payload['repository']) ? repositoryId : null,
			throttled_at: null,
		};
		const { headers } = this.signed(sent.event, sent.payload, sent.guid);
		const response = { headers: answer.headers, payload: answer.payload };
		const attempt = { delivery, url, request: { headers, payload: sent.payload }, response };
		const at = this.log.findIndex((other) => other.delivery.delivered_at <= delivery.delivered_at);
		this.log.splice(at < 0 ? this.log.length : at, 0, attempt);
		return delivery;
	}
}
