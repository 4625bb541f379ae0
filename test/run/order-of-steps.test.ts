import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Entry } from '../../src/core/index.ts';
import { eventsOf, parseEntries } from '../../src/journal/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, maintainer, type Turn, World } from '../support/world.ts';

const calls = [
	{ tool: 'look', args: { path: 'a' } },
	{ tool: 'forbidden', args: {} },
	{ tool: 'danger', args: { text: 'x' } },
	{ tool: 'danger', args: { text: 'y' } },
];
const turns: readonly Turn[] = [{ text: 'I look.', calls }, { text: 'Done.' }];

const stages: readonly string[] = [
	'admitted',
	'context',
	'model_reply',
	'tool_attempt',
	'security_violation',
	'approval_requested',
	'approval',
	'tool_started',
	'tool_result',
	'remembered',
	'run_finished',
] satisfies readonly Entry['type'][];

function entriesOf(world: World): readonly Entry[] {
	return parseEntries(readFileSync(join(world.folder, 'journal.jsonl')));
}

/** A run that waits and continues after one denial and one approval. */
async function played(folder: string): Promise<World> {
	const world = new World(join(folder, 'job'), turns);
	await world.job('comment/1', agentRequest());
	world.say(maintainer, '/deny A1 not that\n/approve A2');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'completed' });
	return world;
}

test('a run has one order: context, model, each call judged before it runs, memory [seeds 69, 83]', async () => {
	using folder = temporaryFolder();
	const types = entriesOf(await played(folder.path)).map(({ type }) => type);
	expect(types.filter((type) => stages.includes(type))).toEqual([
		...['admitted', 'context', 'model_reply'],
		...['tool_attempt', 'tool_started', 'tool_result'],
		...['tool_attempt', 'security_violation'],
		...['tool_attempt', 'tool_attempt', 'approval_requested', 'approval', 'approval'],
		...['tool_started', 'tool_result'],
		...['model_reply', 'remembered', 'run_finished'],
	]);
});

test('the journal says for each attempt, approval, and violation what it was about and who decided how [seeds 45]', async () => {
	using folder = temporaryFolder();
	const entries = entriesOf(await played(folder.path));
	const about = (tool_name: string) => ({ tool_name, risk_level: expect.any(String), reason: expect.any(String) });
	expect(entries.filter(({ type }) => type === 'tool_attempt')).toEqual(
		[
			{ ...about('look'), tool_input: { path: 'a' }, decision: 'allow' },
			{ ...about('forbidden'), tool_input: {}, decision: 'block' },
			{ ...about('danger'), tool_input: { text: 'x' }, decision: 'confirm' },
			{ ...about('danger'), tool_input: { text: 'y' }, decision: 'confirm' },
		].map((attempt) => expect.objectContaining({ ...attempt, classification: expect.any(String) })),
	);
	expect(entries).toContainEqual(expect.objectContaining({ type: 'security_violation', ...about('forbidden') }));
	expect(entries.filter(({ type }) => type === 'approval')).toMatchObject([
		{ tool_name: 'danger', approved: false, rejection_reason: 'not that', user: 'maintainer', user_id: maintainer.id },
		{ tool_name: 'danger', approved: true, user: 'maintainer', user_id: maintainer.id },
	]);
	for (const { at } of entries) expect(new Date(at).toISOString()).toBe(at);
});

test('each call has the event `tool.gated`, then events for allowed, asked, or denied [seeds 7, 26]', async () => {
	using folder = temporaryFolder();
	const events = entriesOf(await played(folder.path)).flatMap((entry) => eventsOf(entry));
	const told = events.filter(({ name }) => /^(?:tool\.(?:gated|allowed|denied)|safety\.confirm)$/.test(name));
	const byCall = Map.groupBy(told, (event) => ('callId' in event ? event.callId : ''));
	expect([...byCall.values()].map((of) => of.map(({ name }) => name))).toEqual([
		['tool.gated', 'tool.allowed'],
		['tool.gated', 'tool.denied'],
		['tool.gated', 'safety.confirm', 'tool.denied'],
		['tool.gated', 'safety.confirm', 'tool.allowed'],
	]);
	expect(told).toContainEqual(expect.objectContaining({ name: 'tool.allowed', via: 'approval' }));
	expect(told).toContainEqual(expect.objectContaining({ name: 'tool.denied', reason: 'not that' }));
});

test('the model gets results, blocks, and denials in the order of its calls [seeds 10, 87]', async () => {
	using folder = temporaryFolder();
	const world = await played(folder.path);
	const told = JSON.stringify(world.requests.at(-1));
	const places = ['c0_0', 'c0_1', 'c0_2', 'c0_3'].map((id) => told.lastIndexOf(id));
	expect(places).toEqual([...places].sort((a, b) => a - b));
	expect(told).toMatch(/Blocked by the gate[\s\S]*not that/);
});
