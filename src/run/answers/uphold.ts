import { type Answer, answersIn, clausesOf, covers, type Thread } from '../../approvals/index.ts';
import { type EntryBody, type EntryOf, mayChangeFiles, type Ports, runsPrograms } from '../../core/index.ts';
import { judgeUngranted } from '../calls/judgement.ts';
import { needsOf } from '../calls/needs.ts';
import { modeInForce, provenWalls } from '../calls/walls.ts';
import { type CallStep, type Stage, verdictOf } from '../stage.ts';
import type { CallState } from '../state/call-state.ts';
import { callsOf, openCalls } from '../state/open-calls.ts';
import { pendingOf, requestOf, threadOf } from './asked-thread.ts';
import { decide } from './decide.ts';
import { stopIn } from './heed.ts';
import { rolesNow } from './roles-now.ts';
import { entryIfRequestChanged } from './tampered-request.ts';

/**
 * Checks an approval again, right before the claim. The approving comments must be unchanged, nobody with the right may have denied since
 * then, and everybody who approved must still have the right. The call must still do what the request showed, and must not need other
 * approvers. The journal could be forged, so this reads the thread again. The next step, the claim, reads the kill switch and the pull
 * request's head.
 */
export async function uphold(stage: Stage, { call }: CallStep): Promise<EntryBody> {
	const { answer } = call;
	if (answer === undefined) throw new Error(`call ${call.id} was not approved`);
	const thread = await threadOf(stage);
	const answers = answersTo(call, thread, stage);
	return (
		(await stopIn(thread.comments, stage)) ??
		(await denialAmong(answers, call, stage.ports)) ??
		entryIfRequestChanged(call, thread) ??
		withdrawn(call, answers) ??
		(mayMeetUnshownFiles(call, stage) ? voided({ call, why: unshown }) : undefined) ??
		(await judgedAgain(call, answer, stage))
	);
}

/** Voids the request if a comment that signed it is gone or was edited. */
function withdrawn(call: CallState, answers: readonly Answer[]): EntryBody | undefined {
	const gone = call.signatures.find((signature) => !answers.some((given) => isSame(given, signature)));
	if (gone === undefined) return undefined;
	return voided({ call, why: `The comment of @${gone.user} that approved it is gone, or was edited.` });
}

/**
 * Judges the call again. The call must do what the request showed and need no other approvals, and everybody who signed must still have the
 * right.
 */
async function judgedAgain(call: CallState, { id }: EntryOf<'approval'>, stage: Stage): Promise<EntryBody> {
	const again = await judgeUngranted(call, stage);
	if (again.decision === 'block') return again;
	const request = requestOf(call);
	if (again.binding !== request.binding) return voided({ call, why: changed });
	if (!covers(clausesOf(request), await needsOf(again, stage))) return voided({ call, why: needsMore });
	const roles = await rolesNow(call, stage.ports);
	if (typeof roles === 'string') return voided({ call, why: roles });
	return { type: 'approval_upheld', id, call_id: call.id, role: roles.join(', '), binding: again.binding };
}

/** Returns the entry that voids a request and its answers. */
export function voided({ call, why }: { readonly call: CallState; readonly why: string }): EntryBody {
	return { type: 'approval_void', id: requestOf(call).id, call_id: call.id, why };
}

const changed = 'What would run is not what was shown: the call, the base commit or a file that it executes changed.';
const needsMore = 'The rules ask for other or more approvals now.';

const unshown =
	'A command that nobody was asked about ran on this machine since. It may have changed files that git ignores, and no request shows those.';

/**
 * Returns whether a call without approval may have changed files that git ignores. No request shows such files, so the approval becomes
 * void. Threat: in mode `contained`, a reply has two approved calls, and a call between them needs no approval and creates such a file. The
 * next process does not have this file, so people can approve the second call there.
 */
function mayMeetUnshownFiles(call: CallState, { state }: Stage): boolean {
	const { process } = state;
	if (process === undefined || provenWalls(state).walls === undefined) return false;
	if (modeInForce(state) !== 'contained' || !runsPrograms(verdictOf(call).effects)) return false;
	return callsOf(state).some(
		({ verdict, started }) =>
			verdict?.decision === 'allow' &&
			verdict.granted_by === undefined &&
			(started?.seq ?? 0) > process.begunAt &&
			mayChangeFiles(verdict.effects),
	);
}

function answersTo(call: CallState, thread: Thread, { state }: Stage): readonly Answer[] {
	const asked = openCalls(state).filter((open) => open.request !== undefined);
	return answersIn(thread, asked.map(pendingOf)).filter((given) => given.id === requestOf(call).id);
}

/** Returns a denial if there is one. Until the call begins, a denial has priority over all approvals. */
async function denialAmong(answers: readonly Answer[], call: CallState, ports: Ports): Promise<EntryBody | undefined> {
	const denials = new Map(answers.filter(({ approved }) => !approved).map((given) => [given.comment.author.id, given]));
	// Check only one denial of each person. Anybody can write a thousand comments, and each check reads the person's rights from GitHub.
	for (const answer of denials.values()) {
		const decision = await decide(answer, [call], ports);
		if (decision.type === 'approval') return decision;
	}
	return undefined;
}

function isSame(given: Answer, signature: EntryOf<'approval'>): boolean {
	const { comment } = given;
	return given.approved && comment.id === signature.comment_id && comment.author.id === signature.user_id;
}
