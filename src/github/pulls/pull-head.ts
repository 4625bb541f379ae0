import { z } from 'zod';
import type { PullHead } from '../../core/index.ts';
import { type Api, ApiRefusal } from '../api/api.ts';
import { ofRepository } from '../api/of-repository.ts';
import { lastMarker } from '../thread/marker.ts';

const pull = z.object({
	headRefOid: z.string(),
	headRefName: z.string(),
	baseRefName: z.string(),
	/** Null if the head's repository is gone. */
	headRepository: z.object({ nameWithOwner: z.string() }).nullable(),
	state: z.string(),
	body: z.string(),
	viewerDidAuthor: z.boolean(),
});
const schema = z.object({ repository: z.object({ pullRequest: pull.nullable() }) });

const repository = `repository(owner: $owner, name: $name) {
	pullRequest(number: $number) { headRefOid headRefName baseRefName headRepository { nameWithOwner } state body viewerDidAuthor }
}`;

/**
 * Returns the head of a pull request. The pull request is our own (`own`) only if it is open, we opened it, its branch is in this
 * repository and begins with `countersign/`, and it has our marker. The marker alone is not enough, because anybody can copy it.
 */
export async function readPullHead(api: Api, number: number): Promise<PullHead> {
	const variables = { ...ofRepository(api), number: { type: 'Int!', value: number } };
	const found = (await api.graph({ fields: { repository }, variables, schema })).repository.pullRequest;
	if (found === null) throw new ApiRefusal(404, 'GraphQL', `there is no pull request #${number}`, undefined);
	const { headRefOid: headSha, headRefName: headBranch, baseRefName: baseBranch } = found;
	const { headRepository, state, body, viewerDidAuthor } = found;
	const fork = headRepository?.nameWithOwner.toLowerCase() !== `${api.owner}/${api.repo}`.toLowerCase();
	const isMarked = lastMarker(body)?.startsWith('countersign:pull-request:') === true;
	const open = state === 'OPEN';
	const own = open && !fork && viewerDidAuthor && isMarked && headBranch.startsWith('countersign/');
	return { number, headSha, headBranch, baseBranch, fork, own, open, merged: state === 'MERGED' };
}
