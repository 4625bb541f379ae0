import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseEntries, verifyChain } from '../../src/journal/index.ts';
import { nextStep, openCalls, replay, type State } from '../../src/run/index.ts';

const folder = join(import.meta.dirname, '..', 'fixtures', 'journals');

/** Returns the state that a run continues from, for any version of its journal. */
function essence(state: State): object {
	return {
		outcome: state.finished?.kind ?? state.process?.stopped?.kind,
		lastApproval: state.lastApproval,
		processes: state.process?.number,
		setups: state.setups.map((setup) => `${setup.run} ${setup.outcome?.kind}`),
		calls: state.rounds.map((round) => round.calls.map((call) => `${call.name} ${call.outcome?.kind ?? 'open'}`)),
		waits: openCalls(state).map((call) => call.request?.id ?? 'unasked'),
	};
}

const calls = [['look done', 'append done', 'forbidden blocked']];
const expected: Readonly<Record<string, object>> = {
	'0.1.0/waiting.jsonl': {
		...{ outcome: 'waiting', lastApproval: 2, processes: 1, setups: ['build done'] },
		calls: [...calls, ['danger open', 'danger open', 'append open']],
		waits: ['A1', 'A2', 'unasked'],
	},
	'0.1.0/contained.jsonl': {
		...{ outcome: 'waiting', lastApproval: 1, processes: 1, setups: [] },
		calls: [['shell_exec done', 'shell_exec done'], ['shell_exec open']],
		waits: ['A1'],
	},
	'0.1.0/finished.jsonl': {
		...{ outcome: 'completed', lastApproval: 2, processes: 2, setups: ['build done', 'build done'] },
		calls: [...calls, ['danger done', 'danger denied', 'append done'], ['pull done'], []],
		waits: [],
	},
	'version-1/main-job/journal.jsonl': {
		...{ outcome: 'completed', lastApproval: 1, processes: 2, setups: [] },
		calls: [
			['file_read done', 'file_read done', 'shell_exec failed'],
			['shell_exec blocked'],
			['file_edit done', 'shell_exec done'],
			['shell_exec done', 'git_diff done'],
			['open_pull_request done'],
			[],
		],
		waits: [],
	},
	'version-1/taken-over/journal.jsonl': {
		...{ outcome: 'completed', lastApproval: 3, processes: 5, setups: [] },
		calls: [['danger done'], ['danger done'], []],
		waits: [],
	},
	'version-1/waiting/journal.jsonl': {
		...{ outcome: 'waiting', lastApproval: 2, processes: 1, setups: ['build done'] },
		calls: [['append done'], ['danger open', 'project open']],
		waits: ['A1', 'A2'],
	},
};

const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));

test('every stored journal has an expectation', () => {
	expect(names.toSorted()).toEqual(Object.keys(expected).toSorted());
});

test.each(names)('the stored journal %s still verifies and replays to the same state', (name) => {
	const bytes = readFileSync(join(folder, name));
	expect(verifyChain(bytes).kind).toBe('intact');
	const entries = parseEntries(bytes);
	const state = replay(entries);
	expect(essence(state)).toEqual(expected[name]);
	expect(nextStep(state)).toMatchObject({ kind: 'stop' });
});

test('a new process takes over a waiting run with a stored journal', () => {
	const entries = parseEntries(readFileSync(join(folder, '0.1.0', 'waiting.jsonl')));
	const stamp = { prev: '', seq: entries.length + 1, at: '2026-11-22T00:00:00.000Z' };
	const runner = { kind: 'actions', id: '2', attempt: 1 } as const;
	const state = replay([...entries, { ...stamp, type: 'run_resumed', program: 'test', runner, command: 'comment/2' }]);
	expect(nextStep(state)).toMatchObject({ kind: 'claim-command' });
	expect(state.process?.previous).toMatchObject({ ended: true });
});

test('a new process of a stored run in mode contained assumes no walls before it tests them', () => {
	const entries = parseEntries(readFileSync(join(folder, '0.1.0', 'contained.jsonl')));
	expect(replay(entries).process?.walls?.kind).toBe('proven');
	const stamp = { prev: '', seq: entries.length + 1, at: '2026-11-24T00:00:00.000Z' };
	const runner = { kind: 'actions', id: '2', attempt: 1 } as const;
	const state = replay([...entries, { ...stamp, type: 'run_resumed', program: 'test', runner, command: 'comment/2' }]);
	expect(state.process?.walls).toBeUndefined();
});
