import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Grant, Verdict } from '../../src/core/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, maintainer, stranger, type Turn, World } from '../support/world.ts';

const use = (text: string, tool = 'danger') => ({ tool, args: { text } });
const second = { id: 8, login: 'second', type: 'User' };

/** A gate that asks about `danger` by rule `risky` and about `pull` by rule `outside`, and applies grants like the real one. */
function asking(call: { name: string }, grants: readonly Grant[]): Verdict {
	const rule = { danger: 'risky', pull: 'outside' }[call.name] ?? 'harmless';
	const asks = rule !== 'harmless';
	const covers = (grant: Grant): boolean =>
		grant.kind === 'blanket' || (grant.kind === 'tool' && grant.tool === call.name && (grant.rule ?? rule) === rule);
	const decision = asks && !grants.some(covers) ? 'confirm' : 'allow';
	const about = { rule, reason: rule, risk: 'low', evidence: '' } as const;
	const matches = [{ stage: 'policy', decision: asks ? 'confirm' : 'allow', ...about } as const];
	const effects = asks ? ([{ kind: 'network', host: 'example.com' }] as const) : [];
	return { decision, risk: 'low', reason: rule, rule, effects, matches, executes: [] };
}

function worldOf(folder: string, turns: readonly Turn[]): World {
	const world = new World(join(folder, 'job'), turns);
	world.gate = { judge: (call, { grants }) => asking(call, grants) };
	world.rights.set(second.id, { role: 'write', mayWrite: true });
	return world;
}

async function granted(folder: string, answer: string, later: readonly Turn[]): Promise<World> {
	const world = worldOf(folder, [{ calls: [use('1')] }, ...later]);
	await world.job('comment/1', agentRequest());
	world.say(maintainer, answer);
	return world;
}

const waitingFor = (id: string) => ({ kind: 'waiting', message: expect.stringContaining(id) });

test('`for-run` allows only the same tool under the same rule for the rest of the run [seeds 28]', async () => {
	using folder = temporaryFolder();
	const world = await granted(folder.path, '/approve A1 for-run', [
		{ calls: [use('2')] },
		{ calls: [use('3'), use('', 'pull')] },
	]);
	expect(await world.job('comment/2')).toMatchObject(waitingFor('A2'));
	expect(Object.fromEntries(world.effects)).toEqual({ 'danger 1': 1, 'danger 2': 1, 'danger 3': 1 });
});

test('`for-run everything` covers every tool that needs approval [seeds 27]', async () => {
	using folder = temporaryFolder();
	const world = await granted(folder.path, '/approve A1 for-run everything', [{ calls: [use('', 'pull')] }]);
	expect(await world.job('comment/2')).toMatchObject({ kind: 'completed' });
	expect(Object.fromEntries(world.effects)).toEqual({ 'danger 1': 1, pull: 1 });
});

test('a plain approval grants nothing beyond its call', async () => {
	using folder = temporaryFolder();
	const world = await granted(folder.path, '/approve A1', [{ calls: [use('2')] }]);
	expect(await world.job('comment/2')).toMatchObject(waitingFor('A2'));
});

const twice: readonly Turn[] = [{ calls: [use('2')] }, { calls: [use('3')] }];

test.each<readonly [string, (world: World) => void]>([
	['a person with write access revokes it', (world) => world.say(second, '/revoke')],
	['its comment is deleted', (world) => world.comments.splice(2, 1)],
	['its comment is edited', (world) => world.change('/approve A1 for-run', { edited: true })],
	['its author loses write access', (world) => world.rights.delete(maintainer.id)],
])('a grant ends when %s [seeds 29]', async (_how, happens) => {
	using folder = temporaryFolder();
	const world = await granted(folder.path, '/approve A1 for-run', twice);
	world.onMoment = (name) => {
		// This is after the second call, which the grant allowed.
		if (name === 'after tool danger' && world.effects.get('danger 2') === 1) happens(world);
	};
	expect(await world.job('comment/2')).toMatchObject(waitingFor('A2'));
	expect(world.effects.get('danger 2')).toBe(1);
	expect(world.effects.get('danger 3')).toBeUndefined();
});

test('a stranger cannot revoke a grant', async () => {
	using folder = temporaryFolder();
	const world = await granted(folder.path, '/approve A1 for-run', twice);
	world.say(stranger, '/revoke');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'completed' });
});

test('a denial of the same step revokes the grant of its approval', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, [{ calls: [use('1')] }, ...twice]);
	await world.job('comment/1', agentRequest());
	world.say(maintainer, '/approve A1 for-run');
	world.onMoment = (name) => {
		if (name === 'appended approval' && world.comments.every(({ body }) => body !== '/deny A1 no'))
			world.say(second, '/deny A1 no');
	};
	expect(await world.job('comment/2')).toMatchObject(waitingFor('A2'));
	expect(world.effects.size).toBe(0);
});

test('the journal names only the comments whose grants a call needed', async () => {
	using folder = temporaryFolder();
	const turns = [
		{ calls: [use('1')] },
		{ calls: [use('', 'pull')] },
		{ calls: [use('2')] },
		{ calls: [use('b', 'pull')] },
	];
	const world = worldOf(folder.path, turns);
	await world.job('comment/1', agentRequest());
	const danger = world.say(maintainer, '/approve A1 for-run');
	await world.job('comment/2');
	const everything = world.say(second, '/approve A2 for-run everything');
	expect(await world.job('comment/3')).toMatchObject({ kind: 'completed' });
	const journal = Buffer.from(world.checkpoints.get('1-r')?.checkpoint.journal ?? []).toString();
	const granted = journal.split('\n').flatMap((line) => /"granted_by":\[[\d,]*\]/.exec(line) ?? []);
	// Both grants cover `danger`, and the first one is enough.
	expect(granted).toEqual([`"granted_by":[${danger.id}]`, `"granted_by":[${everything.id}]`]);
});

test('after a denial the same rule asks again, even with a grant for the run', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, [
		{ calls: [use('1'), use('2')] },
		{ calls: [use('2'), use('3')] },
		{ calls: [use('4')] },
	]);
	await world.job('comment/1', agentRequest());
	world.say(maintainer, '/approve A1 for-run');
	world.say(second, '/deny A2 never');
	expect(await world.job('comment/2')).toMatchObject(waitingFor('A3, A4'));
	expect(Object.fromEntries(world.effects)).toEqual({ 'danger 1': 1 });
	// A later approval overrides the denial, for this step and for the grant.
	world.say(second, '/approve A3 A4');
	expect(await world.job('comment/3')).toMatchObject({ kind: 'completed' });
	expect(Object.fromEntries(world.effects)).toEqual({ 'danger 1': 1, 'danger 2': 1, 'danger 3': 1, 'danger 4': 1 });
});

test('a grant ends if its request is edited before the step begins', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, [{ calls: [use('1'), use('2')] }]);
	await world.job('comment/1', agentRequest());
	world.say(maintainer, '/approve A2 for-run');
	expect(await world.job('comment/2')).toMatchObject(waitingFor('A1'));
	const { body } = world.comments.find((comment) => comment.body.includes('need your approval')) ?? { body: '' };
	world.change(body, { body: body.replace('danger', 'harmless') });
	expect(await world.job('comment/3')).toMatchObject(waitingFor('A3'));
	expect(world.effects.size).toBe(0);
});

test('an approval that becomes void before its step begins grants nothing', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, [{ calls: [use('1')] }]);
	await world.job('comment/1', agentRequest());
	world.say(maintainer, '/approve A1 for-run');
	const { body } = world.comments.find((comment) => comment.body.includes('needs your approval')) ?? { body: '' };
	world.onMoment = (name) => {
		if (name === 'appended approval') world.change(body, { body: body.replace('danger', 'harmless') });
	};
	expect(await world.job('comment/2')).toMatchObject(waitingFor('A2'));
	expect(world.effects.size).toBe(0);
});

test('a call that a grant allowed is remembered as approved, with person and rule [seeds 12]', async () => {
	using folder = temporaryFolder();
	const world = await granted(folder.path, '/approve A1 for-run', [{ calls: [use('2')] }]);
	expect(await world.job('comment/2')).toMatchObject({ kind: 'completed' });
	const job = join(folder.path, 'job');
	const lines = readFileSync(join(job, 'journal.jsonl'), 'utf8').trimEnd().split('\n');
	const remembered = lines.map((line) => JSON.parse(line)).find(({ type }) => type === 'remembered');
	const feedback = readFileSync(join(job, 'blobs', remembered.feedback.sha256), 'utf8');
	expect(feedback.match(/By: .*/g)).toEqual(['By: A1 by @maintainer', 'By: A1 for the run by @maintainer']);
	expect(feedback.match(/\| danger \| approved\n.*\n.*\n {2}- Rule: risky/g)).toHaveLength(2);
});
