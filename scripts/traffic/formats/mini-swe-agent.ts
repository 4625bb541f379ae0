import { z } from 'zod';
import { step } from '../tool-actions.ts';
import type { Action, Format } from '../trajectory.ts';

const action = z.union([z.string(), z.object({ command: z.string() }).transform(({ command }) => command)]);
const message = z.object({
	role: z.string().optional(),
	content: z.unknown(),
	extra: z.object({ actions: z.array(action).optional() }).optional(),
});
const document = z.object({
	messages: z.array(message),
	info: z.object({
		mini_version: z.string().optional(),
		config: z.object({ environment: z.object({ cwd: z.string().optional() }).optional() }).optional(),
	}),
	trajectory_format: z.string().optional(),
});

/** The agent runs a turn only if it has exactly one code block. */
const block = /```(?:bash|mswea_bash_command)\s*\n([\s\S]*?)\n```/g;

function actionsOf({ role, content, extra }: z.infer<typeof message>): readonly Action[] {
	if (extra?.actions !== undefined) return extra.actions.map((command) => step('Bash', { command }));
	if (role !== 'assistant') return [];
	const commands = [...String(content).matchAll(block)].map(([, command = '']) => command);
	const [command] = commands;
	if (command === undefined || commands.length > 1) return [{ skipped: 'a turn without one command' }];
	return [step('Bash', { command })];
}

/** mini-swe-agent: messages with one code block a turn, or with `actions`. */
export const miniSweAgent: Format = {
	name: 'mini-swe-agent',
	read: (value) => {
		const { data } = document.safeParse(value);
		if (data === undefined) return undefined;
		if (data.info.mini_version === undefined && data.trajectory_format?.startsWith('mini') !== true) return undefined;
		const root = data.info.config?.environment?.cwd;
		return { actions: data.messages.flatMap(actionsOf), ...(root?.startsWith('/') && { root }) };
	},
};
