import type { ClaimResult, Effect, EntryBody, ToolOutput } from '../core/index.ts';
import { treeAfter } from './checkpoint.ts';
import { needsClaim } from './next-step.ts';

import { headerOf, type Stage, toolCallOf, verdictOf } from './stage.ts';
import type { CallState } from './state.ts';

/** Claims a call that may begin at most once on any machine. */
export async function claimCall(call: CallState, { state, ports }: Stage): Promise<EntryBody> {
	const key = `call/${headerOf(state).run}/${call.answer?.id ?? call.id}`;
	const result: ClaimResult = await ports.store.claim(key, ports.runner);
	const subject = { key, subject: 'call' as const, callId: call.id };
	if (result.kind === 'claimed') return { type: 'claimed', ...subject, takenOver: false };
	return { type: 'claim_lost', ...subject, owner: result.owner, living: result.living };
}

/** Records the intention, durable before the effect. */
export function start(call: CallState): Promise<EntryBody> {
	return Promise.resolve({ type: 'tool_started', call_id: call.id, attempt: (call.started?.attempt ?? 0) + 1 });
}

/** Runs the call. */
export async function execute(call: CallState, stage: Stage): Promise<EntryBody> {
	const { ports } = stage;
	const before = ports.clock.now().getTime();
	const output = await ports.toolbox.run(await toolCallOf(call, ports), {
		callId: call.id,
		effects: verdictOf(call).effects,
	});
	return resultOf(call, output, ports.clock.now().getTime() - before, stage);
}

/**
 * A call that began in a process that is gone. Its effect is looked up; a call that only touched the workspace, which is as it
 * was before (the door made sure of it), begins again; for anything else a person decides.
 */
export async function recover(call: CallState, stage: Stage): Promise<EntryBody> {
	const { ports } = stage;
	const found = await ports.toolbox.findDone(await toolCallOf(call, ports), {
		callId: call.id,
		effects: verdictOf(call).effects,
	});
	if (found !== undefined) return resultOf(call, found, 0, stage);
	if (!needsClaim(call) && verdictOf(call).effects.every(staysInside)) return start(call);
	return {
		type: 'effect_unknown',
		call_id: call.id,
		why: 'The job that began this step ended before it could say how the step ended.',
	};
}

/** Effects that a sandbox without network keeps in the workspace, and our own comment, which is found by its marker. */
function staysInside(effect: Effect): boolean {
	return (
		effect.kind !== 'network' &&
		effect.kind !== 'git.push' &&
		(effect.kind !== 'forge.write' || effect.what === 'comment')
	);
}

async function resultOf(call: CallState, output: ToolOutput, duration: number, stage: Stage): Promise<EntryBody> {
	return {
		type: 'tool_result',
		call_id: call.id,
		ok: output.ok,
		output: await stage.ports.blobs.put(output.text),
		duration_ms: duration,
		tree: await treeAfter(verdictOf(call).effects, stage),
	};
}
