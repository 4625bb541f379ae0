import type { RecordedRequest } from '../rehearsal/github/local-github.ts';

/** The purpose of a request, by method and path below the repository. The first match is used. */
const purposes: readonly (readonly [string, RegExp])[] = [
	['reaction', /^POST .*\/reactions$/],
	['post a comment', /^POST \/issues\/\d+\/comments$/],
	['edit a comment', /^PATCH \/issues\/comments\//],
	['read the thread', /^GET \/issues\/\d+\/comments$/],
	['read one comment', /^GET \/issues\/comments\//],
	['read the issue', /^GET \/issues\/\d+$/],
	['rights', /^GET \/collaborators\//],
	['fetch by git', /^(POST \/git-upload-pack|GET \/info\/refs)/],
	['push by git', /^POST \/git-receive-pack$/],
	['read refs', /^GET \/git\/(ref|matching-refs)\//],
	['make or move a ref', /^(POST|PATCH) \/git\/refs/],
	['delete a ref', /^DELETE \/git\/refs/],
	['write objects', /^POST \/git\/(trees|commits|blobs)$/],
	['read objects', /^GET \/git\/(trees|commits|blobs)\//],
	['pull request', /^(GET|POST|PATCH) \/pulls/],
	['what can be delivered', /^GET \/(rules\/branches|actions\/permissions)/],
	['liveness of a job', /^GET \/actions\/runs/],
	['check run', /^(GET|POST|PATCH) \/(check-runs|commits\/[^/]+\/check-runs)/],
	['organization', /^GET \/repos\/[^/]+\/\.github\//],
];

/** The purpose of a GraphQL query. */
const questions: readonly (readonly [string, RegExp])[] = [
	['who we are', /viewer \{/],
	['edits', /lastEditedAt/],
	['thread', /comments\(/],
	['kill switch', /isTruncated/],
	['head of the pull request', /headRefOid/],
	['rights', /collaborators\(/],
	['refs', /refs\(|\bref\(/],
];

/** Returns a request for people: without the repository, and with `*` for parts that differ each time. */
export function shownRequest({ method, path }: RecordedRequest): string {
	return `${method} ${path.replace(/^(\/repos)?\/octo-org\/slugs(\.git)?(?=\/)/, '').replaceAll(/[0-9a-f]{40}|1-[0-9a-f]{12}/g, '*')}`;
}

export function purposeOf(request: RecordedRequest): string {
	const shown = shownRequest(request);
	if (/graphql$/.test(request.path)) return `GraphQL: ${questionsOf(request).join(', ')}`;
	return purposes.find(([, form]) => form.test(shown))?.[0] ?? shown;
}

function questionsOf({ body }: RecordedRequest): readonly string[] {
	const { query = '' } = Object(body) as { readonly query?: string };
	return questions.flatMap(([name, form]) => (form.test(query) ? [name] : []));
}

/** Whether a request may change something. A git fetch and a GraphQL query are POST requests that change nothing. */
export function isWrite({ method, path, body }: RecordedRequest): boolean {
	if (/graphql$/.test(path)) return /^\s*mutation/.test(String(Object(body)['query']));
	return method !== 'GET' && !path.endsWith('/git-upload-pack');
}

/** A request, and the length of the chain of requests that were answered one after another before it, including the request itself. */
export interface Chained {
	readonly request: RecordedRequest;
	readonly depth: number;
}

/** Returns the longest chain for each request, from requests that ended before the next one began. */
export function chained(requests: readonly RecordedRequest[]): readonly Chained[] {
	const all: Chained[] = [];
	for (const request of requests.toSorted((a, b) => a.begun - b.begun)) {
		const before = all.filter((one) => (one.request.ended ?? Number.POSITIVE_INFINITY) <= request.begun);
		all.push({ request, depth: 1 + Math.max(0, ...before.map(({ depth }) => depth)) });
	}
	return all;
}
