import { z } from 'zod';
import { toolActions } from '../tool-actions.ts';
import type { Action, Format } from '../trajectory.ts';

const input = z.record(z.string(), z.json());
const use = z.union([
	z.object({ type: z.literal('tool_use'), id: z.string().optional(), name: z.string(), input }),
	z
		.object({ type: z.literal('toolCall'), id: z.string().optional(), name: z.string(), arguments: input })
		.transform(({ id, name, arguments: given }) => ({ id, name, input: given })),
]);
const message = z.object({ role: z.literal('assistant'), content: z.array(z.unknown()) });
const record = z.object({ type: z.string().optional(), cwd: z.string().optional(), message });
const cwdOf = z.object({ cwd: z.string().startsWith('/') });
const document = z.union([
	z.array(z.unknown()),
	z.object({ messages: z.array(z.unknown()) }).transform((it) => it.messages),
]);

/** Sessions of Claude Code and similar agents: `tool_use` blocks in messages of the assistant. */
export const claudeCode: Format = {
	name: 'Claude Code',
	read: (value) => {
		const records = document.safeParse(value).data ?? [];
		const seen = new Set<string>();
		const actions: Action[] = [];
		let isSession = false;
		for (const one of records) {
			const turn = record.safeParse(one).data?.message ?? message.safeParse(one).data;
			const cwd = cwdOf.safeParse(one).data?.cwd;
			for (const block of turn?.content ?? []) {
				const call = use.safeParse(block).data;
				if (call === undefined || (call.id !== undefined && seen.has(call.id))) continue;
				isSession = true;
				seen.add(call.id ?? '');
				actions.push(...toolActions(call.name, call.input, cwd));
			}
		}
		const root = records.map((one) => cwdOf.safeParse(one).data?.cwd).find((cwd) => cwd !== undefined);
		return isSession ? { actions, ...(root !== undefined && { root }) } : undefined;
	},
};
