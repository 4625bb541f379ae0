import { z } from 'zod';
import { holdsMarker, type ReviewReply, type ReviewText, withoutMarker } from '../../core/index.ts';
import { type Api, findOrMake } from '../api/api.ts';
import { lastMarker, withMarker } from '../thread/marker.ts';

const review = z.object({
	id: z.number(),
	commit_id: z.string().nullish(),
	body: z.string().nullish(),
	html_url: z.string(),
	user: z.object({ login: z.string() }).nullable(),
});

const route = '/repos/{owner}/{repo}/pulls/{pull_number}/reviews';

/** Writes a review that never approves and never requests changes. If an earlier try wrote it, returns that review. */
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
		comments: remarks.map(remarkOf),
	};
	const make = async (): Promise<{ readonly url: string }> => {
		const { html_url: url } = await api.callOnce(`POST ${route}`, review, request);
		await foldEarlier(api, { login, pull, headSha, url });
		return { url };
	};
	return findOrMake(api, () => findReview(api, login, pull, marker), make);
}

function remarkOf({ path, line, startLine, body }: ReviewText['remarks'][number]) {
	const start = startLine === undefined ? {} : { start_line: startLine, start_side: 'RIGHT' };
	return { path, line, body, side: 'RIGHT', ...start };
}

const folded = '<details><summary>A review of an earlier head</summary>';

/** Hides the text of our reviews of earlier heads in a fold, because a reader needs only the newest one. */
async function foldEarlier(
	api: Api,
	newest: { readonly login: string; readonly pull: number; readonly headSha: string; readonly url: string },
): Promise<void> {
	const { login, pull, headSha, url } = newest;
	for (const { id, body, user, commit_id: head } of await api.list(`GET ${route}`, review, { pull_number: pull })) {
		const marker = lastMarker(body ?? '');
		const isOurs = user?.login === login && marker?.startsWith('countersign:review:') === true;
		if (!isOurs || head === headSha || body?.startsWith(folded) === true) continue;
		const now = `${folded}\n\n${withoutMarker(body ?? '')}\n\n</details>\n\nThe newest review is [here](${url}).`;
		await api.call(`PUT ${route}/{review_id}`, review, {
			pull_number: pull,
			review_id: id,
			body: withMarker(now, marker),
		});
	}
}

/** Returns the review that we wrote with this marker. */
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

const remarks = '/repos/{owner}/{repo}/pulls/{pull_number}/comments';

/** Answers in the thread of a review comment. If an earlier try wrote the answer, returns that one. */
export function writeReply(
	api: Api,
	login: string,
	pull: number,
	{ thread, body, marker }: ReviewReply,
): Promise<{ readonly url: string }> {
	const request = { pull_number: pull, comment_id: thread, body: withMarker(body, marker) };
	const make = async (): Promise<{ readonly url: string }> => ({
		url: (await api.callOnce(`POST ${remarks}/{comment_id}/replies`, review, request)).html_url,
	});
	return findOrMake(api, () => findReply(api, login, pull, marker), make);
}

/** Returns the answer that we wrote with this marker. */
export async function findReply(
	api: Api,
	login: string,
	pull: number,
	marker: string,
): Promise<{ readonly url: string } | undefined> {
	const all = await api.list(`GET ${remarks}`, review, { pull_number: pull });
	const found = all.find((one) => one.user?.login === login && holdsMarker(one.body ?? '', marker));
	return found === undefined ? undefined : { url: found.html_url };
}
