import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { plainApprovals } from '../../src/approvals/index.ts';
import type { ApprovalSettings, Effect, Match } from '../../src/core/index.ts';
import { eventsOf, parseEntries } from '../../src/journal/index.ts';
import { replay } from '../../src/run/index.ts';
import { createRandom } from '../gate/random.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, maintainer, stranger, World } from '../support/world.ts';

const ada = { id: 11, login: 'ada', type: 'User' };
const grace = { id: 12, login: 'grace', type: 'User' };
const requester = { id: 13, login: 'requester', type: 'User' };
const security = 'octo-org/security';

interface Asked extends Partial<ApprovalSettings> {
	readonly approvers?: readonly string[];
	readonly effects?: readonly Effect[];
	readonly risk?: 'critical';
}

/** A run of the requester that waits for one dangerous step. All named people have write access, and one is in the security team. */
async function aWaitingRun(folder: string, { approvers, effects, risk, ...settings }: Asked): Promise<World> {
	const world = new World(join(folder, 'job'), [{ calls: [{ tool: 'danger', args: { text: 'x' } }] }]);
	world.approvals = { ...plainApprovals, ...settings };
	for (const { id } of [ada, grace, requester]) world.rights.set(id, { role: 'write', mayWrite: true });
	world.teams.set(security, [grace.id, stranger.id]);
	const { judge } = world.gate;
	const match: Match = {
		...{ stage: 'policy', decision: 'confirm', rule: 'guarded', reason: '', risk: 'low', evidence: '' },
		...(approvers && { approvers }),
	};
	world.gate = {
		judge: (call, context) => {
			const verdict = judge(call, context);
			return { ...verdict, effects: effects ?? verdict.effects, matches: [match], risk: risk ?? verdict.risk };
		},
	};
	for (const [path, text] of Object.entries(files)) {
		world.base.set(path, text);
		world.disk.set(path, text);
	}
	await world.job('comment/1', agentRequest(requester));
	return world;
}

const files = {
	'.github/CODEOWNERS': 'src/ @Ada\n/db/ @octo-org/security\n/mail/ x@example.com\n/free/ @ada\n/free/all\n',
	'src/a.ts': 'a',
	'db/1.sql': '1',
};

/** Adds a comment and runs the job that it starts. */
async function says(world: World, who: typeof ada, body: string) {
	world.say(who, body);
	return world.job(`comment/${body}/${who.id}/${world.comments.length}`);
}

/** Returns the last saved journal of the run. */
function entriesOf({ checkpoints }: World) {
	const [run] = [...checkpoints.values()];
	return parseEntries(run?.checkpoint.journal ?? new Uint8Array());
}

/** The entries of a kind. */
function recorded(world: World, type: string): readonly Record<string, unknown>[] {
	return entriesOf(world)
		.filter((entry) => entry.type === type)
		.map((entry) => ({ ...entry }));
}

const waits = (message: RegExp) => ({ kind: 'waiting', message: expect.stringMatching(message) });
const isDone = (world: World) => world.effects.get('danger x') === 1;

test('with two required approvals, a run waits after one, and the same person counts once', async () => {
	using folder = temporaryFolder();
	const world = await aWaitingRun(folder.path, { signatures: 2 });
	const request = world.comments.find(({ body }) => body.includes('needs your approval'));
	expect(request?.body).toContain('Who may answer: 2 people with write access.');
	expect(await says(world, ada, '/approve A1')).toMatchObject(waits(/ A1 \(1 more approval\)\.$/));
	expect(await says(world, ada, '/approve A1')).toMatchObject(waits(/ A1 \(1 more approval\)\.$/));
	expect(recorded(world, 'approval')).toMatchObject([{ user_id: ada.id, clauses: [0], incomplete: true }]);
	const [progress] = world.comments.filter(({ body }) => body.includes('Waiting for approval'));
	expect(progress?.body).toContain('waits as A1 (@ada approved; more approvals are needed)');
	world.loseDisk();
	expect(await says(world, grace, '/approve A1')).toMatchObject({ kind: 'completed' });
	expect(isDone(world)).toBe(true);
	expect(recorded(world, 'approval_upheld')).toMatchObject([{ role: 'write, write' }]);
});

test('a requester who may not approve gets a reason, and their denial still counts', async () => {
	using folder = temporaryFolder();
	const world = await aWaitingRun(folder.path, { notRequester: true });
	const request = world.comments.find(({ body }) => body.includes('needs your approval'));
	expect(request?.body).toContain(
		'Who may answer: people with write access **and** not @requester, who started the run.',
	);
	expect(await says(world, requester, '/approve A1')).toMatchObject(waits(/ A1\.$/));
	expect(recorded(world, 'answer_refused')).toMatchObject([
		{ user_id: requester.id, why: '@requester started this run, and A1 needs the approval of another person.' },
	]);
	expect(await says(world, requester, '/deny A1 better not')).toMatchObject({ kind: 'denied' });
	expect(isDone(world)).toBe(false);
});

test('a critical step needs as many people as the configuration says', async () => {
	using folder = temporaryFolder();
	const world = await aWaitingRun(folder.path, { critical: 2, risk: 'critical' });
	expect(await says(world, ada, '/approve A1')).toMatchObject(waits(/1 more approval/));
	expect(await says(world, maintainer, '/approve A1')).toMatchObject({ kind: 'completed' });
});

test('a rule that names a team needs a member of it, and others get the reason', async () => {
	using folder = temporaryFolder();
	const world = await aWaitingRun(folder.path, { approvers: [`@${security}`] });
	expect(await says(world, maintainer, '/approve A1')).toMatchObject(waits(/ A1\.$/));
	expect(await says(world, stranger, '/approve A1')).toMatchObject(waits(/ A1\.$/));
	expect(recorded(world, 'answer_refused').map(({ why, this_call }) => [why, this_call])).toEqual([
		['A1 needs the approval of a member of @octo-org/security.', true],
		// The stranger's job reads the first answer again, and membership of a team does not replace write access.
		['A1 needs the approval of a member of @octo-org/security.', true],
		['GitHub says "read"; deciding needs write access.', undefined],
	]);
	expect(await says(world, grace, '/approve A1')).toMatchObject({ kind: 'completed' });
	expect(isDone(world)).toBe(true);
});

test('an unreadable team has no members', async () => {
	using folder = temporaryFolder();
	const world = await aWaitingRun(folder.path, { approvers: [`@${security}`] });
	world.teams.clear();
	expect(await says(world, grace, '/approve A1')).toMatchObject(waits(/ A1\.$/));
	expect(isDone(world)).toBe(false);
});

describe('right before the step begins', () => {
	it.each<[string, Asked, (world: World) => void]>([
		['the first of two lost write access', { signatures: 2 }, (world) => world.rights.delete(ada.id)],
		[
			'the signer is no longer a maintainer',
			{ roles: ['maintain'] },
			(world) => world.rights.set(ada.id, { role: 'write', mayWrite: true }),
		],
		['the signer left the team', { roles: [], teams: [security] }, (world) => world.teams.set(security, [])],
		[
			'the first of two changed the comment',
			{ signatures: 2 },
			(world) => world.change('/approve A1 ', { body: 'no' }),
		],
		[
			'the first of two comments was edited',
			{ signatures: 2 },
			(world) => world.change('/approve A1 ', { edited: true }),
		],
	])('the run asks again if %s', async (_what, asked, move) => {
		using folder = temporaryFolder();
		const world = await aWaitingRun(folder.path, asked);
		world.rights.set(ada.id, { role: 'maintain', mayWrite: true });
		world.teams.set(security, [ada.id]);
		if (asked.signatures === 2) await says(world, ada, '/approve A1 ');
		world.onMoment = (name) => {
			if (name === 'appended approval') move(world);
		};
		const last = asked.signatures === 2 ? grace : ada;
		expect(await says(world, last, '/approve A1')).toMatchObject({ message: expect.stringContaining('A2') });
		expect(recorded(world, 'approval_void')).toHaveLength(1);
		expect(isDone(world)).toBe(false);
	});

	it('the run asks again if a policy now needs more people', async () => {
		using folder = temporaryFolder();
		const world = await aWaitingRun(folder.path, {});
		const { judge } = world.gate;
		const match = { stage: 'policy', decision: 'confirm', rule: 'new', reason: '', risk: 'low', evidence: '' } as const;
		world.gate = {
			judge: (call, context) => ({
				...judge(call, context),
				matches: [{ ...match, approvers: [`@${security}`] }],
			}),
		};
		expect(await says(world, ada, '/approve A1')).toMatchObject(waits(/ A2\.$/));
		expect(await says(world, grace, '/approve A2')).toMatchObject({ kind: 'completed' });
	});
});

describe('code owners', () => {
	const write = (path: string): Effect => ({ kind: 'write', path });

	it('of two paths must each approve', async () => {
		using folder = temporaryFolder();
		const effects = [write('src/a.ts'), { kind: 'delete', path: 'db', recursive: true } as const];
		const world = await aWaitingRun(folder.path, { codeowners: true, effects });
		const request = world.comments.find(({ body }) => body.includes('needs your approval'));
		expect(request?.body).toContain(
			'Who may answer: an owner of `src/` (@ada) **and** an owner of `/db/` (@octo-org/security).',
		);
		expect(await says(world, maintainer, '/approve A1')).toMatchObject(waits(/at least 1 more approval/));
		expect(await says(world, ada, '/approve A1')).toMatchObject(waits(/A1 \(1 more approval\)/));
		expect(await says(world, grace, '/approve A1')).toMatchObject({ kind: 'completed' });
		expect(isDone(world)).toBe(true);
	});

	it('are checked by account number, not by login', async () => {
		using folder = temporaryFolder();
		const world = await aWaitingRun(folder.path, { codeowners: true, effects: [write('src/a.ts')] });
		world.rights.set(99, { role: 'another account', mayWrite: false, roleName: '', permission: 'none' });
		expect(await says(world, { ...ada, id: 99 }, '/approve A1')).toMatchObject(waits(/ A1\.$/));
		expect(await says(world, ada, '/approve A1')).toMatchObject({ kind: 'completed' });
	});

	it.each([
		['nobody owns', 'other/x', 'completed'],
		['is excluded from ownership', 'free/all/x', 'completed'],
		['only an e-mail address owns', 'mail/x', 'waiting'],
	])('of a path that $0: the run is $2', async (_what, path, kind) => {
		using folder = temporaryFolder();
		const world = await aWaitingRun(folder.path, { codeowners: true, effects: [write(path)] });
		expect(await says(world, grace, '/approve A1')).toMatchObject({ kind });
	});

	it('are not needed unless the configuration says so', async () => {
		using folder = temporaryFolder();
		const world = await aWaitingRun(folder.path, { effects: [write('src/a.ts')] });
		expect(await says(world, grace, '/approve A1')).toMatchObject({ kind: 'completed' });
	});
});

test('only the last required approval has the event `tool.allowed`', async () => {
	using folder = temporaryFolder();
	const world = await aWaitingRun(folder.path, { signatures: 2 });
	await says(world, ada, '/approve A1');
	await says(world, grace, '/approve A1');
	const told = entriesOf(world).flatMap((entry) => (entry.type === 'approval' ? [eventsOf(entry)] : []));
	const decided = { name: 'approval.decided', id: 'A1', approved: true };
	expect(told).toEqual([
		[expect.objectContaining({ ...decided, by: 'ada', complete: false })],
		[
			expect.objectContaining({ ...decided, by: 'grace', complete: true }),
			expect.objectContaining({ name: 'tool.allowed', via: 'approval' }),
		],
	]);
});

test('an old journal without clauses still has its answer', async () => {
	using folder = temporaryFolder();
	const world = await aWaitingRun(folder.path, {});
	await says(world, ada, '/approve A1');
	const old = entriesOf(world).map((entry) => {
		if (entry.type === 'approval_requested')
			return { ...entry, items: entry.items.map(({ needs: _, ...item }) => item) };
		if (entry.type !== 'approval') return entry;
		const { clauses: _, ...answer } = entry;
		return answer;
	});
	const call = replay(old.slice(0, old.findIndex(({ type }) => type === 'approval') + 1)).rounds[0]?.calls[0];
	expect(call?.answer).toMatchObject({ approved: true, user_id: ada.id });
});

test('a triager may answer only if the configuration says triage', async () => {
	for (const [roles, kind] of [
		[['triage'], 'completed'],
		[['write'], 'waiting'],
	] as const) {
		using folder = temporaryFolder();
		const world = await aWaitingRun(folder.path, { roles });
		world.rights.set(stranger.id, { role: 'triage', mayWrite: false });
		expect(await says(world, stranger, '/approve A1')).toMatchObject({ kind });
	}
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
	'answers of people who do not meet the clauses never approve a call (seed %i)',
	async (seed) => {
		using folder = temporaryFolder();
		const random = createRandom(seed);
		const asked = random.pick<Asked>([
			{ approvers: [`@${security}`] },
			{ approvers: ['admin'], signatures: 2 },
			{ people: [{ id: grace.id, login: 'ada' }], roles: [] },
			{ roles: ['maintain'], notRequester: true },
			{ codeowners: true, effects: [{ kind: 'write', path: 'db/1.sql' }], signatures: 3 },
			{ roles: ['Release captain'], critical: 2, risk: 'critical' },
		]);
		const world = await aWaitingRun(folder.path, asked);
		world.rights.set(stranger.id, { role: 'Release captain', mayWrite: false });
		const bots = { id: grace.id, login: 'grace', type: 'Bot' };
		const people = [ada, requester, stranger, bots, { ...ada, login: 'grace' }];
		for (const answer of random.times(2, 5, () => [random.pick(people), random.pick(['A1', 'all', ''])] as const)) {
			const [who, what] = answer;
			expect(await says(world, who, `/approve ${what}`), JSON.stringify([asked, who])).toMatchObject({
				kind: 'waiting',
			});
		}
		expect(world.effects.size).toBe(0);
	},
);

test('a person whom a rule names for one step can approve only that step', async () => {
	using folder = temporaryFolder();
	const world = new World(join(folder.path, 'job'), [
		{ calls: ['x', 'y'].map((text) => ({ tool: 'danger', args: { text } })) },
	]);
	world.rights.set(grace.id, { role: 'triage', mayWrite: false, roleName: 'triage', permission: 'triage' });
	const { judge } = world.gate;
	world.gate = {
		judge: (call, context) => {
			const approvers = [call.args['text'] === 'y' ? 'triage' : 'admin'];
			const about = { rule: 'guarded', reason: '', risk: 'low', evidence: '' } as const;
			return { ...judge(call, context), matches: [{ stage: 'policy', decision: 'confirm', ...about, approvers }] };
		},
	};
	world.approvals = plainApprovals;
	await world.job('comment/1', agentRequest());
	world.rights.set(maintainer.id, { role: 'admin', mayWrite: true, roleName: 'admin', permission: 'admin' });
	expect(await says(world, grace, '/approve A1 A2')).toMatchObject(waits(/ A1/));
	expect(recorded(world, 'approval')).toMatchObject([{ id: 'A2', user_id: grace.id }]);
	expect(recorded(world, 'answer_refused')).toMatchObject([{ id: 'A1', this_call: true }]);
	expect(world.comments.some(({ body }) => body.includes('deciding needs write access'))).toBe(false);
});

describe('a run whose rules for signers changed', () => {
	const base = { readBase: async () => undefined };
	const today = (settings: Partial<ApprovalSettings>) => ({ base, approvals: { ...plainApprovals, ...settings } });

	it('asks again if the required role was raised, and accepts the new signer', async () => {
		using folder = temporaryFolder();
		const world = await aWaitingRun(folder.path, {});
		world.signersToday = today({ roles: ['admin'] });
		expect(await says(world, ada, '/approve A1')).toMatchObject({
			kind: 'waiting',
			message: expect.stringContaining('A2'),
		});
		expect(world.effects.size).toBe(0);
		await says(world, ada, '/approve A2');
		expect(world.effects.size).toBe(0);
		expect(await says(world, maintainer, '/approve A2')).toMatchObject({ kind: 'completed' });
		expect(world.effects.size).toBe(1);
	});

	it.each<[string, Partial<ApprovalSettings>]>([
		['another signature', { signatures: 2 }],
		['a person other than the requester', { notRequester: true }],
		['a team', { roles: [], teams: [security] }],
	])("asks again if today's rules need %s", async (_what, settings) => {
		using folder = temporaryFolder();
		const world = await aWaitingRun(folder.path, {});
		world.signersToday = today(settings);
		expect(await says(world, requester, '/approve A1')).toMatchObject({ kind: 'waiting' });
		expect(world.effects.size).toBe(0);
	});

	it("requires ids if today's rules require them", async () => {
		using folder = temporaryFolder();
		const world = await aWaitingRun(folder.path, {});
		world.signersToday = today({ requireIds: true });
		expect(await says(world, ada, '/approve')).toMatchObject({ kind: 'waiting' });
		expect(await says(world, ada, '/approve A1')).toMatchObject({ kind: 'completed' });
	});

	it("keeps the rules of the start if today's rules are looser", async () => {
		using folder = temporaryFolder();
		const world = await aWaitingRun(folder.path, { roles: ['admin'] });
		world.signersToday = { base };
		expect(await says(world, ada, '/approve A1')).toMatchObject({ kind: 'waiting' });
		expect(await says(world, maintainer, '/approve A1')).toMatchObject({ kind: 'completed' });
	});
});
