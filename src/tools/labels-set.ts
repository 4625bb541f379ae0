import { z } from 'zod';
import { defineTool, done, refused, type ToolServices } from './tool.ts';

const names = z.array(z.string()).max(20).optional();

/** Adds labels of the repository to the run's own thread, or removes labels. If the call runs twice, the second run changes nothing. */
export const labelsSet = defineTool({
	name: 'labels_set',
	description:
		'Add labels to the issue or pull request of this run, or remove them. Only labels that the repository has.',
	args: z.strictObject({ add: names, remove: names }),
	run: async ({ add = [], remove = [] }, services) => {
		if (add.length + remove.length === 0) return refused('Neither `add` nor `remove` names a label.');
		const both = add.filter((name) => remove.includes(name));
		if (both.length > 0) return refused(`${list(both)} is to be added and removed. Choose one.`);
		const known = await services.toolForge.labels();
		// Threat: a policy rule about a label matches only the exact name, so another spelling would bypass the rule.
		const missing = [...add, ...remove].filter((name) => !known.includes(name));
		if (missing.length > 0) return refused(unknownLabels(missing, known));
		if (add.length > 0) await services.toolForge.addLabels(services.thread, add);
		for (const name of new Set(remove)) await services.toolForge.removeLabel(services.thread, name);
		return done(`Labels of #${services.thread} now: ${list(await labelsOf(services))}.`);
	},
	findDone: async ({ add = [], remove = [] }, services) => {
		const there = await labelsOf(services);
		const has = (name: string): boolean => there.includes(name);
		const isDone = add.every(has) && !remove.some(has);
		return isDone ? done(`Labels of #${services.thread} already: ${list(there)}.`) : undefined;
	},
});

async function labelsOf({ toolForge, thread }: ToolServices): Promise<readonly string[]> {
	return (await toolForge.thread(thread)).labels;
}

function unknownLabels(missing: readonly string[], known: readonly string[]): string {
	return `The repository has no label ${list(missing)}, and none is made. There are: ${list(known.slice(0, 100))}.`;
}

function list(labels: readonly string[]): string {
	return labels.length === 0 ? 'none' : labels.map((name) => JSON.stringify(name)).join(', ');
}
