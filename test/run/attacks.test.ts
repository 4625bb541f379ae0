import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, Killed, maintainer, type Turn, World } from '../support/world.ts';

const danger = (text: string) => ({ tool: 'danger', args: { text } });

function aWorld(folder: string, turns: readonly Turn[]): World {
	return new World(join(folder, 'job'), turns);
}

/** A job that dies right after a call's effect. */
async function dieAfterEffect(world: World, command: string): Promise<void> {
	world.onMoment = (name) => {
		if (name === 'after tool danger') throw new Killed(name);
	};
	await expect(world.job(command)).rejects.toThrow(Killed);
	world.onMoment = () => undefined;
	world.loseDisk();
}

test('an old bare `/approve` never approves a later request, even after repeated crashes', async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, [{ calls: [danger('x')] }, { text: 'Done.' }]);
	await world.job('comment/1', agentRequest());
	for (const [round, id] of ['A2', 'A3', 'A4'].entries()) {
		world.say(maintainer, '/approve');
		await dieAfterEffect(world, `comment/${round + 2}`);
		const before = world.effects.get('danger x');
		expect(await world.job(`comment/${round + 2}`)).toMatchObject({
			kind: 'unknown',
			message: expect.stringContaining(id),
		});
		expect(world.effects.get('danger x')).toBe(before);
		world.loseDisk();
	}
	expect(requestsIn(world)).toHaveLength(4);
});

const requestsIn = ({ comments }: World) =>
	comments.filter((comment) => comment.body.includes('<!-- countersign:request:'));

/** A person with write access edits the newest request. */
function editRequest({ comments }: World, body: (before: string) => string): void {
	const request = comments.findLast((comment) => comment.body.includes('needs your approval'));
	if (request === undefined) throw new Error('nothing was asked');
	comments[comments.indexOf(request)] = { ...request, body: body(request.body) };
}

test('the answer to an edited request does not count, and the run asks again', async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, [{ calls: [danger('x')] }, { text: 'Done.' }]);
	await world.job('comment/1', agentRequest());
	editRequest(world, (body) => body.replace('x', 'harmless'));
	world.say(maintainer, '/approve A1');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'waiting', message: expect.stringContaining('A2') });
	expect(world.effects.size).toBe(0);
	expect(requestsIn(world)).toHaveLength(2);
	world.say(maintainer, '/approve A2');
	expect(await world.job('comment/3')).toMatchObject({ kind: 'completed' });
	expect(Object.fromEntries(world.effects)).toEqual({ 'danger x': 1 });
});

test('the run asks again if its request is edited between the answer and the step', async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, [{ calls: [danger('x')] }, { text: 'Done.' }]);
	await world.job('comment/1', agentRequest());
	world.say(maintainer, '/approve A1');
	world.onMoment = (name) => {
		if (name === 'after react') editRequest(world, (body) => `${body} edited`);
	};
	expect(await world.job('comment/2')).toMatchObject({ kind: 'waiting', message: expect.stringContaining('A2') });
	expect(world.effects.size).toBe(0);
});

test('a denial of an edited request counts, and the run does not ask again', async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, [{ calls: [danger('x')] }, { text: 'Then not.' }]);
	await world.job('comment/1', agentRequest());
	editRequest(world, (body) => `${body} edited`);
	world.say(maintainer, '/deny A1 no');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'denied' });
	expect(requestsIn(world)).toHaveLength(1);
});

test('a deleted request counts as withdrawn: the model gets a denial, and a late answer has no effect [seeds 39]', async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, [{ calls: [danger('x')] }, { text: 'Then not.' }]);
	await world.job('comment/1', agentRequest());
	const [request] = requestsIn(world);
	world.comments.splice(
		world.comments.findIndex(({ id }) => id === request?.id),
		1,
	);
	world.say(maintainer, '/approve A1');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'denied' });
	expect(world.effects.size).toBe(0);
	expect(JSON.stringify(world.requests.at(-1))).toContain('The request was withdrawn');
});

test('a call that changes the workspace voids the approval of a call that runs programs', async () => {
	using folder = temporaryFolder();
	const calls = [danger('one'), { tool: 'append', args: { path: 'lib.sh', text: 'evil' } }, danger('two')];
	const world = aWorld(folder.path, [{ calls }, { text: 'Done.' }]);
	await world.job('comment/1', agentRequest());
	world.say(maintainer, '/approve all');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'waiting', message: expect.stringContaining('A3') });
	expect(Object.fromEntries(world.effects)).toEqual({ 'danger one': 1 });
});

test('a policy that became stricter during a wait applies to every call that has not begun', async () => {
	using folder = temporaryFolder();
	const calls = [danger('one'), { tool: 'append', args: { path: 'a.txt', text: 'x' } }];
	const world = aWorld(folder.path, [{ calls }, { text: 'Done.' }]);
	await world.job('comment/1', agentRequest());
	const { gate } = world;
	world.gate = { judge: (call, context) => ({ ...gate.judge(call, context), decision: 'block' as const }) };
	world.say(maintainer, '/deny A1 no');
	await world.job('comment/2');
	expect(world.disk.size).toBe(0);
});

test.each([
	[
		'a workspace that the journal does not record',
		(world: World) => world.tamper({ manifest: { baseSha: 'b'.repeat(40), entries: [] } }),
		'checkpoint-forged',
	],
	['the label of another run', (world: World) => world.tamper({ label: { run: '1-other' } }), 'checkpoint-foreign'],
	['a truncated journal', (world: World) => world.tamper({ cut: 1 }), 'checkpoint-truncated'],
	[
		'a journal with an incomplete last line',
		(world: World) => world.tamper({ tail: '{"prev":' }),
		'checkpoint-truncated',
	],
	['a line that another person added', (world: World) => world.tamper({ tail: '{"prev":"0"}\n' }), 'checkpoint-forged'],
	['a wrong count', (world: World) => world.tamper({ label: { count: 2 } }), 'checkpoint-forged'],
	['the thread of another run', (world: World) => world.tamper({ label: { thread: 99 } }), 'checkpoint-foreign'],
])('a checkpoint with %s is refused with its error code', async (_what, tamper, code) => {
	using folder = temporaryFolder();
	const calls = [{ tool: 'append', args: { path: 'a.txt', text: 'x' } }, danger('x')];
	const world = aWorld(folder.path, [{ calls }, { text: 'Done.' }]);
	await world.job('comment/1', agentRequest());
	tamper(world);
	world.loseDisk();
	world.say(maintainer, '/approve all');
	await expect(world.job('comment/2')).rejects.toMatchObject({ code });
	expect(world.effects.size).toBe(0);
});

test('a checkpoint of another repository is refused with its error code', async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, [{ calls: [danger('x')] }, { text: 'Done.' }]);
	await world.job('comment/1', agentRequest());
	world.loseDisk();
	world.repository = 'octo-org/other';
	world.say(maintainer, '/approve all');
	await expect(world.job('comment/2')).rejects.toMatchObject({ code: 'checkpoint-foreign' });
	expect(world.effects.size).toBe(0);
});

test('the run asks about calls in several requests if three comments cannot show them in full', async () => {
	using folder = temporaryFolder();
	const calls = ['w', 'x', 'y', 'z'].map((letter) => danger(letter.repeat(50_000)));
	const world = aWorld(folder.path, [{ calls }, { text: 'Done.' }]);
	expect(await world.job('comment/1', agentRequest())).toMatchObject({
		message: expect.stringMatching(/ A1, A2, A3\.$/),
	});
	world.say(maintainer, '/approve all');
	expect(await world.job('comment/2')).toMatchObject({ message: expect.stringMatching(/ A4\.$/) });
	expect(world.effects.size).toBe(3);
	for (const comment of world.comments) expect(comment.body.length).toBeLessThan(65_000);
});

test('two later processes cannot begin the same step after a process died with its claim', async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, [{ calls: [danger('x')] }, { text: 'Done.' }]);
	await world.job('comment/1', agentRequest());
	world.say(maintainer, '/approve A1');
	const dieAt = async (moment: string, nth: number): Promise<void> => {
		let seen = 0;
		world.onMoment = (name) => {
			seen += Number(name === moment);
			if (name === moment && seen === nth) throw new Killed(name);
		};
		await expect(world.job('comment/2')).rejects.toThrow(Killed);
	};
	// The run's claim comes first and the call's claim second. The second entry stays on the disk, and the next process saves it.
	await dieAt('appended claimed', 2);
	await dieAt('after tool danger', 1);
	world.loseDisk();
	world.onMoment = () => undefined;
	expect(await world.job('comment/2')).toMatchObject({ kind: 'unknown' });
	expect(world.effects.get('danger x')).toBe(1);
});
