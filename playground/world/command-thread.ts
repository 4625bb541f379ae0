import type { LocalGitHub } from '../../rehearsal/github/local-github.ts';

/**
 * Returns the number of the thread that a dispatched command belongs to: `comment/<id>`, `review/<id>` or `label/<issue>/<words>`. 0 if it
 * belongs to no thread.
 */
export async function threadOf(command: string, github: LocalGitHub): Promise<number> {
	const [kind, id = ''] = command.split('/');
	if (kind === 'label') return Number(id);
	if (kind !== 'comment' && kind !== 'review') return 0;
	const path = kind === 'comment' ? `/issues/comments/${id}` : `/pulls/comments/${id}`;
	const { body } = await github.act('maintainer', 'GET', path);
	const { issue_url, pull_request_url } = Object(body) as { issue_url?: string; pull_request_url?: string };
	return Number((issue_url ?? pull_request_url ?? '').split('/').at(-1) || 0);
}
