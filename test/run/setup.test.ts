import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Entry, SetupCommand } from '../../src/core/index.ts';
import { parseEntries } from '../../src/journal/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, Killed, maintainer, type Turn, World } from '../support/world.ts';

const command = (run: string, hosts: readonly string[] = []): SetupCommand => ({ run, hosts, seconds: 600 });
const append = { tool: 'append', args: { path: 'a.txt', text: 'one' } };
const danger = { tool: 'danger', args: { text: 'x' } };
const look = { tool: 'look', args: {} };

/** A world whose repository has a lock file and these setup commands. */
function aWorld(folder: string, turns: readonly Turn[], ...setup: readonly SetupCommand[]): World {
	const world = new World(join(folder, 'job'), turns);
	world.base.set('lock', 'old');
	world.loseDisk();
	world.setup = setup;
	return world;
}

function journalOf(world: World): readonly Entry[] {
	return parseEntries(readFileSync(join(world.folder, 'journal.jsonl')));
}

/** The journal's entries of setup, and the starts of calls, in order. */
function storyOf(world: World): readonly string[] {
	return journalOf(world).flatMap((entry) => {
		if (!('call_id' in entry)) return [];
		const isSetup = 'origin' in entry && entry.origin === 'setup';
		if (!isSetup && entry.type !== 'tool_started' && entry.type !== 'approval_upheld') return [];
		return [`${entry.type} ${entry.call_id}`];
	});
}

function told(world: World): readonly string[] {
	const [last] = world.requests.slice(-1);
	return (last?.messages ?? []).flatMap((message) =>
		message.role === 'tools' ? message.results.map((result) => result.text) : [],
	);
}

test('setup runs once, before the first call that changes or runs something, and is in the journal', async () => {
	using folder = temporaryFolder();
	const turns = [{ calls: [look] }, { calls: [append, append] }, { text: 'done' }];
	const world = aWorld(folder.path, turns, command('install', ['registry.npmjs.org']), command('build'));
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'completed' });
	expect(storyOf(world)).toEqual([
		'tool_started c0_0',
		...['tool_attempt setup-1-1', 'tool_started setup-1-1', 'tool_result setup-1-1'],
		...['tool_attempt setup-1-2', 'tool_started setup-1-2', 'tool_result setup-1-2'],
		...['tool_started c1_0', 'tool_started c1_1'],
	]);
	const verdict = journalOf(world).find((entry) => entry.type === 'tool_attempt' && entry.origin === 'setup');
	expect(verdict).toMatchObject({
		tool_name: 'shell_exec',
		tool_input: { command: 'install', timeout_seconds: 600 },
		decision: 'allow',
		matched_rule: 'setup',
	});
	// The effects name the hosts of the configuration, and no others that the gate found.
	expect(world.setups.map(({ effects }) => effects)).toEqual([
		['runs `install`', 'talks to `registry.npmjs.org`'],
		['runs `build`'],
	]);
	expect(told(world)).toEqual(['look done', 'append done', 'append done']);
});

test.each([
	['reads and answers', [{ calls: [look] }, { text: 'done' }]],
	['only delivers', [{ calls: [{ tool: 'pull', args: {} }] }, { text: 'done' }]],
	['makes only forbidden calls', [{ calls: [{ tool: 'forbidden', args: {} }] }, { text: 'done' }]],
	['calls nothing', [{ text: 'done' }]],
])('a run that %s needs no setup', async (_what, turns) => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, turns, command('install'));
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'completed' });
	expect(world.setups).toEqual([]);
});

test('a setup command that the gate blocks fails the run with its name and rule', async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, [{ calls: [append] }], command('forbidden'), command('install'));
	expect(await world.job('comment/1', agentRequest())).toEqual({
		kind: 'failed',
		reason: 'bad-config',
		message: expect.stringMatching(/^The gate forbids `forbidden`, a command of `setup` .*by rule by-name-block: /),
	});
	expect(storyOf(world)).toEqual(['tool_attempt setup-1-1', 'security_violation setup-1-1']);
	expect([world.setups, world.disk.get('a.txt')]).toEqual([[], undefined]);
});

test('setup cannot reach a host that hands out credentials', async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, [{ calls: [append] }], command('install', ['metadata.azure.com']));
	expect(await world.job('comment/1', agentRequest())).toMatchObject({
		kind: 'failed',
		message: expect.stringContaining('metadata-host'),
	});
});

test('a failing setup command ends setup but not the run, and the comment says so', async () => {
	using folder = temporaryFolder();
	const turns = [{ calls: [append, append] }, { calls: [append] }, { text: 'done' }];
	const world = aWorld(folder.path, turns, command('fail'), command('install'));
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'completed' });
	expect(world.setups).toHaveLength(1);
	expect(told(world)).toEqual([
		expect.stringMatching(
			/^\[Before this call the repository's setup ran `fail`. It failed[\s\S]*fail ended\n\]\n\nappend done$/,
		),
		'append done',
		'append done',
	]);
	expect(world.comments.map((comment) => comment.body).join('\n')).toContain('Setup failed: `fail`');
});

test('a resume runs setup again before the approved call, and sends the model the same messages', async () => {
	using folder = temporaryFolder();
	const turns = [{ calls: [append] }, { calls: [danger] }, { text: 'done' }];
	const world = aWorld(folder.path, turns, command('fail'));
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'waiting' });
	world.loseDisk();
	world.say(maintainer, '/approve A1');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'completed' });
	expect(storyOf(world).slice(-5)).toEqual([
		...['tool_attempt setup-2-1', 'tool_started setup-2-1', 'tool_result setup-2-1'],
		...['approval_upheld c1_0', 'tool_started c1_0'],
	]);
	const [before, after] = world.requests.slice(-2).map((request) => request.messages);
	expect(after?.slice(0, before?.length)).toEqual(before);
	expect(told(world)).toEqual([
		expect.stringMatching(/fail ended[\s\S]*append done/),
		expect.stringMatching(/fail ended[\s\S]*danger done/),
	]);
});

test('the model gets the same setup output only once', async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, [{ calls: [danger] }, { text: 'done' }], command('fail'));
	await world.job('comment/1', agentRequest());
	world.say(maintainer, '/approve A1');
	await world.job('comment/2');
	expect(world.setups).toHaveLength(2);
	expect(told(world).map((text) => text.split('fail ended').length - 1)).toEqual([1]);
});

test('a resume that runs no call needs no setup', async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, [{ calls: [danger] }, { text: 'done' }], command('install'));
	await world.job('comment/1', agentRequest());
	const asked = world.setups.length;
	world.loseDisk();
	expect(await world.job('comment/2')).toMatchObject({ kind: 'waiting' });
	world.say(maintainer, '/deny A1 no');
	expect(await world.job('comment/3')).toMatchObject({ kind: 'denied' });
	expect([asked, world.setups.length]).toEqual([1, 1]);
});

test.each([
	['ignored files only', 'install', []],
	['a tracked file', 'install --lock', ['lock']],
])('setup that changes %s does not void an approval', async (_what, run, takenBack) => {
	for (const keepDisk of [true, false]) {
		using folder = temporaryFolder();
		const turns = [{ calls: [append, danger] }, { calls: [{ tool: 'pull', args: {} }] }, { text: 'done' }];
		const world = aWorld(folder.path, turns, command(run));
		expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'waiting' });
		if (!keepDisk) world.loseDisk();
		world.say(maintainer, '/approve A1');
		expect(await world.job('comment/2'), `disk kept: ${keepDisk}`).toMatchObject({ kind: 'completed' });
		expect(world.effects.get('danger x')).toBe(1);
		expect(world.ignored.get('node_modules/x')).toBe('x');
		expect([world.disk.get('lock'), world.disk.get('a.txt')]).toEqual(['old', 'one']);
		const results = journalOf(world).filter((entry) => entry.type === 'tool_result' && entry.origin === 'setup');
		expect(results.map((entry) => (entry.type === 'tool_result' ? (entry.taken_back ?? []) : []))).toEqual([
			takenBack,
			takenBack,
		]);
		const comment = world.comments.map(({ body }) => body).join('\n');
		expect(comment.includes('this was put back')).toBe(takenBack.length > 0);
		expect(told(world)[0]?.includes('they were put back: lock')).toBe(takenBack.length > 0);
	}
});

test('an approval of a program from setup counts only if setup installs the same program', async () => {
	for (const [what, installed, kind] of [
		['the same', 'x', 'completed'],
		['another', 'y', 'waiting'],
	] as const) {
		using folder = temporaryFolder();
		const world = aWorld(folder.path, [{ calls: [danger] }, { text: 'done' }], command('install'));
		const { judge } = world.gate;
		world.gate = { judge: (call, context) => ({ ...judge(call, context), executes: ['node_modules/x'] }) };
		await world.job('comment/1', agentRequest());
		world.loseDisk();
		world.say(maintainer, '/approve A1');
		world.onMoment = (name) => {
			if (name === 'in the middle of setup, later') world.ignored.set('node_modules/x', installed);
		};
		expect(await world.job('comment/2'), what).toMatchObject({ kind });
	}
});

test('setup never sees files that the run wrote, and the run gets them back', async () => {
	using folder = temporaryFolder();
	const write = { tool: 'append', args: { path: 'lock', text: ' and planted' } };
	const world = aWorld(folder.path, [{ calls: [write, danger] }, { text: 'done' }], command('install'));
	await world.job('comment/1', agentRequest());
	world.loseDisk();
	world.say(maintainer, '/approve A1');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'completed' });
	expect(world.setups.map(({ disk }) => disk)).toEqual([{ lock: 'old' }, { lock: 'old' }]);
	expect(world.disk.get('lock')).toBe('old and planted');
});

test.each(['in the middle of setup', 'in the middle of setup, later', 'appended tool_started', 'append tool_result'])(
	'after a crash at "%s", the next process repeats setup and the approval still counts',
	async (moment) => {
		for (const keepDisk of [true, false]) {
			using folder = temporaryFolder();
			const turns = [{ calls: [append, danger] }, { text: 'done' }];
			const world = aWorld(folder.path, turns, command('install --lock'));
			await world.job('comment/1', agentRequest());
			world.loseDisk();
			world.say(maintainer, '/approve A1');
			world.onMoment = (name) => {
				if (name !== moment) return;
				world.onMoment = () => undefined;
				throw new Killed(name);
			};
			await expect(world.job('comment/2')).rejects.toThrow(Killed);
			if (!keepDisk) world.loseDisk();
			expect(await world.job('comment/2'), `disk kept: ${keepDisk}`).toMatchObject({ kind: 'completed' });
			expect(world.effects.get('danger x')).toBe(1);
			expect([world.disk.get('lock'), world.disk.get('a.txt')]).toEqual(['old', 'one']);
		}
	},
);

test('a model that gives a call the id of a setup command is refused', async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, [{ calls: [{ ...append, id: 'setup-1-1' }] }], command('install'));
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'failed', reason: 'model-refused' });
});

test('mode plan runs no setup', async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, [{ calls: [append] }, { text: 'done' }], command('install'));
	world.mode = 'plan';
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'completed' });
	expect(world.setups).toEqual([]);
});
