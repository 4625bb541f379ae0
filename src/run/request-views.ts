import {
	type Blobs,
	type ContextReport,
	type Entry,
	type Message,
	readContextReport,
	type Usage,
} from '../core/index.ts';
import { messagesOf } from './conversation.ts';
import { replay, type State } from './state.ts';

/** What the model was told first. */
export interface BeginningView {
	readonly system: string;
	readonly user: string;
	/** JSON. */
	readonly tools: string;
	/** Runs from before there were reports have none. */
	readonly report?: ContextReport;
}

/** One request to the model: what it held beyond the one before it, and what came back. */
export interface RequestView {
	readonly number: number;
	/** When the reply was there. ISO 8601. */
	readonly at: string;
	readonly model: string;
	readonly usage: Usage;
	/** Empty for the first: it holds the beginning alone. */
	readonly added: readonly Message[];
	readonly reply: string;
	/** The calls of the reply, by name, with their arguments as JSON. */
	readonly calls: readonly { readonly id: string; readonly name: string; readonly args: string }[];
}

/** The beginning of a run's conversation; undefined where the model was not asked yet. */
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

/** Every request that was answered, in order. */
export async function requestViews(entries: readonly Entry[], blobs: Blobs): Promise<readonly RequestView[]> {
	const { rounds } = replay(entries);
	const times = entries.filter(({ type }) => type === 'model_reply').map(({ at }) => at);
	return Promise.all(
		rounds.map(async ({ reply }, index) => {
			const before = rounds[index - 1];
			const calls = reply.calls.map(async ({ id, name, args }) => ({ id, name, args: await blobs.get(args) }));
			return {
				number: index + 1,
				at: times[index] ?? '',
				model: reply.model,
				usage: reply.usage,
				added: before === undefined ? [] : await messagesOf(before, { blobs }),
				reply: await blobs.get(reply.text),
				calls: await Promise.all(calls),
			};
		}),
	);
}
