import { z } from 'zod';
import type { JsonObject } from '../../../src/core/index.ts';
import { toolActions } from '../tool-actions.ts';
import type { Action, Format } from '../trajectory.ts';

const args = z.record(z.string(), z.json());
/** Versions before 1 name an action. Later ones name a tool. */
const early = z.object({ action: z.string(), args });
const late = z.object({ kind: z.literal('ActionEvent'), tool_name: z.string(), action: args });
const event = z.object({ id: z.unknown(), source: z.string().optional() });
const list = z.array(z.unknown()).min(1);
const document = z.union([
	list,
	z.object({ history: list }).transform(({ history }) => history),
	z.object({ events: list }).transform(({ events }) => events),
	z.object({ trajectory: list }).transform(({ trajectory }) => trajectory),
]);
const located = z.object({ extras: z.object({ metadata: z.object({ working_dir: z.string() }) }) });

/** Actions without an effect that a gate could judge. */
const idle = new Set('system message think finish recall delegate change_agent_state condensation null'.split(' '));

function earlyActions(action: string, given: JsonObject, cwd: string | undefined): readonly Action[] {
	if (idle.has(action)) return [];
	if (action !== 'edit') return toolActions(action, given, cwd);
	return toolActions('str_replace_editor', given, cwd);
}

function isEvent(value: unknown): boolean {
	return early.safeParse(value).success || late.safeParse(value).success;
}

function flat(values: readonly unknown[]): readonly unknown[] {
	return values.flatMap((value) => (Array.isArray(value) ? value : [value]));
}

/** OpenHands: events with `action` and `args`, or `ActionEvent`s with a tool. */
export const openHands: Format = {
	name: 'OpenHands',
	read: (value) => {
		const events = flat(document.safeParse(value).data ?? []);
		if (!events.some((one) => isEvent(one) && event.safeParse(one).success)) return undefined;
		let cwd: string | undefined;
		let root: string | undefined;
		const actions: Action[] = [];
		for (const one of events) {
			cwd = located.safeParse(one).data?.extras.metadata.working_dir ?? cwd;
			root ??= cwd;
			const [before, after] = [early.safeParse(one).data, late.safeParse(one).data];
			if (before !== undefined) actions.push(...earlyActions(before.action, before.args, cwd));
			if (after !== undefined) actions.push(...toolActions(after.tool_name, after.action, cwd));
		}
		return { actions, ...(root !== undefined && { root }) };
	},
};
