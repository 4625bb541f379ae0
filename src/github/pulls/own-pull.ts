import { z } from 'zod';
import type { PullRequestView } from '../../core/index.ts';
import type { Api } from '../api/api.ts';
import { lastMarker, withMarker } from '../thread/marker.ts';

const pull = z.object({
	number: z.number(),
	state: z.string(),
	draft: z.boolean().nullish(),
	title: z.string(),
	body: z.string().nullish(),
	html_url: z.string(),
	user: z.object({ login: z.string() }).nullable(),
	head: z.object({ sha: z.string(), ref: z.string(), repo: z.object({ full_name: z.string() }).nullish() }),
	base: z.object({ ref: z.string() }),
});

type Pull = z.infer<typeof pull>;

export function readPull(api: Api, number: number): Promise<Pull> {
	return api.call('GET /repos/{owner}/{repo}/pulls/{pull_number}', pull, { pull_number: number });
}

/**
 * Returns our pull request whose marker begins with `markerStart`, from the newest hundred pull requests. Its branch must be in this
 * repository.
 */
export async function findOwnPull(api: Api, login: string, markerStart: string): Promise<PullRequestView | undefined> {
	const newest = await api.call('GET /repos/{owner}/{repo}/pulls', pull.array(), {
		...{ state: 'all', sort: 'created', direction: 'desc', per_page: 100 },
	});
	// Anybody can copy a marker, and a person who may write can push a branch. So the author must match, too.
	const found = newest.find(
		(one) =>
			one.user?.login === login && isFromHere(api, one) && lastMarker(one.body ?? '')?.startsWith(markerStart) === true,
	);
	return found === undefined ? undefined : pullView(found);
}

/** Returns our open pull requests whose marker begins with `markerStart`, and their markers. Their branches must be in this repository. */
export async function openOwnPulls(
	api: Api,
	markerStart: string,
): Promise<readonly { readonly number: number; readonly marker: string }[]> {
	const open = await api.list('GET /repos/{owner}/{repo}/pulls', pull, { state: 'open' });
	const marked = open.flatMap((one) => {
		const marker = lastMarker(one.body ?? '');
		return marker?.startsWith(markerStart) === true && isFromHere(api, one) ? [{ ...one, marker }] : [];
	});
	if (marked.length === 0) return [];
	const login = await api.login();
	return marked.filter(({ user }) => user?.login === login).map(({ number, marker }) => ({ number, marker }));
}

function isFromHere({ owner, repo }: Api, { head }: Pull): boolean {
	return head.repo?.full_name.toLowerCase() === `${owner}/${repo}`.toLowerCase();
}

export async function rewordPull(
	api: Api,
	{ number, body }: PullRequestView,
	words: { readonly title?: string; readonly body?: string },
): Promise<void> {
	const marker = lastMarker(body);
	const text = words.body === undefined || marker === undefined ? words.body : withMarker(words.body, marker);
	await api.call('PATCH /repos/{owner}/{repo}/pulls/{pull_number}', z.unknown(), {
		pull_number: number,
		...(words.title === undefined ? {} : { title: words.title }),
		...(text === undefined ? {} : { body: text }),
	});
}

export function pullView({ number, state, draft, title, body, html_url, head, base }: Pull): PullRequestView {
	return {
		...{ number, state, title, body: body ?? '', url: html_url },
		draft: draft === true,
		headSha: head.sha,
		headBranch: head.ref,
		baseBranch: base.ref,
	};
}
