import { setTimeout as sleep } from 'node:timers/promises';
import type { InterceptedRequest, Interception, Json, Phase } from '../github/local-github.ts';
import type { Random } from './random.ts';
import { Tally } from './tally.ts';

const shares = { error: 0.05, timeout: 0.02, limit: 0.003, stale: 0.03 } as const;
/** How long a silent server waits. It is long enough to cause trouble, and short enough for a test. Milliseconds. */
const silence = 1000;
/** The longest time by which a replica of GitHub's database lags. Milliseconds. */
const longestLag = 3000;
const listings = /\/(comments|runs|git\/matching-refs\/.*|git\/ref\/.*|attempts\/\d+)$/;

interface Kept {
	readonly status: number;
	readonly body: Json;
	readonly at: number;
}

/** The faults of GitHub on a bad day, for the bot and for jobs. */
export class Faults {
	readonly tally = new Tally();
	isCalm = false;
	readonly #random: Random;
	/** The numbers of requests that are carried out, although their answers get lost. */
	readonly #unheard = new Set<number>();
	readonly #last = new Map<string, Kept>();

	constructor(random: Random) {
		this.#random = random;
	}

	async at(request: InterceptedRequest, phase: Phase): Promise<Interception> {
		return phase === 'before' ? this.#before(request) : this.#after(request);
	}

	async #before({ order, path }: InterceptedRequest): Promise<Interception> {
		if (this.isCalm) return undefined;
		const draw = this.#random.next();
		const { error, timeout, limit } = shares;
		if (draw < error) return this.#refuse(this.#random.chance(0.5) ? 502 : 500);
		if (draw < error + timeout / 2) {
			this.tally.add('time-out before');
			await sleep(silence);
			return 'drop';
		}
		if (draw < error + timeout) this.#unheard.add(order);
		if (draw < error + timeout || draw >= error + timeout + limit) return undefined;
		// The service for identity tokens has no such limit.
		if (path.startsWith('/oidc/')) return undefined;
		this.tally.add('secondary limit');
		const message = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';
		return { status: 403, body: { message }, headers: { 'retry-after': '1' } };
	}

	#refuse(status: number): Interception {
		this.tally.add(status);
		return { status, body: { message: 'Server Error' } };
	}

	#after({ order, method, path, query, response }: InterceptedRequest): Interception {
		if (this.#unheard.delete(order)) {
			this.tally.add('time-out after');
			return 'drop';
		}
		if (method !== 'GET' || response === undefined || !listings.test(path)) return undefined;
		const key = `${path} ${JSON.stringify(query)}`;
		this.#forget();
		const before = this.#last.get(key);
		this.#last.delete(key);
		this.#last.set(key, { ...response, at: Date.now() });
		if (this.isCalm || before === undefined || !this.#random.chance(shares.stale)) return undefined;
		if (JSON.stringify(before.body) === JSON.stringify(response.body)) return undefined;
		this.tally.add('stale read');
		return { status: before.status, body: before.body };
	}

	/** Removes entries that are older than any lag. The oldest come first. */
	#forget(): void {
		for (const [key, { at }] of this.#last) {
			if (Date.now() - at < longestLag) return;
			this.#last.delete(key);
		}
	}
}
