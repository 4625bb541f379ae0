import { createApi, createForge, createRefStore, type RequestPort } from '../github/index.ts';
import type { SweepContext } from './sweep.ts';

/** A repository on a GitHub server, and a client for it. */
export interface SweepOptions {
	readonly octokit: RequestPort;
	readonly owner: string;
	readonly repo: string;
	/** `https://github.com`, or the address of an Enterprise Server. */
	readonly webUrl: string;
	readonly warn: (text: string) => void;
}

/** Returns the context of a sweep without a checkout. */
export async function openSweepContext({ octokit, owner, repo, webUrl, warn }: SweepOptions): Promise<SweepContext> {
	const sleep = (milliseconds: number): Promise<void> => new Promise((wake) => setTimeout(wake, milliseconds));
	const now = (): Date => new Date();
	const api = createApi({ octokit, owner, repo, webUrl, sleep });
	return { api, forge: createForge(api), store: createRefStore({ api, now }), clock: { now, sleep }, warn };
}
