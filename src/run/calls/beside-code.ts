import type { Grant, RunRequest, Verdict } from '../../core/index.ts';

const rule = 'began-beside-code';
const reason =
	'The run began with a comment on a line of code. GitHub does not say whether an app wrote that comment for a person, so a maintainer must approve what the run delivers.';

/** The request that started a run, and what people granted for the rest of the run. */
interface Asking {
	readonly request: Pick<RunRequest, 'code'>;
	readonly grants: readonly Grant[];
}

/**
 * If the run began with a comment on a line of code, asks a person about a delivery that would otherwise need no approval. Threat: an app
 * that may only write comments uses a person's token, and would otherwise change files with that person's rights. The answer to the
 * question is a comment in the conversation, and there GitHub says whether an app wrote it.
 */
export function askedBesideCode(verdict: Verdict, tool: string, { request, grants }: Asking): Verdict {
	const passes = verdict.decision === 'allow' && verdict.effects.some(({ kind }) => kind === 'deliver');
	if (request.code === undefined || !passes || grants.some((grant) => covers(grant, tool))) return verdict;
	const { walls: _inside, ...asked } = verdict;
	const match = { stage: 'tools', decision: 'confirm', rule, reason, risk: verdict.risk, evidence: tool } as const;
	return { ...asked, decision: 'confirm', rule, reason, matches: [match, ...verdict.matches] };
}

function covers(grant: Grant, tool: string): boolean {
	if (grant.kind === 'tool') return grant.tool === tool && (grant.rule ?? rule) === rule;
	return grant.kind === 'blanket';
}
