import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CountersignError } from '../../src/core/index.ts';
import { verifyChain } from '../../src/journal/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, maintainer, stranger, type Turn, World } from '../support/world.ts';

const look = { tool: 'look', args: {} };
const danger = { tool: 'danger', args: { text: 'x' } };
const minute = 60_000;
const looks = (count: number): readonly Turn[] =>
	Array.from({ length: count }, () => ({ text: 'I look.', calls: [look] }));

function worldOf(folder: string, turns: readonly Turn[], budget: World['budget']): World {
	const world = new World(join(folder, 'job'), turns);
	world.budget = { atCap: 'ask', ...budget };
	return world;
}

function requestsOf({ comments }: World): readonly string[] {
	return comments.map(({ body }) => body).filter((body) => /<!-- countersign:request:/.test(body));
}

const answerTo = (world: World, said: string, command: string) => {
	world.say(maintainer, said);
	world.loseDisk();
	return world.job(command);
};

/** Each request of this world costs two tokens. */
test('at the token cap the run asks, continues with the same amount, and asks again at the next cap', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, looks(9), { tokensPerRun: 4 });
	expect(await world.job('comment/1', agentRequest())).toMatchObject({
		kind: 'waiting',
		message: expect.stringMatching(/A1/),
	});
	expect(world.modelCalls).toBe(2);
	const [request = ''] = requestsOf(world);
	expect(request).toContain('### ✍️ A budget is used up: the run needs your approval to continue');
	expect(request).toContain('The run has used **4 of 4 tokens** (`budget.tokens_per_run`)');
	expect(request).toContain('- `/approve A1`: this run continues with a limit of 8 tokens (4 more).');
	expect(request).toContain('- `/deny A1`, or no answer: the run ends at once, without another request to the model.');
	expect(request).not.toContain('What the model says');
	expect(await answerTo(world, '/approve A1', 'comment/2')).toMatchObject({
		kind: 'waiting',
		message: expect.stringMatching(/A2/),
	});
	expect(world.modelCalls).toBe(4);
	expect(requestsOf(world)[1]).toContain('**8 of 8 tokens**');
	expect(requestsOf(world)[0]).toContain('✅ Approved');
	expect(await answerTo(world, '/deny A2 because that is enough', 'comment/3')).toEqual({
		kind: 'completed',
		reason: 'budget-exhausted',
		message:
			'Stopped at a limit. It has used 8 of 8 tokens (`budget.tokens_per_run`). @maintainer gave no more (A2): because that is enough',
	});
	expect(world.modelCalls).toBe(4);
	expect(world.requests.some(({ closing }) => closing)).toBe(false);
	expect(verifyChain(readFileSync(join(folder.path, 'job', 'journal.jsonl'))).kind).toBe('intact');
});

test('without an answer in time, the next job ends the run and asks nothing more', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, looks(9), { tokensPerRun: 4 });
	await world.job('comment/1', agentRequest());
	world.now += 25 * 60 * minute;
	expect(await world.job('sweep/1')).toMatchObject({
		reason: 'budget-exhausted',
		message: expect.stringContaining('Nobody answered A1 in time.'),
	});
	expect([world.modelCalls, requestsOf(world).length]).toEqual([2, 1]);
});

test('at the iteration cap the run asks; after a denial the model gives a last answer without tools [seeds 82]', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, [...looks(4), { text: 'So far I got.' }], { maxIterations: 2 });
	await world.job('comment/1', agentRequest());
	expect(requestsOf(world)[0]).toContain('The model has sent **2 of 2 replies that use tools** (`max_iterations`)');
	expect(requestsOf(world)[0]).toContain('`/deny A1`, or no answer: the model writes a last answer');
	expect(await answerTo(world, '/approve', 'comment/2')).toMatchObject({ kind: 'waiting' });
	expect(await answerTo(world, '/deny A2 because of it', 'comment/3')).toEqual({
		kind: 'completed',
		reason: 'iterations-exhausted',
		message: 'Stopped after 4 replies that use tools. @maintainer gave no more (A2): because of it',
	});
	expect(world.requests.map(({ closing }) => closing)).toEqual([false, false, false, false, true]);
});

test('caps that are reached together share one request, and each needs its own approval', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, looks(4), { tokensPerRun: 2, minutesPerRun: 5 });
	world.onMoment = (name) => {
		if (name === 'after tool look') world.now += 12 * minute;
	};
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ message: expect.stringContaining('A1, A2') });
	expect(requestsOf(world)).toHaveLength(1);
	// The limit grows in steps until it exceeds the use.
	expect(requestsOf(world)[0]).toContain('this run continues with a limit of 15 minutes (10 more)');
	expect(await answerTo(world, '/approve A1', 'comment/2')).toMatchObject({ kind: 'waiting' });
	expect(await answerTo(world, '/deny A2', 'comment/3')).toMatchObject({
		reason: 'budget-exhausted',
		message: expect.stringContaining('5 minutes (`budget.minutes_per_run`). @maintainer gave no more (A2)'),
	});
	expect(world.requests.map(({ closing }) => closing)).toEqual([false, true]);
});

test('a denial of more tokens ends the run at once, whatever else is open', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, looks(4), { tokensPerRun: 2, maxIterations: 1 });
	await world.job('comment/1', agentRequest());
	expect(await answerTo(world, '/deny A1', 'comment/2')).toMatchObject({ reason: 'budget-exhausted' });
	expect(world.modelCalls).toBe(1);
	expect(requestsOf(world)[0]).toContain('not done: the run is over');
});

test.each(['/approve A1 for-run', '/approve for-run everything', '/approve A1 always'])(
	'`%s` adds nothing to the budget and gets a reply',
	async (said) => {
		using folder = temporaryFolder();
		const world = worldOf(folder.path, looks(4), { tokensPerRun: 2 });
		await world.job('comment/1', agentRequest());
		expect(await answerTo(world, said, 'comment/2')).toMatchObject({ kind: 'waiting' });
		expect(world.modelCalls).toBe(1);
		const told = world.comments.filter(({ body }) =>
			body.includes('A1 asks for more of a budget, which you can approve only once'),
		);
		expect(told).toHaveLength(1);
		expect(await answerTo(world, '/approve A1', 'comment/3')).toMatchObject({ message: expect.stringContaining('A2') });
	},
);

test('a grant for the rest of the run does not raise a budget cap', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, [{ calls: [danger] }, ...looks(3)], { tokensPerRun: 4 });
	await world.job('comment/1', agentRequest());
	expect(await answerTo(world, '/approve A1 for-run everything', 'comment/2')).toMatchObject({
		message: expect.stringContaining('A2'),
	});
	expect(world.modelCalls).toBe(2);
});

test('only a maintainer raises a cap, a denial wins, and an edited request is asked again', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, looks(4), { tokensPerRun: 2 });
	await world.job('comment/1', agentRequest());
	world.say(stranger, '/approve A1');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'waiting' });
	const [request = ''] = requestsOf(world);
	world.change(request, { body: request.replace('limit of 4', 'limit of 400') });
	expect(await answerTo(world, '/approve A1', 'comment/3')).toMatchObject({ message: expect.stringContaining('A2') });
	expect(world.modelCalls).toBe(1);
	world.say(maintainer, '/approve A2');
	expect(await answerTo(world, '/deny A2', 'comment/4')).toMatchObject({ reason: 'budget-exhausted' });
	expect(world.modelCalls).toBe(1);
});

test('a model call with the id of a budget request is refused', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, [{ calls: [{ ...look, id: 'budget-1' }] }], { tokensPerRun: 2 });
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'failed', reason: 'model-refused' });
});

test('an approved cap does not appear in the requests to the model, which only grow', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, [...looks(2), { text: 'Done.' }], { tokensPerRun: 4 });
	await world.job('comment/1', agentRequest());
	expect(await answerTo(world, '/approve A1', 'comment/2')).toMatchObject({ reason: 'answered' });
	const [, second, third] = world.requests;
	expect(JSON.stringify(third)).not.toContain('budget');
	expect(third?.messages.slice(0, second?.messages.length)).toEqual(second?.messages);
});

test('at the daily cap the run asks before its first request to the model', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, [...looks(1), { text: 'Done.' }], { tokensPerDay: 10 });
	world.spent.push('refs/countersign/spent/2026-11-21/9-x-1/7/60', 'refs/countersign/spent/2026-11-21/9-x-2/4/60');
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'waiting' });
	expect(world.modelCalls).toBe(0);
	expect(requestsOf(world)[0]).toContain('**11 of 10 tokens** on 2026-11-21 UTC (`budget.tokens_per_day`)');
	expect(requestsOf(world)[0]).toContain(
		'this run continues. It asks again when all runs of 2026-11-21 UTC together have used 20 tokens (the limit was 10). The approval is valid only for this run and this day.',
	);
	expect(await answerTo(world, '/approve A1', 'comment/2')).toMatchObject({ reason: 'answered' });
	expect(world.modelCalls).toBe(2);
	// The process that only asked has used nothing, and the other one counts its own use.
	expect(world.spent.map((name) => name.replace(/\d+$/, 's')).slice(2)).toEqual([
		'2026-11-21/1-r-1/0/s',
		'2026-11-21/1-r-2/4/s',
	]);
});

test('an approval for one day does not count on the next day', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, looks(9), { tokensPerDay: 10 });
	world.spent.push('2026-11-21/9-x-1/10/60', '2026-11-22/9-x-1/12/60');
	await world.job('comment/1', agentRequest());
	world.now += 14 * 60 * minute;
	expect(await answerTo(world, '/approve A1', 'comment/2')).toMatchObject({ kind: 'waiting' });
	expect(requestsOf(world)[1]).toContain('**12 of 10 tokens** on 2026-11-22 UTC');
	expect(world.modelCalls).toBe(0);
});

test('the daily minutes include other runs and this process', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, looks(9), { minutesPerDay: 10 });
	world.spent.push('2026-11-21/9-x-1/10/300');
	world.onMoment = (name) => {
		if (name === 'after tool look') world.now += 6 * minute;
	};
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'waiting' });
	expect(requestsOf(world)[0]).toContain('**11 of 10 minutes** on 2026-11-21 UTC (`budget.minutes_per_day`)');
	expect(world.modelCalls).toBe(1);
	expect(world.spent.at(-1)).toMatch(/^2026-11-21\/1-r-1\/2\/3[6-9]\d$/);
});

test.each(['spent', 'note spent'])(
	'daily figures that cannot be reached (%s) fail the run and do not count as zero',
	async (what) => {
		using folder = temporaryFolder();
		const world = worldOf(folder.path, [], { tokensPerDay: 10 });
		world.onMoment = (name) => {
			if (name !== `before ${what}`) return;
			throw new CountersignError({ code: 'github-unreachable', message: 'GitHub does not answer.', fix: 'Try again.' });
		};
		expect(await world.job('comment/1', agentRequest())).toMatchObject({
			kind: 'failed',
			reason: 'github-unreachable',
		});
		expect(world.modelCalls).toBe(what === 'spent' ? 0 : 1);
	},
);

test('without a daily cap, the run neither reads nor writes daily figures', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, looks(1), { tokensPerRun: 100 });
	const moments: string[] = [];
	world.onMoment = (name) => void moments.push(name);
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ reason: 'answered' });
	expect(moments.filter((name) => name.includes('spent'))).toEqual([]);
});

test('a push to the pull request voids a budget request, and the run asks again', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, looks(4), { tokensPerRun: 2 });
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
	expect(await answerTo(world, '/approve A1', 'comment/2')).toMatchObject({ message: expect.stringContaining('A2') });
	expect(world.modelCalls).toBe(1);
	expect(await answerTo(world, '/approve A2', 'comment/3')).toMatchObject({ message: expect.stringContaining('A3') });
	expect(world.modelCalls).toBe(2);
});

test.each([
	['/deny A2 because so', '@maintainer gave no more (A2): because so'],
	['/agent stop', '@maintainer stopped it.'],
])('`%s` at a daily cap ends the run, and the message says why', async (said, words) => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, looks(9), { tokensPerDay: 10 });
	world.spent.push('2026-11-21/9-x-1/18/60');
	await world.job('comment/1', agentRequest());
	expect(await answerTo(world, '/approve A1', 'comment/2')).toMatchObject({ message: expect.stringContaining('A2') });
	const { message } = await answerTo(world, said, 'comment/3');
	expect(message).toContain(words);
	if (said.startsWith('/deny')) expect(message).toContain('The 20 tokens of 2026-11-21 (UTC) are used up');
});
