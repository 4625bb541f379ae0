import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { canDecide } from '../../src/approvals/people.ts';
import { createLocalForge } from '../../src/terminal/local-forge.ts';
import { noThreads } from '../../src/terminal/no-threads.ts';
import { type LocalThread, newThread, readThread, threadNumbers } from '../../src/terminal/thread-file.ts';
import { errorOf } from '../support/error-of.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const person = { id: Number.MAX_SAFE_INTEGER, login: 'ann.local' };

function aThread(number: number): LocalThread {
	return {
		...{ version: 1, number, run: `${number}-abc`, task: 'do it', key: 'terminal/x', person, root: '/r' },
		...{ here: false, dryRun: false, options: {}, baseSha: 'a'.repeat(40), branch: 'main', comments: [] },
	};
}

function aForge(state: string) {
	mkdirSync(join(state, 'threads'), { recursive: true });
	newThread(state, aThread);
	let seconds = 0;
	const clock = { now: () => new Date(Date.UTC(2026, 10, 22, 12, 0, seconds++)) };
	return createLocalForge({ state, root: state, home: state, person, clock, isEnabled: async () => true });
}

describe('a local thread', () => {
	test('has one comment of Countersign for each marker, however often it is written', async () => {
		using folder = temporaryFolder();
		const { forge } = aForge(folder.path);
		const first = await forge.upsertComment(1, 'countersign:progress:1-abc', 'one');
		const same = await forge.upsertComment(1, 'countersign:progress:1-abc', 'one');
		const other = await forge.upsertComment(1, 'countersign:reply:7', 'one');
		const edited = await forge.upsertComment(1, 'countersign:progress:1-abc', 'two');
		expect([first.id, same.id, other.id, edited.id]).toEqual([1, 1, 2, 1]);
		const comments = await forge.comments(1);
		expect(comments.map(({ body }) => body)).toEqual([
			'two\n\n<!-- countersign:progress:1-abc -->',
			'one\n\n<!-- countersign:reply:7 -->',
		]);
		// It returns the stored text, because answers are bound to its digest.
		expect(edited.body).toBe(comments[0]?.body);
		expect(comments[0]?.edited).toBe(true);
		expect(comments[1]?.edited).toBe(false);
	});

	test("distinguishes the person's comments from Countersign's, whatever they contain", async () => {
		using folder = temporaryFolder();
		const { forge, say } = aForge(folder.path);
		say(1, 'mine\n\n<!-- countersign:progress:1-abc -->');
		const ours = await forge.upsertComment(1, 'countersign:progress:1-abc', 'one');
		expect(ours.id).toBe(2);
		const [said, own] = await forge.comments(1);
		expect(said).toMatchObject({ id: 1, mine: false, author: { ...person, type: 'User' }, viaApp: false });
		expect([said, own].map((comment) => comment !== undefined && canDecide(comment))).toEqual([true, false]);
		expect((await forge.ownComments(1)).map(({ id }) => id)).toEqual([2]);
	});

	test('is read from its file each time, and leaves no temporary files', async () => {
		using folder = temporaryFolder();
		const { forge, say } = aForge(folder.path);
		say(1, '/approve A1');
		const path = join(folder.path, 'threads', '1.json');
		writeFileSync(path, readFileSync(path, 'utf8').replace('/approve A1', '/deny A1'));
		expect((await forge.comments(1)).map(({ body }) => body)).toEqual(['/deny A1']);
		expect(readdirSync(join(folder.path, 'threads'))).toEqual(['1.json']);
	});
});

test('only the person at the terminal has write permission', async () => {
	using folder = temporaryFolder();
	const { forge } = aForge(folder.path);
	expect(await forge.rights(person)).toMatchObject({ mayWrite: true, roleName: 'write', permission: 'write' });
	expect(await forge.rights({ id: 1, login: person.login })).toMatchObject({ mayWrite: false, permission: 'none' });
	expect(await forge.isMember('octo-org/security', person)).toBe(false);
});

test('functions that need GitHub are refused with a message for the model', async () => {
	using folder = temporaryFolder();
	const { forge } = aForge(folder.path);
	for (const ask of [
		() => forge.pullHead(1),
		() => forge.headFiles({ baseSha: 'a', headSha: 'b' }, async () => new Map()),
		() => noThreads.thread(1),
		() => noThreads.releases(),
	])
		await expect(ask()).rejects.toMatchObject({
			code: 'github-refused',
			message: expect.stringContaining('no GitHub in a terminal run'),
		});
});

describe('local threads', () => {
	test('get a free number, even if another process takes one', () => {
		using folder = temporaryFolder();
		mkdirSync(join(folder.path, 'threads'));
		newThread(folder.path, aThread);
		const taken = newThread(folder.path, (number) => {
			// Another process is faster.
			if (number === 2) writeFileSync(join(folder.path, 'threads', '2.json'), JSON.stringify(aThread(2)));
			return aThread(number);
		});
		expect([taken.number, threadNumbers(folder.path)]).toEqual([3, [1, 2, 3]]);
	});

	test.each([
		['cut off', '{"version":1'],
		['another thread', '{"version":2}'],
		['a list', '[]'],
	])('are refused by name when the file is %s', (_what, text) => {
		using folder = temporaryFolder();
		mkdirSync(join(folder.path, 'threads'));
		writeFileSync(join(folder.path, 'threads', '4.json'), text);
		expect(errorOf(() => readThread(folder.path, 4))).toMatchObject({
			code: 'journal-broken',
			message: expect.stringContaining('4.json'),
		});
		expect(errorOf(() => readThread(folder.path, 5))).toMatchObject({ code: 'bad-input' });
	});
});
