import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseEntries } from '../../src/journal/index.ts';
import { recordOf, taskOf } from '../../src/run/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, Killed, maintainer, type Turn, World } from '../support/world.ts';

const turns: readonly Turn[] = [
	{ calls: [{ tool: 'look', args: {} }] },
	{
		calls: [
			{ tool: 'append', args: { path: 'a.txt', text: 'one' } },
			{ tool: 'forbidden', args: {} },
			{ tool: 'danger', args: { text: 'x' } },
			{ tool: 'danger', args: { text: 'y' } },
		],
	},
	{ text: 'done' },
];

function stepsOf(world: World): readonly string[] {
	const { steps } = taskOf(recordOf(parseEntries(readFileSync(join(world.folder, 'journal.jsonl')))));
	return steps.map(({ tool, isSetup, status, attempts, request, args, started }) => {
		const what = isSetup ? `setup ${JSON.parse(args).command}` : tool;
		return [what, status, attempts, request ?? '', started === undefined ? 'never' : 'ran'].join(' ');
	});
}

test('the task view lists all calls and setup commands in order, with attempts and open steps [seeds 84]', async () => {
	using folder = temporaryFolder();
	const world = new World(join(folder.path, 'job'), turns, ['hunter2-hunter2']);
	world.setup = [{ run: 'install', hosts: [], seconds: 600 }];
	world.trouble.set('look', 1);
	await world.job('comment/1', agentRequest());
	expect(stepsOf(world)).toEqual([
		'look succeeded 2  ran',
		'setup install succeeded 1  ran',
		'append succeeded 1  ran',
		'forbidden refused 0  never',
		'danger waiting 0 A1 never',
		'danger waiting 0 A2 never',
	]);
	world.loseDisk();
	world.say(maintainer, '/approve A1\n/deny A2 not hunter2-hunter2');
	await world.job('comment/2');
	expect(stepsOf(world)).toEqual([
		'look succeeded 2  ran',
		'setup install succeeded 1  ran',
		'append succeeded 1  ran',
		'forbidden refused 0  never',
		'danger denied 0 A2 never',
		'setup install succeeded 1  ran',
		'danger succeeded 1 A1 ran',
	]);
	const task = taskOf(recordOf(parseEntries(readFileSync(join(world.folder, 'journal.jsonl')))));
	expect(task).toMatchObject({
		run: '1-r',
		task: 'fix it',
		outcome: expect.objectContaining({ kind: expect.stringMatching(/^(completed|denied)$/) }),
	});
	expect(task.created < task.updated).toBe(true);
	expect(JSON.stringify(task)).not.toContain('hunter2');
	expect(task.steps.find((step) => step.tool === 'append')).toMatchObject({
		args: '{"path":"a.txt","text":"one"}',
		output: 'append done',
		durationMs: expect.any(Number),
		rule: 'by-name-allow',
	});
});

test('the task view shows setup of a dead job as unknown', async () => {
	using folder = temporaryFolder();
	const world = new World(join(folder.path, 'job'), turns);
	world.setup = [{ run: 'install', hosts: [], seconds: 600 }];
	world.onMoment = (name) => {
		if (name !== 'in the middle of setup') return;
		world.onMoment = () => undefined;
		throw new Killed(name);
	};
	await expect(world.job('comment/1', agentRequest())).rejects.toThrow(Killed);
	expect(stepsOf(world)[1]).toBe('setup install running 1  ran');
	await world.job('comment/1', agentRequest());
	expect(stepsOf(world).slice(1, 3)).toEqual(['setup install unknown 1  ran', 'setup install succeeded 1  ran']);
});
