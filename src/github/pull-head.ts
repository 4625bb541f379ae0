import type { PullHead } from '../core/index.ts';
import type { Api } from './api.ts';
import { lastMarker } from './marker.ts';
import { readPull } from './own-pull.ts';

/**
 * The head of a pull request. Ours is what we opened, with a marker of ours, from a branch of this repository that we name so: anybody
 * can copy a marker, and who may write can push a branch.
 */
export async function readPullHead(api: Api, login: string, number: number): Promise<PullHead> {
	const { head, state, user, body } = await readPull(api, number);
	const fork = head.repo?.full_name.toLowerCase() !== `${api.owner}/${api.repo}`.toLowerCase();
	const isMarked = lastMarker(body ?? '')?.startsWith('countersign:pull-request:') === true;
	const open = state === 'open';
	return {
		number,
		headSha: head.sha,
		headBranch: head.ref,
		fork,
		own: open && !fork && user?.login === login && isMarked && head.ref.startsWith('countersign/'),
		open,
	};
}
