import type { Api } from './api.ts';

/** A ref to be moved from one commit to another; all zeros where there is none yet. */
export interface RefUpdate {
	readonly ref: string;
	readonly from: string;
	readonly to: string;
	readonly pack: Uint8Array;
}

/** What git said of it; `unreachable` where nobody knows whether it was done. */
export type Pushed = { readonly kind: 'moved' } | { readonly kind: 'refused' | 'unreachable'; readonly why: string };

/** Moves one ref together with the objects that it needs, in one request. */
export type Push = (update: RefUpdate) => Promise<Pushed>;

export const noCommit = '0'.repeat(40);

/** Longer than any push of ours, shorter than a job that hangs. Milliseconds. */
const longest = 30_000;

export interface PushOptions extends Pick<Api, 'webUrl' | 'owner' | 'repo'> {
	readonly token: string;
}

/**
 * `git push` without git: one `git-receive-pack` request over HTTP, in our own process, so that no other gets the token (git, pack-protocol
 * and http-protocol). The server compares the ref with `from` and takes nothing where it is another.
 */
export function createPush({ webUrl, owner, repo, token }: PushOptions): Push {
	const authorization = `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
	return async (update) => {
		try {
			const response = await fetch(`${webUrl}/${owner}/${repo}.git/git-receive-pack`, {
				method: 'POST',
				redirect: 'error',
				signal: AbortSignal.timeout(longest),
				headers: {
					authorization,
					'content-type': 'application/x-git-receive-pack-request',
					accept: 'application/x-git-receive-pack-result',
					'user-agent': 'git/countersign',
				},
				body: new Uint8Array(requestOf(update)),
			});
			if (!response.ok) return { kind: 'unreachable', why: `HTTP ${response.status}` };
			return reportOf(Buffer.from(await response.arrayBuffer()).toString(), update.ref);
		} catch (error) {
			return { kind: 'unreachable', why: error instanceof Error ? error.message : String(error) };
		}
	};
}

function requestOf({ ref, from, to, pack }: RefUpdate): Buffer {
	return Buffer.concat([line(`${from} ${to} ${ref}\0report-status agent=countersign\n`), Buffer.from('0000'), pack]);
}

function line(text: string): Buffer {
	const content = Buffer.from(text);
	return Buffer.concat([Buffer.from((content.length + 4).toString(16).padStart(4, '0')), content]);
}

/** Whether the server unpacked the objects and moved the ref: both lines, or it did not. */
function reportOf(text: string, ref: string): Pushed {
	const lines = linesOf(text);
	if (lines.includes('unpack ok') && lines.includes(`ok ${ref}`)) return { kind: 'moved' };
	const said = lines.find((one) => one.startsWith(`ng ${ref} `)) ?? lines.find((one) => one.startsWith('unpack '));
	return said === undefined
		? { kind: 'unreachable', why: 'it gave no report' }
		: { kind: 'refused', why: said.slice(0, 200) };
}

function linesOf(text: string): readonly string[] {
	const lines: string[] = [];
	for (let at = 0; at + 4 <= text.length; ) {
		const length = Number.parseInt(text.slice(at, at + 4), 16);
		if (!(length >= 4)) break;
		lines.push(text.slice(at + 4, at + length).trimEnd());
		at += length;
	}
	return lines;
}
