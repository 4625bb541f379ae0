import { expect, test } from 'vitest';
import { type Checkpoint, type Comment, type Forge, markerWith, type RunStore } from '../../src/core/index.ts';
import { tellIncompatible } from '../../src/job/tell-incompatible.ts';
import { requestMarker } from '../../src/report/index.ts';
import { findRun } from '../../src/run/index.ts';

const run = '7-0123456789ab';
const header = { schema: 99, type: 'run_started', request: { task: 'fix the ```test```\nand say why' } };

function aStore(first: object, status: 'waiting' | 'running' = 'waiting'): RunStore {
	const label = { run, thread: 7, status, lastApproval: 3, count: 1, head: '0'.repeat(64) };
	const checkpoint: Checkpoint = {
		journal: Buffer.from(`${JSON.stringify(first)}\n`),
		blobs: new Map(),
		files: new Map(),
		manifest: { baseSha: 'b'.repeat(40), entries: [] },
		label,
	};
	return { load: async () => checkpoint, labels: async () => [label] } as unknown as RunStore;
}

class Thread {
	readonly comments: Comment[] = [];
	writes = 0;

	post(body: string, mine = true): void {
		const author = { id: 1, login: mine ? 'github-actions[bot]' : 'octocat', type: mine ? 'Bot' : 'User' };
		const at = '2026-01-01T00:00:00Z';
		const id = this.comments.length + 1;
		this.comments.push({ id, author, body, createdAt: at, edited: false, viaApp: false, mine, url: 'u' });
	}

	get forge(): Forge {
		return {
			comments: async () => this.comments,
			upsertComment: async (_thread: number, marker: string, body: string) => {
				const text = `${body}\n\n<!-- ${marker} -->`;
				const there = this.comments.find((comment) => comment.body.endsWith(`<!-- ${marker} -->`));
				if (there?.body !== text) this.writes += 1;
				if (there === undefined) this.post(text);
				return { id: 1, url: 'u', body: text };
			},
		} as unknown as Forge;
	}
}

const asks = (of: string, first: number, count: number) =>
	`Asked.\n\n<!-- ${markerWith(requestMarker(of, ['x']), { asks: asksFor(first, count) })} -->`;
const asksFor = (first: number, count: number) =>
	Object.fromEntries(Array.from({ length: count }, (_, index) => [`A${first + index}`, []]));

test('one comment on a run of another version says what waited and what to write', async () => {
	const thread = new Thread();
	thread.post(asks(run, 1, 1));
	thread.post(asks(run, 2, 2));
	thread.post(asks('7-another', 9, 1));
	thread.post(asks(run, 50, 1), false);
	const context = { store: aStore(header), forge: thread.forge };
	await tellIncompatible(run, context);
	await tellIncompatible(run, context);
	expect(thread.writes).toBe(1);
	expect(thread.comments.at(-1)?.body).toBe(
		[
			'### Made by another version',
			`Another version of Countersign saved the run \`${run}\`, and this version cannot read its journal. The run stops here. It waited for an answer to \`A2\`, \`A3\`. Such an answer has no effect now.`,
			'To start it again, write a new comment:',
			'````\n/agent fix the ```test```\nand say why\n````',
			`<!-- countersign:incompatible:${run} -->`,
		].join('\n\n'),
	);
});

test.each<[string, object, 'waiting' | 'running', string]>([
	['nothing waits', header, 'running', 'Nothing waited for an answer.'],
	['the header contains no task', { schema: 99 }, 'waiting', '/agent what to do'],
])('the comment is correct if %s', async (_what, first, status, said) => {
	const thread = new Thread();
	thread.post(asks(run, 1, 1));
	await tellIncompatible(run, { store: aStore(first, status), forge: thread.forge });
	expect(thread.comments.at(-1)?.body).toContain(said);
});

test('an answer finds a run of another version, so that its thread gets the comment', async () => {
	const answer = { thread: 7, commands: [{ kind: 'approve' as const, ids: ['A2' as const] }], key: 'comment/9' };
	expect(await findRun(answer, aStore(header))).toBe(run);
});
