import { describe, expect, it } from 'vitest';
import { plainApprovals } from '../../src/approvals/index.ts';
import { CountersignError } from '../../src/core/index.ts';
import { createForge } from '../../src/github/index.ts';
import { aGitHub, anApi } from '../github/support.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, maintainer, stranger, World } from '../support/world.ts';
import { aDelivery, aWaitingWorld, danger, entriesOf, hear, hold, isDone, next, readDelivery } from './support.ts';

const waits = { kind: 'waiting' };
const nothing = { kind: 'nothing' };
const approval = { user: maintainer, body: '/approve A1' };
const writer = { id: 8, login: 'hubot-writer', type: 'User' };

describe('the identity of a person', () => {
	it.each(['OWNER', 'MEMBER', 'COLLABORATOR', 'CONTRIBUTOR'])(
		'author_association is ignored: a stranger with %s decides nothing',
		async (author_association) => {
			using folder = temporaryFolder();
			const world = await aWaitingWorld(folder.path);
			await hear(world, { user: stranger, body: '/approve A1', author_association } as never);
			expect(await next(world)).toMatchObject(waits);
			expect(world.effects.size).toBe(0);
		},
	);

	it('author_association is ignored: a private member with NONE can decide', async () => {
		using folder = temporaryFolder();
		const world = await aWaitingWorld(folder.path);
		await hear(world, { ...approval, author_association: 'NONE' } as never);
		await next(world);
		expect(isDone(world)).toBe(true);
	});

	it.each([
		['admin', 'triage'],
		['write', 'triage'],
		['write', 'read'],
		['admin', 'none'],
	])('the legacy permission `%s` does not count when role_name is %s', async (permission, role_name) => {
		using folder = temporaryFolder();
		const world = await aWaitingWorld(folder.path);
		await hold(world, maintainer, { permission, role_name });
		await hear(world, approval);
		expect(await next(world)).toMatchObject(waits);
		expect(world.effects.size).toBe(0);
	});

	it.each([
		['write', 'write', 'maintain', false],
		['write', 'maintain', 'maintain', true],
		['write', 'Release captain', 'Release captain', true],
		['read', 'Release captain', 'write', false],
		['read', 'triage', 'triage', true],
		['read', 'read', 'triage', false],
	])(
		'permission `%s` with role_name `%s` may approve a call that needs `%s`: %s',
		async (permission, role_name, asked, may) => {
			using folder = temporaryFolder();
			const world = await aWaitingWorld(folder.path, (one) => {
				one.approvals = { ...plainApprovals, roles: [asked] };
			});
			await hold(world, writer, { permission, role_name });
			await hear(world, { user: writer, body: '/approve A1' });
			await next(world);
			expect(isDone(world)).toBe(may);
		},
	);

	it('a new owner of a freed login decides nothing, because people are numeric ids', async () => {
		using folder = temporaryFolder();
		const world = await aWaitingWorld(folder.path);
		// The API knows permissions only by login, so it answers for the current owner of the name.
		await hold(world, maintainer, { permission: 'admin', role_name: 'admin', user: { id: 4711 } });
		await hear(world, approval);
		expect(await next(world)).toMatchObject(waits);
		await hear(world, { user: { ...maintainer, id: 4711 }, body: '/approve A1' });
		expect(await next(world)).toMatchObject(waits);
		expect(world.effects.size).toBe(0);
	});

	it('an approval is void when its login changes hands before the step', async () => {
		using folder = temporaryFolder();
		const world = await aWaitingWorld(folder.path);
		await hear(world, approval);
		world.onMoment = async (name) => {
			if (name === 'appended approval')
				await hold(world, maintainer, { permission: 'admin', role_name: 'admin', user: { id: 4711 } });
		};
		expect(await next(world)).toMatchObject(waits);
		expect(world.effects.size).toBe(0);
	});

	it('[bot] names: an app decides nothing, whatever its permissions and its name', async () => {
		using folder = temporaryFolder();
		const world = await aWaitingWorld(folder.path);
		for (const login of ['dependabot[bot]', 'maintainer', 'github-actions[bot]']) {
			const app = { id: 49_699_333, login, type: 'Bot' };
			world.rights.set(app.id, { role: 'admin', mayWrite: true });
			await hear(world, { user: app, body: '/approve A1' });
			expect(await next(world), login).toMatchObject(waits);
			const who = { 'sender.type': 'Bot', 'comment.user.type': 'Bot', 'sender.login': login };
			expect(aDelivery('/agent fix it', who), login).toMatchObject(nothing);
		}
		expect(world.effects.size).toBe(0);
	});

	it('confused deputy: an event that Dependabot or somebody else sends in another name starts nothing', () => {
		for (const sender of [
			{ id: 49_699_333, login: 'dependabot[bot]', type: 'Bot' },
			{ id: 666, login: 'octocat', type: 'User' },
		]) {
			expect(aDelivery('/agent fix it', { sender })).toMatchObject(nothing);
			expect(aDelivery('/approve A1', { sender })).toMatchObject(nothing);
		}
	});

	it('an app that comments as a user (performed_via_github_app) decides and starts nothing', async () => {
		using folder = temporaryFolder();
		const world = await aWaitingWorld(folder.path);
		const performed_via_github_app = { id: 1, slug: 'helper' };
		await hear(world, { ...approval, performed_via_github_app } as never);
		expect(await next(world)).toMatchObject(waits);
		expect(world.effects.size).toBe(0);
		for (const body of ['/agent fix it', '/approve A1', '/agent stop'])
			expect(aDelivery(body, { 'comment.performed_via_github_app': performed_via_github_app })).toMatchObject({
				kind: 'by-app',
			});
	});

	it('nothing runs while GitHub refuses or fails to show the permissions', async () => {
		using folder = temporaryFolder();
		for (const status of [403, 500]) {
			const world = await aWaitingWorld(`${folder.path}/${status}`);
			await hear(world, approval);
			Object.defineProperty(world.rights, 'get', {
				value: () => {
					throw new CountersignError({ code: 'github-unreachable', message: `${status}`, fix: '' });
				},
			});
			expect(await next(world)).toMatchObject({ kind: 'failed' });
			expect(world.effects.size).toBe(0);
			aGitHub(() => [status, {}]);
			await expect(createForge(anApi()).rights(maintainer)).rejects.toThrow(CountersignError);
		}
	});

	it('an approval does not count if its author loses the permission before the step', async () => {
		using folder = temporaryFolder();
		const world = await aWaitingWorld(folder.path);
		await hear(world, approval);
		world.onMoment = (name) => {
			if (name === 'appended approval') world.rights.delete(maintainer.id);
		};
		await next(world);
		expect(entriesOf(world).some(({ type }) => type === 'approval')).toBe(true);
		expect(world.effects.size).toBe(0);
	});

	it('a person without permissions causes no model call, no state, and only one reply', async () => {
		using folder = temporaryFolder();
		const world = new World(`${folder.path}/job`, [{ calls: [danger('x')] }]);
		for (const attempt of [1, 2, 3]) await world.job(`comment/${attempt}`, agentRequest(stranger));
		expect([world.modelCalls, world.checkpoints.size, world.claims.size, world.comments.length]).toEqual([0, 0, 0, 1]);
	});

	it('the requester cannot approve their own run if the configuration forbids it', async () => {
		using folder = temporaryFolder();
		const world = await aWaitingWorld(folder.path, (one) => {
			one.approvals = { ...plainApprovals, notRequester: true };
			one.rights.set(writer.id, { role: 'write', mayWrite: true });
		});
		await hear(world, approval);
		expect(await next(world)).toMatchObject(waits);
		await hear(world, { user: writer, body: '/approve A1' });
		await next(world);
		expect(isDone(world)).toBe(true);
	});
});

describe('what counts as an answer', () => {
	it('an edited comment decides nothing', async () => {
		using folder = temporaryFolder();
		const world = await aWaitingWorld(folder.path);
		await hear(world, { ...approval, edited: true });
		expect(await next(world)).toMatchObject(waits);
		expect(aDelivery('/approve A1', { action: 'edited' })).toMatchObject(nothing);
		expect(world.effects.size).toBe(0);
	});

	it.each(['approve', 'approved', 'LGTM', 'yes', ':+1:', 'please /approve A1', '> /approve A1', '`/approve A1`'])(
		'a text that is not a command (manual-approval) decides nothing: %j',
		async (body) => {
			using folder = temporaryFolder();
			const world = await aWaitingWorld(folder.path);
			await hear(world, { ...approval, body });
			expect(await next(world)).toMatchObject(waits);
			expect(world.effects.size).toBe(0);
		},
	);

	it('reactions do not count', async () => {
		using folder = temporaryFolder();
		const world = await aWaitingWorld(folder.path);
		const asked = world.comments.length;
		await hear(world, { user: maintainer, body: 'Hm.', reactions: { '+1': 9, rocket: 3, total_count: 12 } } as never);
		expect(await next(world)).toMatchObject(waits);
		expect([world.effects.size, world.comments.length]).toEqual([0, asked + 1]);
	});

	it('a deleted approval does not count', async () => {
		using folder = temporaryFolder();
		const world = await aWaitingWorld(folder.path);
		await hear(world, approval);
		const { id } = world.comments.at(-1) ?? { id: 0 };
		world.onMoment = (name) => {
			if (name === 'append approval_upheld') throw new Error('it was upheld');
			const at = world.comments.findIndex((comment) => comment.id === id);
			if (name === 'appended approval') world.comments.splice(at, 1);
		};
		expect(await next(world)).toMatchObject(waits);
		expect(world.effects.size).toBe(0);
	});

	it('a denial wins over an approval until the step begins', async () => {
		using folder = temporaryFolder();
		const world = await aWaitingWorld(folder.path);
		world.rights.set(writer.id, { role: 'write', mayWrite: true });
		await hear(world, approval);
		world.onMoment = (name) => {
			if (name === 'appended approval') world.say(writer, '/deny A1 wait');
		};
		expect(await next(world)).toMatchObject({ kind: 'denied' });
		expect(world.effects.size).toBe(0);
	});

	it('a label that an app sets starts nothing', async () => {
		const { aPayload } = await import('../github/payloads.ts');
		const labelled = aPayload('issues', 'labeled', { 'label.name': 'agent', 'sender.type': 'Bot' });
		expect(readDelivery('issues', labelled)).toMatchObject(nothing);
	});
});
