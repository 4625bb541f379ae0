import { type Blobs, modelName, readContextReport } from '../../core/index.ts';
import type { BeginningView, RequestView } from '../../report/index.ts';
import { messagesOf } from '../context/conversation.ts';
import { remarkedRounds } from '../context/remarks.ts';
import { planAfter } from '../state/plan.ts';
import type { RunRecord } from '../state/run-journal.ts';
import type { State } from '../state/state.ts';

/** Returns the beginning of a run's conversation, or undefined if the model was not asked yet. */
export async function beginningView({ context }: State, blobs: Blobs): Promise<BeginningView | undefined> {
	if (context === undefined) return undefined;
	const { system, user, tools, report } = context;
	return {
		system: await blobs.get(system),
		user: await blobs.get(user),
		tools: await blobs.get(tools),
		...(report === undefined ? {} : { report: readContextReport(await blobs.get(report)) }),
	};
}

/** Returns every answered request, in order. */
export async function requestViews(record: RunRecord, blobs: Blobs): Promise<readonly RequestView[]> {
	const state = record.state();
	const rounds = remarkedRounds(state);
	const times = record
		.entries()
		.filter(({ type }) => type === 'model_reply')
		.map(({ at }) => at);
	return Promise.all(
		rounds.map(async ({ reply }, index) => {
			const before = rounds[index - 1];
			const calls = reply.calls.map(async ({ id, name, args }) => ({ id, name, args: await blobs.get(args) }));
			return {
				number: index + 1,
				at: times[index] ?? '',
				model: modelName(reply.model),
				usage: reply.usage,
				added: before === undefined ? [] : await messagesOf(before, { blobs }, planAfter(state, index)),
				reply: await blobs.get(reply.text),
				calls: await Promise.all(calls),
			};
		}),
	);
}
