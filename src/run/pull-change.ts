import type { EntryBody } from '../core/index.ts';
import { headerOf, type Stage } from './stage.ts';
import { vouchIn } from './vouch.ts';

/**
 * Reads the head of the run's pull request again. Threat: a push after the approval (CodeQL, actions/untrusted-checkout-toctou): what was
 * signed or vouched for is one commit, never whatever the branch names later. Undefined while all is as it was.
 */
export async function pullChange({ state, ports }: Stage): Promise<EntryBody | undefined> {
	const { pull, request } = headerOf(state);
	if (pull === undefined || state.pull === undefined) return undefined;
	const { headSha } = await ports.forge.pullHead(pull.number);
	const { head, readOnly } = state.pull;
	const isFork = pull.fork ? ({ read_only: true } as const) : {};
	if (headSha !== head) {
		const why = `The pull request's head moved from \`${head.slice(0, 12)}\` to \`${headSha.slice(0, 12)}\`.`;
		return { type: 'pull_changed', head_sha: headSha, why, ...isFork };
	}
	if (!pull.fork || readOnly || pull.vouch === undefined) return undefined;
	if ((await vouchIn(await ports.forge.comments(request.thread), head, ports.forge)) !== undefined) return undefined;
	const why = `Nobody with write access vouches for \`${head.slice(0, 12)}\` any more.`;
	return { type: 'pull_changed', head_sha: head, why, ...isFork };
}
