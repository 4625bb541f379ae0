import type { EntryBody, Ports } from '../core/index.ts';
import { episodeText, type FeedbackRow, feedbackText } from '../memory/index.ts';

import { headerOf, type Stage } from './stage.ts';
import type { CallState, State } from './state.ts';

/** Writes the turn's episode and the outcome of each call (Wolffish, The Agent Pipeline: hippocampus and basal ganglia). */
export async function remember({ state, journal, ports }: Stage): Promise<EntryBody> {
	const { request } = headerOf(state);
	// The time of the last entry, so that a repeated attempt writes the same text.
	const at = journal.entries().at(-1)?.at ?? ports.clock.now().toISOString();
	const calls = state.rounds.flatMap((round) => round.calls);
	const tools = calls.map((call) => ({ name: call.name, preview: call.args.preview, outcome: outcomeOf(call) }));
	const response = await answerOf(state, ports);
	const episode = episodeText({ at, request, tools, response });
	const feedback = feedbackText((await Promise.all(calls.map((call) => rowsOf(call, ports)))).flat());
	await ports.memory.remember(at.slice(0, 10), episode, feedback);
	return { type: 'remembered', episode: await ports.blobs.put(episode), feedback: await ports.blobs.put(feedback) };
}

/** What the model said last. */
export async function answerOf(state: State, ports: Pick<Ports, 'blobs'>): Promise<string> {
	const last = state.rounds.at(-1);
	return last === undefined ? '' : ports.blobs.get(last.reply.text);
}

/** A person's yes is a row of its own, before the row of what came of it. */
async function rowsOf(call: CallState, ports: Ports): Promise<readonly FeedbackRow[]> {
	const { outcome, answer } = call;
	if (outcome === undefined) return [];
	const detail = typeof outcome.text === 'string' ? outcome.text : await ports.blobs.get(outcome.text);
	const row = { at: outcome.at, tool: call.name, args: call.args.preview };
	const result: FeedbackRow = { ...row, outcome: outcomeOf(call), detail };
	if (answer?.approved !== true) return [result];
	return [{ ...row, outcome: 'approved', detail: `${answer.id} by @${answer.user}` }, result];
}

function outcomeOf(call: CallState): FeedbackRow['outcome'] {
	return call.outcome === undefined || call.outcome.kind === 'done' ? 'success' : call.outcome.kind;
}
