import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Checkpoint, CountersignError, type RunLabel, type RunStore } from '../../src/core/index.ts';
import { checkpointFault } from '../../src/journal/index.ts';
import { findRun } from '../../src/run/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, World } from '../support/world.ts';

const answer = { thread: 7, commands: [{ kind: 'approve' as const, ids: ['A2' as const] }], key: 'comment/9' };
const label = (run: string, lastApproval: number): RunLabel => ({
	run,
	thread: 7,
	status: 'waiting',
	lastApproval,
	count: 1,
});

/** A store that refuses these runs, each with its own error. Another version made the other runs. */
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

test('a run with an invalid state does not keep an answer from another run', async () => {
	const labels = [label('7-evil', 999), label('7-good', 2)];
	expect(await findRun(answer, aStore(labels, { '7-evil': forged }))).toBe('7-good');
});

test('if no other run waits, the error says why the state is refused', async () => {
	const sealed = checkpointFault('state-key-missing', 'by a test');
	await expect(findRun(answer, aStore([label('7-a', 2)], { '7-a': sealed }))).rejects.toBe(sealed);
});

test('an outage fails the search and does not count as an invalid state', async () => {
	const outage = new CountersignError({ code: 'github-unreachable', message: 'down', fix: 'wait' });
	const labels = [label('7-a', 999), label('7-good', 2)];
	await expect(findRun(answer, aStore(labels, { '7-a': outage }))).rejects.toBe(outage);
});

test('an unsealed state is ignored if the run is finished, and refused if it waits', async () => {
	const unsealed = checkpointFault('checkpoint-unsealed', 'by a test');
	const over = { ...label('7-a', 2), status: 'finished' as const };
	expect(await findRun(answer, aStore([over], { '7-a': unsealed }))).toBeUndefined();
	await expect(findRun(answer, aStore([over], { '7-a': forged }))).rejects.toBe(forged);
	await expect(findRun(answer, aStore([label('7-a', 2)], { '7-a': unsealed }))).rejects.toBe(unsealed);
});

/** The saved checkpoint of a run that asked for A1. */
async function askedForA1(): Promise<Checkpoint> {
	using folder = temporaryFolder();
	const world = new World(join(folder.path, 'job'), [{ calls: [{ tool: 'danger', args: { text: 'x' } }] }]);
	await world.job('comment/1', agentRequest());
	const kept = world.checkpoints.get('1-r')?.checkpoint;
	if (kept === undefined) throw new Error('the run was not saved');
	return kept;
}

test('of two runs with dead jobs, the one that requested the id gets the answer', async () => {
	const saved = await askedForA1();
	const [one, other] = [label('7-one', 1), label('7-other', 2)].map((found) => ({
		...found,
		status: 'running' as const,
	}));
	const store = {
		labels: async () => [one, other],
		load: async (run: string) => (run === '7-one' ? saved : { journal: Buffer.from('{"schema":99}\n') }),
	} as unknown as RunStore;
	const named = (id: 'A1' | 'A2') => ({ ...answer, commands: [{ kind: 'approve' as const, ids: [id] }] });
	expect(await findRun(named('A1'), store)).toBe('7-one');
	// Neither recorded this id, so the run with the newest request may have asked without recording it.
	expect(await findRun(named('A2'), store)).toBe('7-other');
});
