import type { EntryBody, EntryOf, StandingProposal } from '../../core/index.ts';
import { pullRequestMarker, standingPullRequest } from '../../report/index.ts';
import { type CallStep, headerOf, type Stage, toolCallOf } from '../stage.ts';
import type { CallState } from '../state/call-state.ts';
import { modeOf } from '../state/pull-state.ts';

/**
 * Opens a draft pull request with a rule that would allow such a call in every run. The pull request allows nothing until a person merges
 * it. A later attempt finds the pull request by the marker in its text, and does not open a second one.
 */
export async function proposeRule(stage: Stage, { call }: CallStep): Promise<EntryBody> {
	const { answer } = call;
	if (answer === undefined) throw new Error(`call ${call.id} was not approved`);
	const entry = { type: 'rule_proposed', id: answer.id, call_id: call.id } as const;
	const proposal = await proposalFor(call, answer, stage);
	if (proposal.kind === 'none') return { ...entry, why: proposal.why };
	const { run, base_sha: baseSha, base_branch: baseBranch, request } = headerOf(stage.state);
	const marker = pullRequestMarker(run, `always-${answer.id}`);
	const words = standingPullRequest({ ...proposal, id: answer.id, user: answer.user, run, thread: request.thread });
	const link = await stage.ports.forge.openDraftPullRequest({
		branch: `countersign/always-${run}-${answer.id.toLowerCase()}`,
		baseBranch,
		baseSha: proposal.baseSha ?? baseSha,
		...words,
		files: [{ path: proposal.path, mode: '100644', content: Buffer.from(proposal.text) }],
		marker,
	});
	return { ...entry, url: link.url };
}

async function proposalFor(
	call: CallState,
	{ id, user }: EntryOf<'approval'>,
	{ state, ports }: Stage,
): Promise<StandingProposal> {
	const mode = modeOf(state);
	const context = { facts: ports.workspace.facts, mode, grants: [{ kind: 'mode', mode }] } as const;
	const because = `${id} of run ${headerOf(state).run}, approved by @${user}`;
	const proposal = ports.gate.propose?.(await toolCallOf(call, ports), context, because);
	return proposal ?? { kind: 'none', why: 'No rule can be proposed here.' };
}
