import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { CountersignError, type Entry, type EntryBody, type EntryOf, type Gate, sha256 } from '../../src/core/index.ts';
import { createRedactor, parseEntries } from '../../src/journal/index.ts';
import { requirePublished } from '../../src/run/open/anchor.ts';
import { openRunJournal } from '../../src/run/state/run-journal.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, Killed, maintainer, stranger, type Turn, World } from '../support/world.ts';

const danger = (text: string) => ({ tool: 'danger', args: { text } });

async function aWaitingRun(folder: string, turns: readonly Turn[]): Promise<World> {
	const world = new World(join(folder, 'job'), turns);
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'waiting' });
	world.loseDisk();
	return world;
}

/** An attacker who can write only the run's ref adds lines after the published ones. */
function addLines(world: World, lines: (entries: readonly Entry[]) => readonly EntryBody[]): Buffer {
	const [[run, { checkpoint, version }] = never()] = world.checkpoints;
	let { count, head } = checkpoint.label;
	let journal = Buffer.from(checkpoint.journal);
	for (const body of lines(parseEntries(journal))) {
		count += 1;
		const line = Buffer.from(JSON.stringify({ prev: head, seq: count, at: '2026-11-21T12:30:00.000Z', ...body }));
		head = sha256(line);
		journal = Buffer.concat([journal, line, Buffer.from('\n')]);
	}
	const label = { ...checkpoint.label, count, head };
	world.checkpoints.set(run, { version, checkpoint: { ...checkpoint, journal, label } });
	return journal;
}

function never(): never {
	throw new Error('nothing was saved');
}

/** Returns the last entry of this type, without its place in the chain. */
function last<K extends EntryBody['type']>(type: K, entries: readonly Entry[]): EntryOf<K> {
	const found = entries.findLast((entry) => entry.type === type) ?? never();
	const { prev: _, seq: __, at: ___, ...body } = found;
	return body as unknown as EntryOf<K>;
}

/** A gate that allows what was granted. */
const obeying = (gate: Gate): Gate => ({
	judge: (call, context) => {
		const verdict = gate.judge(call, context);
		const isGranted = context.grants.some(
			(grant) => grant.kind === 'blanket' || (grant.kind === 'tool' && grant.tool === call.name),
		);
		const asks = verdict.decision === 'confirm' || call.name === 'pull';
		return asks ? { ...verdict, decision: isGranted ? 'allow' : 'confirm' } : verdict;
	},
});

const approval = (comment: { readonly id: number }, more: Partial<EntryOf<'approval'>>): EntryBody => ({
	type: 'approval',
	id: 'A1',
	call_id: 'c0_0',
	tool_name: 'danger',
	approved: true,
	user_id: maintainer.id,
	user: maintainer.login,
	role: 'admin',
	approver_type: 'human',
	comment_id: comment.id,
	clauses: [0],
	...more,
});

describe('lines that an attacker adds to the saved journal of a waiting run', () => {
	it('cannot allow a call by a verdict, because the call is judged again [seeds 83]', async () => {
		using folder = temporaryFolder();
		const world = await aWaitingRun(folder.path, [{ calls: [danger('x')] }, { text: 'Done.' }]);
		addLines(world, (entries) => [{ ...last('tool_attempt', entries), decision: 'allow' }]);
		world.say(stranger, '/approve A1');
		expect(await world.job('comment/2')).toMatchObject({ kind: 'waiting' });
		expect(world.effects.size).toBe(0);
		world.say(maintainer, '/approve A1');
		expect(await world.job('comment/3')).toMatchObject({ kind: 'completed' });
		expect(world.effects.get('danger x')).toBe(1);
	});

	it.each([
		['without an approval', (entries: readonly Entry[]) => [last('approval_requested', entries)].slice(1), /Nobody/],
		[
			'with the answer to another request',
			(entries: readonly Entry[], comment: { readonly id: number }): readonly EntryBody[] => {
				const first = entries.filter(({ seq }) => seq <= entries.findIndex(({ type }) => type === 'approval'));
				const { items: _, ...posted } = last('approval_requested', first);
				return [
					{ ...last('tool_attempt', entries), call_id: 'plan-1', tool_name: 'plan', origin: 'run' },
					{ ...posted, items: [{ id: 'A1', call_id: 'plan-1', binding: sha256('plan'), again: false }] },
					approval(comment, { call_id: 'plan-1', tool_name: 'plan' }),
				];
			},
			/does not show this plan/,
		],
	] as const)('cannot change the mode by a plan %s', async (_what, signed, words) => {
		using folder = temporaryFolder();
		const world = new World(join(folder.path, 'job'), [{ calls: [danger('x')] }, { calls: [danger('y')] }]);
		world.mode = 'plan';
		world.planned = 'edit';
		await world.job('comment/1', agentRequest());
		const comment = world.say(maintainer, '/approve A1');
		await world.job('comment/2');
		world.loseDisk();
		const { args } = last('model_reply', parseEntries(addLines(world, () => []))).calls[0] ?? never();
		addLines(world, (entries) => [
			approval(comment, { id: 'A2', call_id: 'c1_0', approved: false }),
			{ type: 'plan_proposed', call_id: 'plan-1', mode: 'edit', args },
			...signed(entries, comment),
			{ type: 'mode_changed', call_id: 'plan-1', mode: 'edit', told: args },
		]);
		expect(await world.job('comment/3')).toMatchObject({ kind: 'denied', message: expect.stringMatching(words) });
		expect([world.modelCalls, world.effects.get('danger y')]).toEqual([2, undefined]);
	});

	it('cannot allow a call by a verdict before a request', async () => {
		using folder = temporaryFolder();
		const world = await aWaitingRun(folder.path, [{ calls: [danger('x')] }, { text: 'Done.' }]);
		addLines(world, (entries) => [
			{ type: 'approval_void', id: 'A1', call_id: 'c0_0', why: 'none' },
			{ ...last('tool_attempt', entries), decision: 'allow' },
			{ ...last('approval_requested', entries), comment_id: 1 },
		]);
		expect(await world.job('comment/2')).not.toMatchObject({ kind: 'completed' });
		expect(world.effects.size).toBe(0);
	});

	it.each([['run-everything'], ['run-tool'], ['run']] as const)(
		'cannot grant %s in the name of a maintainer who said something else',
		async (scope) => {
			using folder = temporaryFolder();
			const world = await aWaitingRun(folder.path, [{ calls: [danger('x')] }, { text: 'Done.' }]);
			const word = world.say(maintainer, 'Thanks, I shall look at it. Whether `/approve A1 for-run` is wise, I doubt.');
			world.gate = obeying(world.gate);
			addLines(world, () => [approval(word, { scope })]);
			expect(await world.job('comment/2')).toMatchObject({ kind: 'waiting', message: expect.stringContaining('A2') });
			expect(world.effects.size).toBe(0);
		},
	);

	it('cannot propose a rule for every run in the name of a maintainer', async () => {
		using folder = temporaryFolder();
		const world = await aWaitingRun(folder.path, [{ calls: [danger('x')] }, { text: 'Done.' }]);
		const word = world.say(maintainer, 'Thanks, I shall look at it.');
		const standing = { kind: 'proposal', path: 'always.yml', text: '', rules: [], title: '' };
		world.gate = { ...world.gate, propose: () => standing as never };
		addLines(world, () => [approval(word, { scope: 'always' })]);
		expect(await world.job('comment/2')).toMatchObject({ kind: 'waiting' });
		const [saved = never()] = [...world.checkpoints.values()].map(({ checkpoint }) => parseEntries(checkpoint.journal));
		expect(saved.map(({ type }) => type)).not.toContain('rule_proposed');
	});

	it('cannot grant another tool than the maintainer granted', async () => {
		using folder = temporaryFolder();
		const turns = [{ calls: [danger('x')] }, { calls: [{ tool: 'pull', args: {} }] }, { text: 'Done.' }];
		const world = await aWaitingRun(folder.path, turns);
		const word = world.say(maintainer, '/approve A1 for-run tool');
		world.gate = obeying(world.gate);
		addLines(world, () => [approval(word, { scope: 'run-tool', tool_name: 'pull' })]);
		expect(await world.job('comment/2')).toMatchObject({ kind: 'waiting' });
		expect(Object.fromEntries(world.effects)).toEqual({ 'danger x': 1 });
	});
});

test('a journal that swaps the ids of two steps of a request is refused as forged', async () => {
	using folder = temporaryFolder();
	const world = await aWaitingRun(folder.path, [{ calls: [danger('harmless'), danger('evil')] }]);
	const journal = addLines(world, (entries) => {
		const asked = last('approval_requested', entries);
		const [one = never(), other = never()] = asked.items;
		return [
			...asked.items.map((item) => ({ type: 'approval_void', id: item.id, call_id: item.call_id, why: '' }) as const),
			...entries.flatMap((entry) => (entry.type === 'tool_attempt' ? [last('tool_attempt', [entry])] : [])),
			{
				...asked,
				items: [
					{ ...other, id: one.id },
					{ ...one, id: other.id },
				],
			},
		];
	});
	expect(journal.length).toBeGreaterThan(0);
	await expect(published(folder.path, journal, world)).rejects.toMatchObject({ code: 'checkpoint-forged' });
});

async function published(
	folder: string,
	bytes: Buffer,
	{ comments }: World,
	asBegun?: () => Promise<boolean>,
): Promise<void> {
	const path = join(folder, 'saved.jsonl');
	writeFileSync(path, bytes);
	const tools = { clock: { now: () => new Date() }, redactor: createRedactor([]) };
	const journal = await openRunJournal({ path, ...tools });
	await requirePublished(journal, { comments: async () => comments, comment: async () => undefined } as never, asBegun);
}

test('a run without comments is refused as forged, unless a job would start it the same way', async () => {
	using folder = temporaryFolder();
	const world = await aWaitingRun(folder.path, [{ calls: [danger('x')] }]);
	const [{ checkpoint } = never()] = world.checkpoints.values();
	const begun = parseEntries(checkpoint.journal).flatMap(({ prev: _, ...entry }) => (entry.seq < 3 ? [entry] : []));
	const resumed = { ...begun[1], seq: 3, type: 'run_resumed', program: 'x', command: 'y', runner };
	const bytes = rechained(
		Buffer.from([...begun, resumed].map((entry) => `${JSON.stringify({ prev: '0'.repeat(64), ...entry })}\n`).join('')),
	);
	world.comments.splice(0);
	const asked: boolean[] = [];
	const asBegun = (is: boolean) => async () => {
		asked.push(is);
		return is;
	};
	await expect(published(folder.path, bytes, world)).rejects.toMatchObject({ code: 'checkpoint-forged' });
	await expect(published(folder.path, bytes, world, asBegun(false))).rejects.toMatchObject({
		code: 'checkpoint-forged',
	});
	await published(folder.path, bytes, world, asBegun(true));
	expect(asked).toEqual([false, true]);
});

const runner = { kind: 'actions' as const, id: '99', attempt: 1 };

test('a job that died early has published its header, and a changed header is refused as forged', async () => {
	using folder = temporaryFolder();
	const world = new World(join(folder.path, 'job'), [{ calls: [danger('x')] }]);
	world.onMoment = (name) => {
		if (name === 'model') throw new Killed(name);
	};
	await expect(world.job('comment/1', agentRequest())).rejects.toThrow(Killed);
	const saved = [...world.checkpoints.values()].map(({ checkpoint }) => Buffer.from(checkpoint.journal));
	await published(folder.path, saved[0] ?? never(), world);
	const forged = Buffer.from(String(saved[0]).replace('"mode":"edit"', '"mode":"auto"'));
	await expect(published(folder.path, rechained(forged), world)).rejects.toMatchObject({ code: 'checkpoint-forged' });
});

const withHeadAs = (world: World, change: (body: string) => string): void => {
	const at = world.comments.findIndex(({ body }) => body.includes('countersign:progress:'));
	const comment = world.comments[at] ?? never();
	world.comments[at] = { ...comment, body: change(comment.body) };
	expect(world.comments[at]?.body).not.toBe(comment.body);
};
const inEarlierWords = (body: string): string =>
	body
		.replace(/:\{\S*\} -->$/, ' -->')
		.replace(/`countersign audit verify run\.zip --head (\d+):(\w+)`/, 'journal $1 lines, head `$2`');

test.each<[string, (body: string) => string, 'taken' | 'refused']>([
	['from the text of an earlier version', inEarlierWords, 'taken'],
	['from the marker, whatever the text says', (body) => body.replace(/audit verify run\.zip --head/, 'see'), 'taken'],
	['not from a damaged marker, even if the text shows it', (body) => body.replace('"head":{', '"head":['), 'refused'],
	['not from a marker of another version', (body) => body.replace('{"v":1', '{"v":2'), 'refused'],
	['not from the text if the marker has none', (body) => body.replace(/,"head":\{[^}]*\}/, ''), 'refused'],
	['not from an earlier line', (body) => `${body}\n\n<!-- countersign:progress:1-r:{"v":1} -->`, 'refused'],
])('the published head is read %s', async (_where, change, kind) => {
	using folder = temporaryFolder();
	const world = await aWaitingRun(folder.path, [{ calls: [danger('x')] }]);
	const resumed = addLines(world, () => [{ type: 'run_resumed', program: 'x', command: 'y', runner }]);
	await published(folder.path, resumed, world);
	withHeadAs(world, change);
	const found = published(folder.path, resumed, world);
	await (kind === 'taken' ? found : expect(found).rejects.toMatchObject({ code: 'checkpoint-forged' }));
});

test.each<[string, (body: string) => string]>([
	['of this version', (body) => body],
	['of an earlier version', inEarlierWords],
])('a journal that does not continue the head in a comment %s is refused as forged', async (_what, change) => {
	using folder = temporaryFolder();
	const world = await aWaitingRun(folder.path, [{ calls: [danger('x')] }]);
	const resumed = addLines(world, () => [{ type: 'run_resumed', program: 'x', command: 'y', runner }]);
	withHeadAs(world, (body) => `${change(body)}\n`);
	const other = rechained(Buffer.from(resumed.toString().replace('"mode":"edit"', '"mode":"auto"')));
	await expect(published(folder.path, other, world, async () => true)).rejects.toMatchObject({
		code: 'checkpoint-forged',
		message: expect.stringContaining('whose hash its comment shows'),
	});
});

test('a job that cannot save its end shows the head that was saved before', async () => {
	using folder = temporaryFolder();
	const world = new World(join(folder.path, 'job'), [{ calls: [danger('x')] }]);
	world.onMoment = (name) => {
		const error = { code: 'github-unreachable', message: 'An outage.', fix: 'Later.' } as const;
		if (name === 'after comment' && world.comments.length > 1)
			world.gateway = async ({ name: what }, ask) => {
				if (what === 'save') throw new CountersignError(error);
				return ask();
			};
	};
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'failed' });
	const [progress] = world.comments;
	expect(progress?.body).toMatch(/audit verify run\.zip --head \d+:[0-9a-f]{64}`/);
	const [saved = never()] = [...world.checkpoints.values()].map(({ checkpoint }) => Buffer.from(checkpoint.journal));
	await published(folder.path, saved, world);
});

/** Returns the same lines as a valid chain. */
function rechained(journal: Buffer): Buffer {
	let head = '0'.repeat(64);
	const lines = journal.toString().trimEnd().split('\n');
	const chained = lines.map((text) => {
		const line = text.replace(/^\{"prev":"[0-9a-f]{64}"/, `{"prev":"${head}"`);
		head = sha256(line);
		return `${line}\n`;
	});
	return Buffer.from(chained.join(''));
}
