import { z } from 'zod';
import { type Api, createApi, createPace, type RequestPort } from '../../src/github/index.ts';
import type { Random } from '../gate/random.ts';
import type { Gateway, World } from '../support/world.ts';

/** A GitHub with random rate limits, some longer than a job waits, and the client of a job. */
export class LimitedGitHub {
	/** How often a rate limit began. */
	limits = 0;
	/** Whether rate limits may begin. */
	isStrict = true;
	private until = 0;
	private readonly world: World;
	private readonly random: Random;
	private api: Api;

	constructor(world: World, random: Random) {
		this.world = world;
		this.random = random;
		this.api = this.client();
		this.world.gateway = this.gateway;
	}

	/** Each job has a client of its own. */
	newJob(): void {
		this.api = this.client();
	}

	private readonly gateway: Gateway = async <T>({ name, looks }: Parameters<Gateway>[0], ask: () => T): Promise<T> => {
		// As on the real GitHub, only writes that people see are spaced in time.
		const route = looks ? `GET /${name}` : `POST /${/^(?:save|claim)$/.test(name) ? 'git/' : ''}${name}`;
		const kept: { answer?: { readonly value: T } } = {};
		const once = (): void => {
			kept.answer = { value: ask() };
		};
		await this.api.call(route, z.unknown(), { once });
		if (kept.answer === undefined) throw new Error('nothing was asked');
		return kept.answer.value;
	};

	private client(): Api {
		const { world } = this;
		const now = (): Date => new Date(world.now);
		const sleep = (milliseconds: number): Promise<void> => world.sleep(milliseconds);
		const names = { owner: 'octo-org', repo: 'sample', webUrl: '' };
		return createApi({ ...names, octokit: this.octokit, now, sleep, pace: createPace({ now, sleep }) });
	}

	private readonly octokit: RequestPort = {
		request: async (_route, parameters) => {
			this.mayLimit();
			if (this.isStrict && this.world.now < this.until) throw this.refusal();
			const { once } = parameters as { readonly once: () => void };
			once();
			return { status: 200, data: {}, headers: {} };
		},
	};

	private mayLimit(): void {
		if (!this.isStrict || this.world.now < this.until || !this.random.chance(0.004)) return;
		this.limits += 1;
		this.until = this.world.now + this.random.pick([3, 20, 55, 300, 7200]) * 1000;
	}

	private refusal(): Error {
		const seconds = String(Math.ceil((this.until - this.world.now) / 1000));
		const status = this.random.pick([403, 429]);
		const headers = this.random.chance(0.7) ? { 'retry-after': seconds } : {};
		return Object.assign(new Error('You have exceeded a secondary rate limit.'), { status, response: { headers } });
	}
}
