import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseEntries } from '../../src/journal/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, Killed, maintainer, World } from '../support/world.ts';

function aWorld(folder: string, tool: string, troubles: number): World {
	const turns = [{ calls: [{ tool, args: { text: 'x', path: 'a.txt' } }] }, { text: 'done' }];
	const world = new World(join(folder, 'job'), turns);
	world.trouble.set(tool, troubles);
	return world;
}

/** Returns the attempts, failed tries, and result of the one call in the journal. */
function triesOf(world: World): readonly string[] {
	return parseEntries(readFileSync(join(world.folder, 'journal.jsonl'))).flatMap((entry) => {
		if (entry.type === 'tool_started') return [`start ${entry.attempt}`];
		if (entry.type === 'tool_retry') return [`retry ${entry.attempt} in ${entry.wait_ms}`];
		return entry.type === 'tool_result' ? [entry.ok ? 'ok' : `failed: ${entry.output.preview}`] : [];
	});
}

const [first, second, third] = [
	['start 1', 'retry 1 in 2000'],
	['start 2', 'retry 2 in 6000'],
	['start 3', 'retry 3 in 18000'],
];

test.each([
	[0, ['start 1', 'ok'], []],
	[1, [...first, 'start 2', 'ok'], [2000]],
	[3, [...first, ...second, ...third, 'start 4', 'ok'], [2000, 6000, 18_000]],
	[4, [...first, ...second, ...third, 'start 4', 'failed: EMFILE [tried 4 times]'], [2000, 6000, 18_000]],
])(
	'a reading call is tried again after temporary failures, at most three times: %i failures [seeds 85]',
	async (troubles, tries, slept) => {
		using folder = temporaryFolder();
		const world = aWorld(folder.path, 'look', troubles);
		expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'completed' });
		expect(triesOf(world)).toEqual(tries);
		expect(world.slept).toEqual(slept);
	},
);

test.each(['append', 'pull'])('a call that does more than read is tried only once: %s [seeds 85]', async (tool) => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, tool, 1);
	await world.job('comment/1', agentRequest());
	expect(triesOf(world)).toEqual(['start 1', 'failed: EMFILE']);
});

test('an approved call is tried only once, even if it only reads', async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, 'look', 1);
	const { judge } = world.gate;
	world.gate = { judge: (call, context) => ({ ...judge(call, context), decision: 'confirm' }) };
	await world.job('comment/1', agentRequest());
	world.say(maintainer, '/approve A1');
	await world.job('comment/2');
	expect(triesOf(world)).toEqual(['start 1', 'failed: EMFILE']);
});

test('a permanent failure, such as a failing test, is not tried again [seeds 85]', async () => {
	using folder = temporaryFolder();
	const turns = [{ calls: [{ tool: 'look', args: {} }] }, { text: 'done' }];
	const world = new World(join(folder.path, 'job'), turns);
	world.outputs.set('look', { ok: false, text: 'exit code 1' });
	await world.job('comment/1', agentRequest());
	expect(triesOf(world)).toEqual(['start 1', 'failed: exit code 1']);
	expect(world.slept).toEqual([]);
});

test.each([
	['before sleep', true],
	['after sleep', true],
	['appended tool_retry', true],
	['before sleep', false],
])('after a crash at "%s", disk kept: %s, the next process continues the retries', async (moment, keepDisk) => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, 'look', 2);
	world.onMoment = (name) => {
		if (name !== moment) return;
		world.onMoment = () => undefined;
		throw new Killed(name);
	};
	await expect(world.job('comment/1', agentRequest())).rejects.toThrow(Killed);
	if (!keepDisk) world.loseDisk();
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'completed' });
	expect(triesOf(world).filter((line) => !line.startsWith('start'))).toEqual(
		keepDisk ? ['retry 1 in 2000', 'retry 2 in 6000', 'ok'] : ['retry 1 in 2000', 'ok'],
	);
});
