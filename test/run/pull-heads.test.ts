import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseEntries } from '../../src/journal/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, maintainer, stranger, type Turn, World } from '../support/world.ts';

const danger = (text: string) => ({ tool: 'danger', args: { text } });
const before = 'a'.repeat(40);
const after = 'c'.repeat(40);
const branch = {
	number: 1,
	headSha: before,
	headBranch: 'topic',
	fork: false,
	own: false,
	open: true,
	merged: false,
	baseBranch: 'main',
};

function aWorld(folder: string, turns: readonly Turn[], fork = false): World {
	const world = new World(join(folder, 'job'), turns);
	world.pull = { ...branch, fork };
	const { judge } = world.gate;
	world.gate = {
		judge: (call, context) =>
			context.mode === 'plan' && call.name !== 'look'
				? { ...judge({ ...call, name: 'forbidden' }, context), rule: 'mode: plan' }
				: judge(call, context),
	};
	return world;
}

/** A world whose run works on a fork's commit, with the maintainer's vouch. */
function aVouchedWorld(folder: string, turns: readonly Turn[]): World {
	const world = aWorld(folder, turns, true);
	const { id: commentId } = world.say(maintainer, `/agent ok ${before}`);
	world.pullStart = { vouch: { by: { id: maintainer.id, login: maintainer.login }, commentId } };
	return world;
}

function push(world: World): void {
	if (world.pull !== undefined) world.pull = { ...world.pull, headSha: after };
}

function entriesOf({ checkpoints }: World) {
	const [saved] = checkpoints.values();
	return saved === undefined ? [] : parseEntries(saved.checkpoint.journal);
}

const voids = (world: World) =>
	entriesOf(world).flatMap((entry) => (entry.type === 'approval_void' ? [entry.why] : []));
const heads = (world: World) =>
	entriesOf(world).flatMap((entry) =>
		entry.type === 'approval_requested' ? entry.items.map(({ binding }) => binding) : [],
	);
const moved = `The pull request's head moved from \`${before.slice(0, 12)}\` to \`${after.slice(0, 12)}\`.`;

describe('TOCTOU after approval: an approval is valid for one head', () => {
	it('runs an approved call if the head is unchanged', async () => {
		using folder = temporaryFolder();
		const world = aWorld(folder.path, [{ calls: [danger('x')] }]);
		await world.job('comment/1', agentRequest());
		world.say(maintainer, '/approve A1');
		expect(await world.job('comment/2')).toMatchObject({ kind: 'completed' });
		expect(world.effects.get('danger x')).toBe(1);
	});

	it('asks again for all calls in one request after a push, and the new answer counts', async () => {
		using folder = temporaryFolder();
		const world = aWorld(folder.path, [{ calls: [danger('x'), danger('y')] }]);
		await world.job('comment/1', agentRequest());
		world.say(maintainer, '/approve all');
		push(world);
		const again = await world.job('comment/2');
		expect(again).toMatchObject({ kind: 'waiting', message: expect.stringMatching(/A3[\s\S]*A4/) });
		expect(world.effects.size).toBe(0);
		expect(voids(world)).toEqual([moved, moved]);
		expect(new Set(heads(world)).size).toBe(4);
		world.say(maintainer, '/approve all');
		expect(await world.job('comment/3')).toMatchObject({ kind: 'completed' });
		expect([...world.effects.values()]).toEqual([1, 1]);
	});

	it.each<[string, object, string]>([
		['closed', { open: false }, 'The pull request was closed.'],
		['merged', { open: false, merged: true }, 'The pull request was merged.'],
	])('runs no approved call if the pull request is %s', async (_what, now, why) => {
		using folder = temporaryFolder();
		const world = aWorld(folder.path, [{ calls: [danger('x')] }]);
		await world.job('comment/1', agentRequest());
		world.say(maintainer, '/approve A1');
		world.pull = { ...branch, ...now };
		expect(await world.job('comment/2')).toMatchObject({ kind: 'completed' });
		expect([world.effects.size, voids(world)]).toEqual([0, [why]]);
	});

	it('asks again if the pull request has a new base branch, and the new answer counts', async () => {
		using folder = temporaryFolder();
		const world = aWorld(folder.path, [{ calls: [danger('x')] }]);
		await world.job('comment/1', agentRequest());
		world.say(maintainer, '/approve A1');
		world.pull = { ...branch, baseBranch: 'release' };
		expect(await world.job('comment/2')).toMatchObject({ kind: 'waiting', message: expect.stringContaining('A2') });
		expect([world.effects.size, voids(world)]).toEqual([
			0,
			['The pull request is to be merged into `release` now, no longer into `main`.'],
		]);
		expect(new Set(heads(world)).size).toBe(2);
		world.say(maintainer, '/approve A2');
		expect(await world.job('comment/3')).toMatchObject({ kind: 'completed' });
		expect(world.effects.get('danger x')).toBe(1);
	});

	it('runs nothing after a merge between the approval and the execution', async () => {
		using folder = temporaryFolder();
		const world = aWorld(folder.path, [{ calls: [danger('x')] }]);
		await world.job('comment/1', agentRequest());
		world.say(maintainer, '/approve A1');
		world.onMoment = (name) => {
			if (name === 'append approval_upheld') world.pull = { ...branch, open: false, merged: true };
		};
		await world.job('comment/2');
		expect(world.effects.size).toBe(0);
	});

	it('continues a run with an old journal without the state and base of the pull request', async () => {
		using folder = temporaryFolder();
		const world = aWorld(folder.path, [{ calls: [danger('x')] }]);
		world.pullStart = { state: undefined, baseBranch: undefined } as never;
		await world.job('comment/1', agentRequest());
		world.say(maintainer, '/approve A1');
		world.pull = { ...branch, baseBranch: 'release' };
		expect(await world.job('comment/2')).toMatchObject({ kind: 'completed' });
		expect(world.effects.get('danger x')).toBe(1);
	});

	it('asks again after a push between the approval and the execution', async () => {
		using folder = temporaryFolder();
		const world = aWorld(folder.path, [{ calls: [danger('x')] }]);
		await world.job('comment/1', agentRequest());
		world.say(maintainer, '/approve A1');
		world.onMoment = (name) => {
			if (name === 'append approval_upheld') push(world);
		};
		expect(await world.job('comment/2')).toMatchObject({ kind: 'waiting', message: expect.stringContaining('A2') });
		expect(world.effects.size).toBe(0);
	});

	it('runs no delivery after a push, even if it needs no approval', async () => {
		using folder = temporaryFolder();
		const world = aVouchedWorld(folder.path, [{ calls: [{ tool: 'pull', args: {} }] }]);
		world.onMoment = (name) => {
			if (name === 'append tool_attempt') push(world);
		};
		await world.job('comment/1', agentRequest());
		expect(world.effects.size).toBe(0);
	});

	it('keeps a denial after a push', async () => {
		using folder = temporaryFolder();
		const world = aWorld(folder.path, [{ calls: [danger('x')] }]);
		await world.job('comment/1', agentRequest());
		world.say(maintainer, '/deny A1');
		push(world);
		expect(await world.job('comment/2')).toMatchObject({ kind: 'denied' });
	});
});

describe('pwn request: a vouch is valid for one commit of a fork', () => {
	it.each<[string, (world: World) => void]>([
		['a push', push],
		['the comment is edited', (world) => world.change(`/agent ok ${before}`, { edited: true })],
		['the comment is deleted', (world) => world.comments.splice(0, 1)],
		['the author loses write access', (world) => world.rights.set(maintainer.id, { role: 'read', mayWrite: false })],
	])('is void together with its requests: %s', async (_, change) => {
		using folder = temporaryFolder();
		const world = aVouchedWorld(folder.path, [{ calls: [danger('x')] }]);
		const second = { id: 8, login: 'second', type: 'User' };
		world.rights.set(second.id, { role: 'write', mayWrite: true });
		await world.job('comment/1', agentRequest());
		world.say(second, '/approve A1');
		change(world);
		const end = await world.job('comment/2');
		expect(end).toMatchObject({ kind: 'completed' });
		expect(world.effects.size).toBe(0);
		expect(voids(world)).toHaveLength(1);
		expect(world.comments.some(({ body }) => body.includes('the agent only reads'))).toBe(true);
	});

	it('is enough while nothing changes', async () => {
		using folder = temporaryFolder();
		const world = aVouchedWorld(folder.path, [{ calls: [danger('x')] }]);
		await world.job('comment/1', agentRequest());
		world.say(maintainer, '/approve A1');
		expect(await world.job('comment/2')).toMatchObject({ kind: 'completed' });
		expect(world.effects.get('danger x')).toBe(1);
	});

	it('does not count if a stranger wrote it', async () => {
		using folder = temporaryFolder();
		const world = aWorld(folder.path, [{ calls: [danger('x')] }], true);
		const { id: commentId } = world.say(stranger, `/agent ok ${before}`);
		world.pullStart = { vouch: { by: stranger, commentId } };
		await world.job('comment/1', agentRequest());
		world.say(maintainer, '/approve A1');
		await world.job('comment/2');
		expect(world.effects.size).toBe(0);
	});
});
