import type { Api } from '../api/api.ts';
import { GitRefusal, type Post } from './packet-lines.ts';
import { type Push, pushBy } from './receive-pack.ts';
import { type Fetch, type FetchAll, fetchAllBy, oneOf } from './upload-pack.ts';

/** A repository's git over HTTP. One request here does the work of several REST requests. */
export interface GitDoor {
	readonly push: Push;
	readonly fetch: Fetch;
	readonly fetchAll: FetchAll;
}

/** The statuses by which a server or a proxy refuses our git requests, without any effect. */
const refusals: ReadonlySet<number> = new Set([401, 403, 404, 405]);

/** The time limit for a request. Milliseconds. */
const longest = 60_000;
/** The largest answer that is read. Every checkpoint is smaller. Bytes. */
const largest = 160 * 1024 * 1024;

export interface GitDoorOptions extends Pick<Api, 'webUrl' | 'owner' | 'repo'> {
	/** The token, or a function that returns the current token. */
	readonly token: string | (() => Promise<string>);
}

/**
 * Implements git's smart HTTP protocol in our own process, so that no git process gets the token (git, pack-protocol and http-protocol).
 */
export function createGitDoor({ webUrl, owner, repo, token }: GitDoorOptions): GitDoor {
	const shut = new Set<string>();
	const post: Post = async (service, body) => {
		if (shut.has(service)) throw new GitRefusal();
		const secret = typeof token === 'string' ? token : await token();
		const authorization = `Basic ${Buffer.from(`x-access-token:${secret}`).toString('base64')}`;
		const response = await fetch(`${webUrl}/${owner}/${repo}.git/${service}`, {
			method: 'POST',
			redirect: 'error',
			signal: AbortSignal.timeout(longest),
			headers: {
				authorization,
				'content-type': `application/x-${service}-request`,
				accept: `application/x-${service}-result`,
				'user-agent': 'git/countersign',
			},
			body: new Uint8Array(body),
		});
		// If the server refuses our reads, it refuses our pushes, too.
		if (refusals.has(response.status)) {
			for (const closed of service === 'git-upload-pack' ? [service, 'git-receive-pack'] : [service]) shut.add(closed);
			throw new GitRefusal();
		}
		if (!response.ok || response.body === null) throw new Error(`HTTP ${response.status}`);
		return whole(response.body);
	};
	const fetchAll = fetchAllBy(post);
	return { push: pushBy(post), fetch: oneOf(fetchAll), fetchAll };
}

async function whole(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of body) {
		bytes += chunk.length;
		if (bytes > largest) throw new Error(`an answer of more than ${largest} bytes`);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}
