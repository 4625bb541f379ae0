import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Comment, type EntryBody, type EntryOf, sha256, type Verdict } from '../../src/core/index.ts';
import { parseEntries, verifyJournalFile } from '../../src/journal/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, Killed, maintainer, type Turn, World } from '../support/world.ts';

const danger = (text: string) => ({ tool: 'danger', args: { text } });
const twoLong: readonly Turn[] = [
	{ calls: [danger('x'.repeat(40_000)), danger('y'.repeat(40_000))] },
	{ text: 'Done.' },
];

const requestsIn = ({ comments }: World): readonly Comment[] =>
	comments.filter(
		(comment) => comment.body.includes('needs your approval') || comment.body.includes('need your approval'),
	);

function entriesOf<T extends EntryBody['type']>(world: World, type: T): readonly EntryOf<T>[] {
	const entries = parseEntries(world.checkpoints.get('1-r')?.checkpoint.journal ?? new Uint8Array());
	return entries.filter((entry) => entry.type === type) as never;
}

/** A world whose gate adds this to each verdict. */
function aWorld(
	folder: string,
	turns: readonly Turn[],
	verdict: Partial<Verdict> = {},
	secrets: readonly string[] = [],
): World {
	const world = new World(join(folder, 'job'), turns, secrets);
	const { gate } = world;
	world.gate = { judge: (call, context) => ({ ...gate.judge(call, context), ...verdict }) };
	return world;
}

test('a request can have two comments; the journal names both, and answers come after the last', async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, twoLong);
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ message: expect.stringMatching(/ A1, A2\.$/) });
	const posted = requestsIn(world);
	expect(posted).toHaveLength(2);
	const [entry] = entriesOf(world, 'approval_requested');
	expect(entry?.comments?.map(({ id }) => id)).toEqual(posted.map(({ id }) => id));
	expect(entry?.comment_id).toBe(posted[1]?.id);
	world.say(maintainer, '/approve all');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'completed' });
	expect([...world.effects.values()]).toEqual([1, 1]);
});

test('an answer between the comments of a request does not count', async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, twoLong);
	let posted = 0;
	world.onMoment = (name) => {
		// The first comment is the one that shows progress.
		if (name === 'after comment' && ++posted === 2) world.say(maintainer, '/approve A1 A2');
	};
	await world.job('comment/1', agentRequest());
	expect(requestsIn(world).at(-1)?.id).toBe(world.comments.at(-1)?.id);
	expect(await world.job('comment/2')).toMatchObject({ kind: 'waiting' });
	expect(world.effects.size).toBe(0);
});

test.each([0, 1])('the run asks again if comment %i of a request in two comments is changed', async (index) => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, twoLong);
	await world.job('comment/1', agentRequest());
	const comment = requestsIn(world)[index] ?? expect.fail('nothing was asked');
	world.comments[world.comments.indexOf(comment)] = {
		...comment,
		body: comment.body.replace('shell', 'harmless').concat(' '),
	};
	world.say(maintainer, '/approve all');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'waiting', message: expect.stringContaining('A3') });
	expect(world.effects.size).toBe(0);
});

test.each([0, 1])('a request in two comments is withdrawn if comment %i is deleted', async (index) => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, twoLong);
	await world.job('comment/1', agentRequest());
	const comment = requestsIn(world)[index] ?? expect.fail('nothing was asked');
	world.comments.splice(world.comments.indexOf(comment), 1);
	world.say(maintainer, '/approve all');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'denied' });
	expect(world.effects.size).toBe(0);
});

test.each([
	['kept', true],
	['lost', false],
])('a job that dies while it asks in two comments posts none of them twice, disk %s', async (_disk, keepDisk) => {
	let moments = 0;
	for (let killAt = 0; killAt <= Math.max(moments, 1); killAt += 1) {
		using folder = temporaryFolder();
		const world = aWorld(folder.path, twoLong);
		let seen = 0;
		world.onMoment = (name) => {
			seen += 1;
			if (seen === killAt) throw new Killed(name);
		};
		try {
			await world.job('comment/1', agentRequest());
		} catch (error) {
			if (!(error instanceof Killed)) throw error;
			if (!keepDisk) world.loseDisk();
			expect(await world.job('comment/1', agentRequest()), `killed at ${killAt}`).toMatchObject({ kind: 'waiting' });
		}
		if (killAt === 0) moments = seen;
		const posted = requestsIn(world);
		expect(
			posted.map(({ body }) => /part \d of \d/.exec(body)?.[0]),
			`killed at ${killAt}`,
		).toEqual(['part 1 of 2', 'part 2 of 2']);
		world.say(maintainer, '/approve all');
		expect(await world.job('comment/2'), `killed at ${killAt}`).toMatchObject({ kind: 'completed' });
		expect([...world.effects.values()]).toEqual([1, 1]);
	}
	expect(moments).toBeGreaterThan(20);
});

test("leftover comments of a dead job's longer request say that they need no answer", async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, [{ calls: [danger('x')] }, { text: 'Done.' }], { executes: ['a.sh', 'b.sh'] });
	for (const path of ['a.sh', 'b.sh']) world.ignored.set(path, path.repeat(12_000));
	let posted = 0;
	world.onMoment = (name) => {
		if (name === 'after comment' && ++posted === 2) throw new Killed(name);
	};
	await expect(world.job('comment/1', agentRequest())).rejects.toThrow(Killed);
	world.onMoment = () => undefined;
	for (const path of ['a.sh', 'b.sh']) world.ignored.set(path, 'short');
	await world.job('comment/1', agentRequest());
	expect(requestsIn(world)).toHaveLength(1);
	expect(world.comments.filter(({ body }) => body.includes('It needs no answer here'))).toHaveLength(1);
	world.say(maintainer, '/approve A1');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'completed' });
});

test('a request shows the full script, and a changed script is judged again first', async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, [{ calls: [danger('x')] }, { text: 'Done.' }], { executes: ['run.sh'] });
	world.ignored.set('run.sh', 'echo before');
	world.onMoment = (name) => {
		if (name === 'appended tool_attempt' && world.ignored.get('run.sh') === 'echo before')
			world.ignored.set('run.sh', 'echo after');
	};
	await world.job('comment/1', agentRequest());
	const [request, ...others] = requestsIn(world);
	expect(others).toEqual([]);
	expect(request?.body).toContain('##### It would execute `run.sh`\n```sh\necho after\n```');
	expect(request?.body).not.toContain('echo before');
	const attempts = entriesOf(world, 'tool_attempt');
	expect(new Set(attempts.map(({ binding }) => binding)).size).toBe(2);
	const [asked] = entriesOf(world, 'approval_requested');
	expect(asked?.items[0]?.binding).toBe(attempts.at(-1)?.binding);
	expect(attempts.map(({ executes }) => executes)).toEqual([
		[{ path: 'run.sh', hash: sha256('echo before') }],
		[{ path: 'run.sh', hash: sha256('echo after') }],
	]);
	// The journal does not keep scripts as contents.
	expect(await verifyJournalFile(world.folder, undefined)).toMatchObject({ ok: true });
});

test('a request shows no file with a credential in its name or content', async () => {
	using folder = temporaryFolder();
	const secret = 'a-token-that-was-registered';
	const turns = [{ calls: [danger('x')] }, { text: 'Done.' }];
	const world = aWorld(folder.path, turns, { executes: ['.env', 'run.sh', 'a/.git/hooks/x'] }, [secret]);
	world.ignored.set('.env', 'KEY=of-which-nobody-told-us');
	world.ignored.set('run.sh', `curl -H "${secret}"`);
	world.ignored.set('a/.git/hooks/x', 'header = of-an-earlier-step');
	await world.job('comment/1', agentRequest());
	const body = requestsIn(world)[0]?.body ?? '';
	expect(body.match(/\*\*Not shown\*\*, because it contains a credential/g)).toHaveLength(3);
	expect(body).not.toMatch(/of-which-nobody|a-token-that|of-an-earlier/);
});

test('a call is blocked if its script is too long to show in full', async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, [{ calls: [danger('x')] }, { text: 'Done.' }], { executes: ['run.sh'] });
	world.ignored.set('run.sh', 'true\n'.repeat(12_000));
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'completed' });
	expect(requestsIn(world)).toEqual([]);
	expect(entriesOf(world, 'tool_attempt')[0]).toMatchObject({ decision: 'block', matched_rule: 'too-long-to-show' });
});

const append = (text: string) => ({ tool: 'append', args: { path: 'a.txt', text } });

test('a request shows a file change as a difference, and its approval covers only this change', async () => {
	using folder = temporaryFolder();
	const turns = [{ calls: [append('one\n'), append('two\n')] }, { text: 'Done.' }];
	const world = aWorld(folder.path, turns, { decision: 'confirm' });
	world.base.set('a.txt', 'zero\n');
	world.loseDisk();
	await world.job('comment/1', agentRequest());
	const body = requestsIn(world)[0]?.body ?? '';
	expect(body).toContain('```diff\n--- a/a.txt\n+++ b/a.txt\n@@ -1,1 +1,2 @@\n zero\n+one\n```');
	expect(body).toContain(' zero\n+two\n```');
	world.say(maintainer, '/approve all');
	// The second call was approved for a file without the first change.
	expect(await world.job('comment/2')).toMatchObject({ kind: 'waiting', message: expect.stringContaining('A3') });
	expect(world.disk.get('a.txt')).toBe('zero\none\n');
	expect(requestsIn(world).at(-1)?.body).toContain(' zero\n one\n+two\n```');
	world.say(maintainer, '/approve A3');
	expect(await world.job('comment/3')).toMatchObject({ kind: 'completed' });
	expect(world.disk.get('a.txt')).toBe('zero\none\ntwo\n');
});
