import { z } from 'zod';
import type { RequestPort } from '../api/api.ts';

const delivery = z.object({
	id: z.number(),
	guid: z.string(),
	delivered_at: z.string(),
	status_code: z.number(),
	event: z.string(),
	action: z.string().nullish(),
	installation_id: z.number().nullish(),
	repository_id: z.number().nullish(),
});

/** One attempt of GitHub to deliver a webhook to an App, from GitHub's delivery log. */
export interface DeliveryAttempt {
	readonly id: number;
	/** The id of the delivery. All attempts of a delivery have the same id. */
	readonly guid: string;
	/** ISO 8601 UTC. */
	readonly at: string;
	/** Whether the receiver answered with a status from 200 to 399. */
	readonly arrived: boolean;
	/** `issue_comment.created`. */
	readonly event: string;
}

/** How long GitHub can send a delivery again. Milliseconds. */
export const longestRedeliverable = 3 * 24 * 3_600_000;

/** The most pages of the log that are read at once, because an App may have many deliveries. */
const mostPages = 30;

/**
 * Returns the attempts since a time, newest first, at most 3,000. With `failed`, returns only failed attempts. `octokit` must act as the
 * App. Some servers ignore the filter, so the answer is filtered here, too.
 */
export async function listAttempts(
	octokit: RequestPort,
	{ since, failed }: { readonly since: Date; readonly failed: boolean },
): Promise<readonly DeliveryAttempt[]> {
	const found: DeliveryAttempt[] = [];
	let cursor: string | undefined;
	for (let page = 0; page < mostPages; page++) {
		const { data, headers } = await octokit.request('GET /app/hook/deliveries', {
			per_page: 100,
			...(failed ? { status: 'failure' } : {}),
			...(cursor === undefined ? {} : { cursor }),
		});
		const attempts = delivery.array().parse(data).map(attemptOf);
		found.push(...attempts.filter(({ at, arrived }) => Date.parse(at) >= since.getTime() && !(failed && arrived)));
		cursor = nextCursor(headers);
		const isPast = attempts.some(({ at }) => Date.parse(at) < since.getTime());
		if (cursor === undefined || isPast) break;
	}
	return found;
}

/**
 * Asks GitHub to repeat this attempt. Returns false if GitHub cannot send this delivery any more. @throws for every other refusal, and for
 * outages.
 */
export async function redeliver(octokit: RequestPort, id: number): Promise<boolean> {
	try {
		await octokit.request('POST /app/hook/deliveries/{delivery_id}/attempts', { delivery_id: id });
		return true;
	} catch (error) {
		if (error instanceof Error && 'status' in error && unsendable.has(error.status)) return false;
		throw error;
	}
}

/** Statuses of refusals that concern only this delivery. The other deliveries can still be sent. */
const unsendable: ReadonlySet<unknown> = new Set([400, 404, 410, 422]);

function attemptOf(found: z.infer<typeof delivery>): DeliveryAttempt {
	const { id, guid, delivered_at: at, status_code: status, event, action } = found;
	const arrived = status >= 200 && status < 400;
	return { id, guid, at, arrived, event: action == null ? event : `${event}.${action}` };
}

function nextCursor(headers: object): string | undefined {
	const link = 'link' in headers && typeof headers.link === 'string' ? headers.link : '';
	const [, next] = /<([^>]+)>;\s*rel="next"/.exec(link) ?? [];
	return next === undefined ? undefined : (new URL(next).searchParams.get('cursor') ?? undefined);
}
