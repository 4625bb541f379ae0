import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseEntries, verifyChain } from '../../src/journal/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, maintainer, stranger, type Turn, World } from '../support/world.ts';

const look = { calls: [{ tool: 'look', args: {} }] };
const first = 'First I append to a.txt, then I open a pull request.';
const story: readonly Turn[] = [
	look,
	{ text: first },
	{ calls: [{ tool: 'append', args: { path: 'a.txt', text: 'one' } }] },
	{ calls: [{ tool: 'pull', args: {} }] },
	{ text: 'All done.' },
];

function worldOf(folder: string, turns = story): World {
	const world = new World(join(folder, 'job'), turns);
	world.mode = 'plan';
	world.planned = 'edit';
	const plain = world.gate;
	world.gate = {
		judge: (call, context) =>
			context.mode === 'plan' && call.name !== 'look'
				? { ...plain.judge({ ...call, name: 'forbidden' }, context), rule: 'mode: plan' }
				: plain.judge(call, context),
	};
	return world;
}

function requestsOf({ comments }: World): readonly string[] {
	return comments.map(({ body }) => body).filter((body) => /<!-- countersign:request:/.test(body));
}

const answerTo = (world: World, said: string, command: string, who = maintainer) => {
	world.say(who, said);
	world.loseDisk();
	return world.job(command);
};

const typesIn = (folder: string): readonly string[] =>
	parseEntries(readFileSync(join(folder, 'job', 'journal.jsonl'))).map(({ type }) => type);

const bodiesToModel = ({ requests }: World): readonly string[] =>
	requests.map(({ messages }) => messages.flatMap((one) => (one.role === 'user' ? [one.text] : [])).join('\n---\n'));

test('a plan waits for approval, and then the same run carries it out in mode edit', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path);
	expect(await world.job('comment/1', agentRequest())).toMatchObject({
		kind: 'waiting',
		message: expect.stringMatching(/A1/),
	});
	expect(world.questions).toEqual([]);
	const [request = ''] = requestsOf(world);
	expect(request).toContain('### ✍️ A plan needs your approval');
	expect(request).toContain(`> ${first}`);
	expect(request).toContain('`/approve A1`: this run carries out the plan in mode `edit`');
	expect(await answerTo(world, '/approve A1', 'comment/2')).toMatchObject({
		kind: 'completed',
		reason: 'changes-undelivered',
	});
	expect([world.disk.get('a.txt'), world.effects.get('pull'), world.modelCalls]).toEqual(['one', 1, 5]);
	expect(world.questions).toHaveLength(1);
	expect(requestsOf(world)[0]).toContain('✅ Approved');
	expect(bodiesToModel(world)[2]).toMatch(/Plan A1 was approved by @maintainer, exactly as you wrote it above\./);
	expect(bodiesToModel(world)[2]).toContain('You are no longer in mode `plan`. Mode `edit`:');
	// The run is over, so no approval is shown as valid.
	expect(world.comments[0]?.body).toMatch(/\n\n<sub>.* mode edit /);
	expect(world.comments[0]?.body).not.toContain('Approved for the rest of this run');
	expect(verifyChain(readFileSync(join(folder.path, 'job', 'journal.jsonl'))).kind).toBe('intact');
	// Each request of the model only adds to the one before.
	for (const [index, { messages }] of world.requests.slice(1).entries()) {
		const before = world.requests[index]?.messages ?? [];
		expect(messages.slice(0, before.length)).toEqual(before);
	}
});

test('a denial with a reason leads to a new plan, and one without a reason ends the run', async () => {
	using folder = temporaryFolder();
	const second = 'I only append to a.txt.';
	const world = worldOf(folder.path, [look, { text: first }, { text: second }, ...story.slice(2)]);
	await world.job('comment/1', agentRequest());
	const said = '/deny A1 because no pull request is wanted';
	expect(await answerTo(world, said, 'comment/2')).toMatchObject({
		kind: 'waiting',
		message: expect.stringMatching(/A2/),
	});
	expect(bodiesToModel(world)[2]).toContain(
		'Plan A1 was denied by @maintainer. Their reason: “because no pull request is wanted”.',
	);
	expect(requestsOf(world).map((body) => body.includes(`> ${second}`))).toEqual([false, true]);
	expect(requestsOf(world)[0]).toContain('🛑 denied by `@maintainer`');
	expect(await answerTo(world, '/deny A2', 'comment/3')).toEqual({
		kind: 'denied',
		reason: 'denied-by-maintainer',
		message: 'Nothing was changed. Plan A2 was denied by @maintainer.',
	});
	expect([world.modelCalls, world.disk.get('a.txt')]).toEqual([3, undefined]);
});

test('the model writes at most two new plans after denials', async () => {
	using folder = temporaryFolder();
	const world = worldOf(
		folder.path,
		['one', 'two', 'three', 'four'].map((text) => ({ text })),
	);
	await world.job('comment/1', agentRequest());
	for (const number of [1, 2]) await answerTo(world, `/deny A${number} because of it`, `comment/${number + 1}`);
	expect(requestsOf(world)[2]).toContain('- `/deny A3`, or no answer: the run ends.');
	expect(await answerTo(world, '/deny A3 because of it', 'comment/4')).toMatchObject({
		kind: 'denied',
		message: 'Nothing was changed. Plan A3 was denied by @maintainer: because of it',
	});
	expect(world.modelCalls).toBe(3);
});

test('without an answer in time, the next job ends the run', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path);
	await world.job('comment/1', agentRequest());
	world.now += 25 * 3_600_000;
	expect(await world.job('sweep/1')).toMatchObject({
		kind: 'denied',
		message: 'Nothing was changed. Plan A1 was not approved: nobody answered in time.',
	});
	expect([world.modelCalls, requestsOf(world).length]).toEqual([2, 1]);
});

test("a plan needs a maintainer's answer to an unedited request, and a deleted request is withdrawn", async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path);
	await world.job('comment/1', agentRequest());
	expect(await answerTo(world, '/approve A1', 'comment/2', stranger)).toMatchObject({ kind: 'waiting' });
	const [request = ''] = requestsOf(world);
	world.change(request, { body: request.replace('I append', 'I look') });
	expect(await answerTo(world, '/approve A1', 'comment/3')).toMatchObject({
		kind: 'waiting',
		message: expect.stringMatching(/A2/),
	});
	expect([world.modelCalls, world.disk.get('a.txt')]).toEqual([2, undefined]);
	const at = world.comments.findIndex(({ body }) => body === requestsOf(world)[1]);
	world.comments.splice(at, 1);
	expect(await answerTo(world, '/approve A2', 'comment/4')).toMatchObject({
		kind: 'denied',
		message: 'Nothing was changed. Plan A2 was withdrawn.',
	});
});

test.each(['/approve A1 for-run', '/approve A1 always'])(
	'`%s` does not approve a plan and gets a reply',
	async (said) => {
		using folder = temporaryFolder();
		const world = worldOf(folder.path);
		await world.job('comment/1', agentRequest());
		expect(await answerTo(world, said, 'comment/2')).toMatchObject({ kind: 'waiting' });
		const told = world.comments.filter(({ body }) =>
			body.includes('A1 asks for approval of a plan, which you can approve'),
		);
		expect([told.length, world.modelCalls]).toEqual([1, 2]);
	},
);

test('a denial wins over an approval until the plan is carried out', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path);
	await world.job('comment/1', agentRequest());
	world.say(maintainer, '/approve A1');
	expect(await answerTo(world, '/deny A1', 'comment/2')).toMatchObject({ kind: 'denied' });
	expect(world.modelCalls).toBe(2);
});

test('an approval does not count if its author loses write access before the mode changes', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path);
	await world.job('comment/1', agentRequest());
	let looks = 0;
	world.onLook = (name) => {
		if (name !== `rights ${maintainer.id}`) return;
		looks += 1;
		if (looks === 1) world.rights.set(maintainer.id, { role: 'read', mayWrite: false });
	};
	expect(await answerTo(world, '/approve A1', 'comment/2')).toMatchObject({
		kind: 'waiting',
		message: expect.stringMatching(/A2/),
	});
	expect([world.modelCalls, world.disk.get('a.txt')]).toEqual([2, undefined]);
});

test.each([
	[
		'the signer lost write access',
		(world: World) => void world.rights.set(maintainer.id, { role: 'read', mayWrite: false }),
		/no longer has write access/,
	],
	['the comment was edited', (world: World) => world.change('/approve A1', { edited: true }), /is gone, or was edited/],
])('a later job of a plan checks the approval again: %s', async (_what, happens, words) => {
	using folder = temporaryFolder();
	const danger = { calls: [{ tool: 'danger', args: { text: 'x' } }] };
	const world = worldOf(folder.path, [{ text: first }, danger, { text: 'All done.' }]);
	const other = { id: 8, login: 'other', type: 'User' };
	world.rights.set(other.id, { role: 'admin', mayWrite: true });
	await world.job('comment/1', agentRequest());
	expect(await answerTo(world, '/approve A1', 'comment/2')).toMatchObject({
		kind: 'waiting',
		message: expect.stringMatching(/A2/),
	});
	happens(world);
	const end = await answerTo(world, '/approve A2', 'comment/3', other);
	expect(end).toMatchObject({ kind: 'denied', message: expect.stringMatching(words) });
	expect([world.effects.size, world.modelCalls]).toEqual([0, 2]);
});

test('a later job continues an unchanged plan, even if the head moved after the plan began', async () => {
	using folder = temporaryFolder();
	const danger = { calls: [{ tool: 'danger', args: { text: 'x' } }] };
	const world = worldOf(folder.path, [{ text: first }, danger, { text: 'All done.' }]);
	const pull = {
		number: 1,
		headSha: 'a'.repeat(40),
		headBranch: 'topic',
		fork: false,
		own: false,
		open: true,
		merged: false,
		baseBranch: 'main',
	};
	world.pull = pull;
	await world.job('comment/1', agentRequest());
	await answerTo(world, '/approve A1', 'comment/2');
	world.pull = { ...pull, headSha: 'c'.repeat(40) };
	await answerTo(world, '/approve A2', 'comment/3');
	expect(await answerTo(world, '/approve A3', 'comment/4')).toMatchObject({ kind: 'completed', reason: 'answered' });
	expect([...world.effects]).toEqual([['danger x', 1]]);
	expect(typesIn(folder.path).filter((type) => type === 'plan_upheld')).toHaveLength(2);
});

test('a switched-off job does not check the approval of a plan, and the run keeps waiting', async () => {
	using folder = temporaryFolder();
	const danger = { calls: [{ tool: 'danger', args: { text: 'x' } }] };
	const world = worldOf(folder.path, [{ text: first }, danger, { text: 'All done.' }]);
	await world.job('comment/1', agentRequest());
	await answerTo(world, '/approve A1', 'comment/2');
	world.off = 'label';
	world.change('/approve A1', { edited: true });
	expect(await answerTo(world, '/approve A2', 'comment/3')).toMatchObject({
		kind: 'cancelled',
		reason: 'switched-off',
	});
	world.off = undefined;
	expect(await world.job('comment/4')).toMatchObject({
		kind: 'denied',
		message: expect.stringMatching(/is gone, or was edited/),
	});
	expect(world.effects.size).toBe(0);
});

test('a push to the pull request voids the request for a plan, and the run asks again', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path);
	const pull = {
		number: 1,
		headSha: 'a'.repeat(40),
		headBranch: 'topic',
		fork: false,
		own: false,
		open: true,
		merged: false,
		baseBranch: 'main',
	};
	world.pull = pull;
	await world.job('comment/1', agentRequest());
	world.pull = { ...pull, headSha: 'c'.repeat(40) };
	expect(await answerTo(world, '/approve A1', 'comment/2')).toMatchObject({
		kind: 'waiting',
		message: expect.stringMatching(/A2/),
	});
	expect([world.modelCalls, world.disk.get('a.txt')]).toEqual([2, undefined]);
	expect(await answerTo(world, '/approve A2', 'comment/3')).toMatchObject({ kind: 'completed' });
});

test('on a fork without a vouch, an answer is not treated as a plan', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path);
	world.pull = {
		number: 1,
		headSha: 'a'.repeat(40),
		headBranch: 'topic',
		fork: true,
		own: false,
		open: true,
		merged: false,
		baseBranch: 'main',
	};
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'completed', reason: 'answered' });
	expect(requestsOf(world)).toEqual([]);
});

test('in mode plan without a request for a plan, an answer is not treated as a plan', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path);
	world.planned = undefined;
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'completed', reason: 'answered' });
	expect(requestsOf(world)).toEqual([]);
});

test('a long plan is shown in parts, and the model must shorten one that is too long', async () => {
	using folder = temporaryFolder();
	const long = 'A step of the plan.\n'.repeat(5000);
	const world = worldOf(folder.path, [{ text: `${long}${long}` }, { text: long }, ...story.slice(2)]);
	await world.job('comment/1', agentRequest());
	expect(bodiesToModel(world)[1]).toContain('this one is too long for three comments');
	const parts = world.comments.filter(({ body }) => body.startsWith('### ✍️ A plan needs your approval (part '));
	expect(parts.length).toBeGreaterThan(1);
	const shown = parts.map(({ body }) => body).join('\n');
	expect(shown.match(/^A step of the plan\.$/gm)).toHaveLength(5000);
	expect(await answerTo(world, '/approve A1', 'comment/2')).toMatchObject({ kind: 'completed' });
});

test('a request for a plan spells out its invisible characters', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, [
		{ text: 'I read\u200b it.\n@somebody <!-- hidden --> ![x](https://example.com/x)' },
	]);
	await world.job('comment/1', agentRequest());
	const [request = ''] = requestsOf(world);
	expect(request).toContain('> I read it.\n> `@somebody` &lt;!-- hidden --> !\\[x](https://example.com/x)');
	expect(request).toContain('I read\\u{200b} it.');
});

test('an approved plan starts with zero iterations, and a last answer at a cap is not a plan', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, [look, look, { text: 'Not finished.' }]);
	world.budget = { maxIterations: 2, atCap: 'end' };
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ reason: 'iterations-exhausted' });
	expect(requestsOf(world)).toEqual([]);
	using second = temporaryFolder();
	const other = worldOf(second.path, [look, { text: first }, ...story.slice(2)]);
	other.budget = { maxIterations: 2, atCap: 'end' };
	await other.job('comment/1', agentRequest());
	expect(await answerTo(other, '/approve A1', 'comment/2')).toMatchObject({ kind: 'completed' });
	expect([other.disk.get('a.txt'), other.effects.get('pull')]).toEqual(['one', 1]);
	expect(other.requests.map(({ closing }) => closing)).toEqual([false, false, false, false, true]);
});

test('a model call with the id of a plan is refused', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, [{ calls: [{ tool: 'look', args: {}, id: 'plan-1' }] }]);
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'failed', reason: 'model-refused' });
});

test('a redelivered approval does not carry out the plan again', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path);
	await world.job('comment/1', agentRequest());
	await answerTo(world, '/approve A1', 'comment/2');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'completed' });
	expect(await answerTo(world, '/approve A1', 'comment/3')).toMatchObject({ kind: 'completed' });
	expect([world.disk.get('a.txt'), world.effects.get('pull'), world.modelCalls]).toEqual(['one', 1, 5]);
	expect(typesIn(folder.path).filter((type) => type === 'mode_changed')).toHaveLength(1);
});

test('a grant from before an approved plan does not count after it', async () => {
	using folder = temporaryFolder();
	const danger = (text: string) => ({ calls: [{ tool: 'danger', args: { text } }] });
	const world = worldOf(folder.path, [danger('read'), { text: first }, danger('write'), { text: 'All done.' }]);
	// Mode `plan` asks about calls that only reach another machine.
	world.gate = new World(folder.path, []).gate;
	await world.job('comment/1', agentRequest());
	const granted = await answerTo(world, '/approve A1 for-run everything', 'comment/2');
	expect(granted).toMatchObject({ kind: 'waiting', message: expect.stringMatching(/A2/) });
	expect(world.comments[0]?.body).toContain(
		'Approved for the rest of this run: everything that needs approval, by `@maintainer` (A1)',
	);
	expect(await answerTo(world, '/approve A2', 'comment/3')).toMatchObject({
		kind: 'waiting',
		message: expect.stringMatching(/A3/),
	});
	expect(world.comments[0]?.body).toContain(
		'Approved for the rest of this run: the plan, in mode edit, by `@maintainer` (A2)\n',
	);
	expect([...world.effects]).toEqual([['danger read', 1]]);
});

test('setup runs after a plan is approved, not before', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path);
	world.setup = [{ run: 'install', hosts: [], seconds: 600 }];
	await world.job('comment/1', agentRequest());
	expect(world.setups).toEqual([]);
	await answerTo(world, '/approve A1', 'comment/2');
	expect(world.setups).toHaveLength(1);
	expect(bodiesToModel(world)[2]).toContain('these commands run by themselves:\n\n    install');
});

test('answers to a plan are remembered as feedback with their reason [seeds 12]', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, [look, { text: first }, { text: 'I only append.' }, ...story.slice(2)]);
	await world.job('comment/1', agentRequest());
	await answerTo(world, '/deny A1 because no pull request is wanted', 'comment/2');
	expect(await answerTo(world, '/approve A2', 'comment/3')).toMatchObject({ kind: 'completed' });
	const job = join(folder.path, 'job');
	const remembered = parseEntries(readFileSync(join(job, 'journal.jsonl'))).findLast(
		(one) => one.type === 'remembered',
	);
	const feedback = readFileSync(join(job, 'blobs', remembered?.feedback.sha256 ?? ''), 'utf8');
	const [no, yes] = feedback.split(/^- \d\d:\d\d \| /m).filter((row) => row.startsWith('plan '));
	expect(no).toMatch(
		/^plan \| denied\n[\s\S]* {2}- Reason: because no pull request is wanted\n {2}- By: @maintainer\n/,
	);
	expect(yes).toMatch(/^plan \| approved\n[\s\S]* {2}- By: A2 by @maintainer\n/);
	expect(feedback).not.toContain('plan | success');
});
