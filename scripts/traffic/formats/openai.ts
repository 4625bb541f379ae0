import { z } from 'zod';
import { toolActions } from '../tool-actions.ts';
import type { Format } from '../trajectory.ts';
import { argumentsOf } from './json-arguments.ts';

const given = z.union([z.string().transform(argumentsOf), z.record(z.string(), z.json())]);
const call = z.object({ function: z.object({ name: z.string(), arguments: given }) });
const message = z.object({ role: z.literal('assistant'), tool_calls: z.array(call).min(1) });
const list = z.array(z.unknown());
const document = z.union([
	list,
	z.object({ fncall_messages: list }).transform((it) => it.fncall_messages),
	z.object({ messages: list }).transform((it) => it.messages),
	z.object({ history: list }).transform((it) => it.history),
	z.object({ trajectory: list }).transform((it) => it.trajectory),
]);

/** Messages in the style of OpenAI: `tool_calls` with the name of a function and its arguments as JSON. */
export const openAi: Format = {
	name: 'OpenAI tool calls',
	read: (value) => {
		const turns = (document.safeParse(value).data ?? []).flatMap((one) => message.safeParse(one).data ?? []);
		if (turns.length === 0) return undefined;
		const calls = turns.flatMap((turn) => turn.tool_calls);
		return { actions: calls.flatMap(({ function: { name, arguments: args } }) => toolActions(name, args)) };
	},
};
