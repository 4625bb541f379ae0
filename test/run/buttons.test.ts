import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { batchOf } from '../../src/approvals/index.ts';
import type { Comment, Forge, Outcome, RunCheck } from '../../src/core/index.ts';
import { parseEntries } from '../../src/journal/index.ts';
import { reportPage } from '../../src/report/index.ts';
import { buttonsFor } from '../../src/run/answers/buttons.ts';
import { recordOf, replay, reportOf } from '../../src/run/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, maintainer, World } from '../support/world.ts';

const waiting: Outcome = { kind: 'waiting', reason: 'approval-pending', message: 'm' };

/** A run that waits for a dangerous step for each of these texts, A1 first. */
async function waitingFor(folder: string, texts: readonly string[]): Promise<World> {
	const world = new World(join(folder, 'job'), [{ calls: texts.map((text) => ({ tool: 'danger', args: { text } })) }]);
	await world.job('comment/1', agentRequest());
	return world;
}

const entriesOf = (world: World) => parseEntries(readFileSync(join(world.folder, 'journal.jsonl')));

/** Returns the buttons of the check for this thread. */
function buttons(world: World, comments: readonly Comment[] = world.comments, outcome = waiting) {
	const forge = { comments: async () => comments, comment: async () => undefined } as unknown as Forge;
	return buttonsFor(outcome, { state: replay(entriesOf(world)), ports: { forge, buttons: true } });
}

const requestsIn = ({ comments }: World) => comments.filter(({ body }) => body.includes('<!-- countersign:request:'));

test('the buttons belong to the request as GitHub shows it', async () => {
	using folder = temporaryFolder();
	const world = await waitingFor(folder.path, ['x', 'y']);
	const posted = requestsIn(world);
	expect(posted).toHaveLength(1);
	expect(await buttons(world)).toEqual({ buttons: batchOf('1-r', posted) });
	world.say(maintainer, 'What is this about?');
	expect(await buttons(world)).toEqual({ buttons: batchOf('1-r', posted) });
});

test('an edited request has no buttons, because it could name steps of another run', async () => {
	using folder = temporaryFolder();
	const world = await waitingFor(folder.path, ['x']);
	const [posted] = requestsIn(world);
	const body = posted?.body.replace('"asks":{', '"asks":{"A9":[],');
	expect(body).not.toBe(posted?.body);
	const edited = world.comments.map((one) => (one === posted ? { ...one, body: String(body) } : one));
	expect(await buttons(world, edited)).toEqual({ buttons: '' });
});

test('the buttons stay the same after one of several steps is answered', async () => {
	using folder = temporaryFolder();
	const world = await waitingFor(folder.path, ['x', 'y']);
	const before = await buttons(world);
	world.say(maintainer, '/approve A2');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'waiting' });
	expect(await buttons(world)).toEqual(before);
});

test.each<[string, (world: World) => Promise<Pick<RunCheck, 'buttons'>>]>([
	['the request is gone', (world) => buttons(world, [])],
	[
		'a stranger copied the request',
		(world) =>
			buttons(
				world,
				world.comments.map((one) => ({ ...one, mine: false })),
			),
	],
	[
		'the run does not wait',
		(world) => buttons(world, world.comments, { ...waiting, kind: 'cancelled', reason: 'stopped' }),
	],
	[
		'all steps are answered',
		async (world) => {
			world.say(maintainer, '/deny all no');
			await world.job('comment/2');
			return buttons(world);
		},
	],
])('the check has no buttons if %s', async (_why, shown) => {
	using folder = temporaryFolder();
	expect(await shown(await waitingFor(folder.path, ['x']))).toEqual({ buttons: '' });
});

test('the check does not mention buttons if no bot handles them', async () => {
	using folder = temporaryFolder();
	const world = await waitingFor(folder.path, ['x']);
	const forge = { comments: () => Promise.reject(new Error('not asked')) } as unknown as Forge;
	expect(await buttonsFor(waiting, { state: replay(entriesOf(world)), ports: { forge } })).toEqual({});
});

/** Adds the comment in which the App's bot records a press. */
function press(world: World, body: string): void {
	const said = world.say(maintainer, body);
	world.comments[world.comments.indexOf(said)] = { ...said, byButton: true };
}

test('a press counts once as an approval, and the journal records that it came by a button', async () => {
	using folder = temporaryFolder();
	const world = await waitingFor(folder.path, ['x', 'y']);
	press(world, '/approve A1 A2');
	press(world, '/approve A1 A2');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'completed' });
	const approvals = entriesOf(world).filter((entry) => entry.type === 'approval');
	expect(approvals.map(({ id, user, by_button }) => `${id} ${user} ${by_button}`)).toEqual([
		'A1 maintainer true',
		'A2 maintainer true',
	]);
	const [asked] = world.comments.filter(({ body }) => body.includes('"state":"decided"'));
	expect(asked?.body).toMatch(/approved by .*maintainer.* by a button/);
	const view = await reportOf(recordOf(entriesOf(world)), {
		read: async () => '',
		check: { kind: 'written', count: 1, hash: 'f'.repeat(64) },
	});
	const signatures = view.calls.flatMap(({ asked: rows }) => rows.flatMap((row) => row.signatures));
	expect(signatures).toEqual([
		expect.objectContaining({ byButton: true }),
		expect.objectContaining({ byButton: true }),
	]);
	expect(reportPage(view)).toMatch(/by @maintainer \(admin\) with a button </);
});

test('a later comment overrides an earlier press', async () => {
	using folder = temporaryFolder();
	const world = await waitingFor(folder.path, ['x']);
	press(world, '/approve A1');
	world.say(maintainer, '/deny A1 I was too quick');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'denied' });
	expect(world.effects.size).toBe(0);
	const [approval] = entriesOf(world).filter((entry) => entry.type === 'approval');
	expect(approval).not.toHaveProperty('by_button');
});

test('a press does not count if the person has lost write access', async () => {
	using folder = temporaryFolder();
	const world = await waitingFor(folder.path, ['x']);
	press(world, '/approve A1');
	world.rights.set(maintainer.id, { role: 'read', mayWrite: false });
	expect(await world.job('comment/2')).toMatchObject({ kind: 'waiting' });
	expect(world.effects.size).toBe(0);
});
