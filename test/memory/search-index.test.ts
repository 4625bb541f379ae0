import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSearchIndex, withSearchIndex } from '../../src/memory/index.ts';

const mark = (n: number): string => `<!-- remembered ${n.toString(16).padStart(16, '0')} -->`;
const day = (...texts: readonly string[]): string =>
	`# day\n${texts.map((text, n) => `\n${text}\n${mark(n)}\n`).join('')}`;
const path = 'episodes/2026-11-21.md';

let dir: string;
let file: string;
beforeEach(() => {
	dir = mkdtempSync(join(tmpdir(), 'memory-index-'));
	file = join(dir, 'below', 'index.db');
});
afterEach(() => rmSync(dir, { recursive: true }));

const find = (files: readonly (readonly [string, string])[], query: string, limit = 12) =>
	withSearchIndex(file, files, (index) => index.search(query, limit).map(({ text }) => text));

describe('full-text search', () => {
	it('finds one entry among many, in any form of the word, with its path [seeds 72]', async () => {
		const index = await openSearchIndex();
		index.update([[path, day('## 10:00 — fixed the flaky timer', '## 11:00 — wrote docs')]]);
		expect(index.search('timers fixing', 12)).toEqual([{ path, text: '## 10:00 — fixed the flaky timer' }]);
		index.close();
	});

	it('prefers entries with all words, else returns entries with any of them [seeds 72]', async () => {
		const files = [[path, day('red apple', 'red pear', 'green pear')]] as const;
		expect(await find(files, 'red pear')).toEqual(['red pear']);
		expect((await find(files, 'apple green')).toSorted()).toEqual(['green pear', 'red apple']);
		expect(await find(files, 'plum')).toEqual([]);
		expect(await find(files, 'red pear apple green', 2)).toHaveLength(2);
	});

	it.each(['"', 'red OR', 'NEAR(red pear)', 'red*', 'text: red', '- ^red', "red'; DROP TABLE files; --", '', '…'])(
		'treats %s as words, never as operators',
		async (query) => {
			const files = [[path, day('red pear')]] as const;
			await expect(find(files, query)).resolves.toBeInstanceOf(Array);
			expect(await find(files, 'red')).toEqual(['red pear']);
		},
	);

	it('updates the index for changed files only', async () => {
		const other = ['episodes/2026-11-20.md', day('plum')] as const;
		expect(await find([other, [path, day('apple')]], 'apple')).toEqual(['apple']);
		expect(await find([other, [path, day('apple', 'pear')]], 'pear')).toEqual(['pear']);
		expect(await find([other, [path, day('quince')]], 'apple')).toEqual([]);
		expect(await find([other], 'quince')).toEqual([]);
		expect(await find([other], 'plum')).toEqual(['plum']);
		const before = statSync(file).mtimeMs;
		await find([other], 'plum');
		expect(statSync(file).mtimeMs).toBe(before);
	});

	it.each<[string, () => void]>([
		['is not a database', () => writeFileSync(file, 'x'.repeat(9000))],
		['is truncated', () => writeFileSync(file, 'SQLite format 3\0')],
		[
			'has the tables of another program',
			() => {
				rmSync(file);
				const db = new DatabaseSync(file);
				db.exec('CREATE TABLE files (path TEXT)');
				db.close();
			},
		],
		[
			'has another version',
			() => {
				const db = new DatabaseSync(file);
				db.exec('PRAGMA user_version = 77');
				db.close();
			},
		],
		[
			'has lost its table of entries',
			() => {
				const db = new DatabaseSync(file);
				db.exec('DROP TABLE entries');
				db.close();
			},
		],
	])('rebuilds an index that %s', async (_what, spoil) => {
		const files = [[path, day('apple')]] as const;
		await find(files, 'apple');
		spoil();
		expect(await find(files, 'apple')).toEqual(['apple']);
	});
});
