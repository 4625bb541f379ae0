import { z } from 'zod';
import type { JsonObject } from '../../../src/core/index.ts';
import { toolActions } from '../tool-actions.ts';
import type { Action, Format } from '../trajectory.ts';
import { argumentsOf } from './json-arguments.ts';

const call = z.union([
	z
		.object({ type: z.literal('function_call'), name: z.string(), arguments: z.string() })
		.transform(({ name, arguments: given }) => ({ name, args: argumentsOf(given) })),
	z
		.object({ type: z.literal('custom_tool_call'), name: z.string(), input: z.string() })
		.transform(({ name, input }): { name: string; args: JsonObject } => ({ name, args: { input } })),
	z
		.object({ type: z.literal('local_shell_call'), action: z.record(z.string(), z.json()) })
		.transform(({ action }) => ({ name: 'local_shell', args: action })),
]);
const cwd = z.object({ cwd: z.string().startsWith('/') });
const wrapped = z.object({ payload: z.unknown() });

function actionsOf(item: unknown, at: string | undefined): readonly Action[] {
	const { data } = call.safeParse(item);
	return data === undefined ? [] : toolActions(data.name, data.args, at);
}

/** Sessions of Codex: `function_call` items, with or without a `payload` around them. */
export const codex: Format = {
	name: 'Codex',
	read: (value) => {
		const records = z.array(z.unknown()).safeParse(value).data ?? [];
		const items = records.map((record) => wrapped.safeParse(record).data?.payload ?? record);
		if (!items.some((item) => call.safeParse(item).success)) return undefined;
		const root = items.map((item) => cwd.safeParse(item).data?.cwd).find((found) => found !== undefined);
		return { actions: items.flatMap((item) => actionsOf(item, root)), ...(root !== undefined && { root }) };
	},
};
