import { expect, test } from 'vitest';
import { CountersignError, type RunLabel, type RunStore } from '../../src/core/index.ts';
import { checkpointFault } from '../../src/journal/index.ts';
import { findRun } from '../../src/run/index.ts';

const answer = { thread: 7, commands: [{ kind: 'approve' as const, ids: ['A2' as const] }], key: 'comment/9' };
const label = (run: string, lastApproval: number): RunLabel => ({
	run,
	thread: 7,
	status: 'waiting',
	lastApproval,
	count: 1,
});

/** A store in which the runs of these names are refused, for another reason each; another version made the rest. */
function aStore(labels: readonly RunLabel[], refusals: Readonly<Record<string, CountersignError>>): RunStore {
	return {
		labels: async () => labels,
		load: async (run: string) => {
			const refusal = refusals[run];
			if (refusal !== undefined) throw refusal;
			return { journal: Buffer.from('{"schema":99}\n') };
		},
	} as unknown as RunStore;
}

const forged = checkpointFault('checkpoint-forged', 'by a test');

test('a run whose state is refused keeps no answer from another one', async () => {
	const labels = [label('7-evil', 999), label('7-good', 2)];
	expect(await findRun(answer, aStore(labels, { '7-evil': forged }))).toBe('7-good');
});

test('where no other run waits, the refusal says why', async () => {
	const sealed = checkpointFault('state-key-missing', 'by a test');
	await expect(findRun(answer, aStore([label('7-a', 2)], { '7-a': sealed }))).rejects.toBe(sealed);
});

test('an outage is no refusal', async () => {
	const outage = new CountersignError({ code: 'github-unreachable', message: 'down', fix: 'wait' });
	const labels = [label('7-a', 999), label('7-good', 2)];
	await expect(findRun(answer, aStore(labels, { '7-a': outage }))).rejects.toBe(outage);
});

test('a run that is over and was kept before there was a key is left alone, one that waits is not', async () => {
	const unsealed = checkpointFault('checkpoint-unsealed', 'by a test');
	const over = { ...label('7-a', 2), status: 'finished' as const };
	expect(await findRun(answer, aStore([over], { '7-a': unsealed }))).toBeUndefined();
	await expect(findRun(answer, aStore([over], { '7-a': forged }))).rejects.toBe(forged);
	await expect(findRun(answer, aStore([label('7-a', 2)], { '7-a': unsealed }))).rejects.toBe(unsealed);
});
