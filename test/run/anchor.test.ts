import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Comment, type EntryBody, type EntryOf, type Forge, sha256 } from '../../src/core/index.ts';
import { createRedactor } from '../../src/journal/index.ts';
import { requirePublished } from '../../src/run/open/anchor.ts';
import { openRunJournal, type RunJournal } from '../../src/run/state/run-journal.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, maintainer, World } from '../support/world.ts';

const bot = { id: 1, login: 'github-actions[bot]', type: 'Bot' };

/** A world with a waiting run. */
async function aWaitingRun(folder: string): Promise<World> {
	const world = new World(join(folder, 'job'), [{ calls: [{ tool: 'danger', args: { text: 'x' } }] }]);
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'waiting' });
	return world;
}

/** Returns the run's journal as an attacker rewrote it, with each entry as it was or changed. */
async function rewritten(
	folder: string,
	change: (entry: EntryBody) => EntryBody | undefined = (entry) => entry,
): Promise<RunJournal> {
	const old = await openRunJournal({ path: join(folder, 'job', 'journal.jsonl'), ...tools });
	const journal = await openRunJournal({
		path: join(folder, `forged-${sha256(String(change)).slice(0, 8)}.jsonl`),
		...tools,
	});
	for (const { prev: _, seq: __, at: ___, ...entry } of old.entries()) {
		const wanted = change(entry as EntryBody);
		if (wanted !== undefined) await journal.append(wanted);
	}
	return journal;
}

const tools = { clock: { now: () => new Date('2026-11-21T12:00:00.000Z') }, redactor: createRedactor([]) };
const forgeOf = (comments: readonly Comment[]): Forge =>
	({ comments: async () => comments, comment: async () => undefined }) as unknown as Forge;

/** Returns the comments without the progress comment, which anyone with write access can delete. */
const withoutHead = (world: World): readonly Comment[] =>
	world.comments.filter(({ body }) => !body.includes('countersign:progress:'));
const asked = (change: (entry: EntryOf<'approval_requested'>) => EntryBody) => (entry: EntryBody) =>
	entry.type === 'approval_requested' ? change(entry) : entry;

test('a journal is accepted if it continues the published head and its request is unchanged', async () => {
	using folder = temporaryFolder();
	const world = await aWaitingRun(folder.path);
	const journal = await openRunJournal({ path: join(folder.path, 'job', 'journal.jsonl'), ...tools });
	await requirePublished(journal, forgeOf(world.comments));
	await requirePublished(await rewritten(folder.path), forgeOf(withoutHead(world)));
});

test('an older journal is refused as rolled back, and a different one as forged', async () => {
	using folder = temporaryFolder();
	const world = await aWaitingRun(folder.path);
	const older = await rewritten(folder.path, (entry) => (entry.type === 'waiting' ? undefined : entry));
	await expect(requirePublished(older, forgeOf(world.comments))).rejects.toMatchObject({
		code: 'checkpoint-rolled-back',
	});
	await expect(requirePublished(await rewritten(folder.path), forgeOf(world.comments))).rejects.toMatchObject({
		code: 'checkpoint-forged',
	});
});

test('a journal that waits for a step that its request does not show is refused as forged', async () => {
	using folder = temporaryFolder();
	const world = await aWaitingRun(folder.path);
	const other = (entry: EntryOf<'approval_requested'>) => ({
		...entry,
		items: entry.items.map((item) => ({ ...item, binding: sha256('something else') })),
	});
	const forged = await rewritten(folder.path, asked(other));
	await expect(requirePublished(forged, forgeOf(withoutHead(world)))).rejects.toMatchObject({
		code: 'checkpoint-forged',
		message: expect.stringContaining('A1'),
	});
});

test.each<[string, (body: string) => string, typeof bot]>([
	["another person's comment", (body) => body, maintainer],
	['a request of another run', (body) => body.replace('countersign:request:1-r:', 'countersign:request:1-other:'), bot],
	['another comment of Countersign', () => 'Done.\n<!-- countersign:reply:1 -->', bot],
])('a journal that names %s as its request is refused as forged', async (_what, change, author) => {
	using folder = temporaryFolder();
	const world = await aWaitingRun(folder.path);
	const request = world.comments.find(({ body }) => body.includes('needs your approval'));
	const posted = world.say(author, change(request?.body ?? ''));
	const forged = await rewritten(
		folder.path,
		asked((entry) => ({ ...entry, comment_id: posted.id, shown: sha256(posted.body) })),
	);
	await expect(requirePublished(forged, forgeOf(withoutHead(world)))).rejects.toMatchObject({
		code: 'checkpoint-forged',
	});
});
