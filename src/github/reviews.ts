import { z } from 'zod';
import type { ReviewText } from '../core/index.ts';
import { type Api, findOrMake } from './api.ts';
import { holdsMarker, withMarker } from './marker.ts';

const review = z.object({
	body: z.string().nullish(),
	html_url: z.string(),
	user: z.object({ login: z.string() }).nullable(),
});

const route = '/repos/{owner}/{repo}/pulls/{pull_number}/reviews';

/** Writes a review that only comments, or finds it where an earlier try wrote it. It never approves and never asks for changes. */
export function writeReview(
	api: Api,
	login: string,
	pull: number,
	text: ReviewText,
): Promise<{ readonly url: string }> {
	const { headSha, body, remarks, marker } = text;
	const request = {
		pull_number: pull,
		commit_id: headSha,
		event: 'COMMENT',
		body: withMarker(body, marker),
		comments: remarks.map((remark) => ({ ...remark, side: 'RIGHT' })),
	};
	const make = async (): Promise<{ readonly url: string }> => ({
		url: (await api.callOnce(`POST ${route}`, review, request)).html_url,
	});
	return findOrMake(api, () => findReview(api, login, pull, marker), make);
}

/** The review that we wrote and that ends with the marker. */
export async function findReview(
	api: Api,
	login: string,
	pull: number,
	marker: string,
): Promise<{ readonly url: string } | undefined> {
	const all = await api.list(`GET ${route}`, review, { pull_number: pull });
	const found = all.find((one) => one.user?.login === login && holdsMarker(one.body ?? '', marker));
	return found === undefined ? undefined : { url: found.html_url };
}
