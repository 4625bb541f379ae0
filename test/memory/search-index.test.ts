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

describe('row 72: full-text search', () => {
	it('finds one entry of many, also in another form of the word, and says where it stands [seeds 72]', async () => {
		const index = await openSearchIndex();
		index.update([[path, day('## 10:00 — fixed the flaky timer', '## 11:00 — wrote docs')]]);
		expect(index.search('timers fixing', 12)).toEqual([{ path, text: '## 10:00 — fixed the flaky timer' }]);
		index.close();
	});

	it('wants all words first, and any of them where none has all [seeds 72]', async () => {
		const files = [[path, day('red apple', 'red pear', 'green pear')]] as const;
		expect(await find(files, 'red pear')).toEqual(['red pear']);
		expect((await find(files, 'apple green')).toSorted()).toEqual(['green pear', 'red apple']);
		expect(await find(files, 'plum')).toEqual([]);
		expect(await find(files, 'red pear apple green', 2)).toHaveLength(2);
	});

	it.each(['"', 'red OR', 'NEAR(red pear)', 'red*', 'text: red', '- ^red', "red'; DROP TABLE files; --", '', '…'])(
		'takes %s for words, and never for operators',
		async (query) => {
			const files = [[path, day('red pear')]] as const;
			await expect(find(files, query)).resolves.toBeInstanceOf(Array);
			expect(await find(files, 'red')).toEqual(['red pear']);
		},
	);

	it('follows files that grow, change and go, and reads no other anew', async () => {
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
		['is no database', () => writeFileSync(file, 'x'.repeat(9000))],
		['is cut off', () => writeFileSync(file, 'SQLite format 3\0')],
		[
			'is somebody else’s',
			() => {
				rmSync(file);
				const db = new DatabaseSync(file);
				db.exec('CREATE TABLE files (path TEXT)');
				db.close();
			},
		],
		[
			'is of another version',
			() => {
				const db = new DatabaseSync(file);
				db.exec('PRAGMA user_version = 77');
				db.close();
			},
		],
		[
			'has lost its entries',
			() => {
				const db = new DatabaseSync(file);
				db.exec('DROP TABLE entries');
				db.close();
			},
		],
	])('makes an index anew that %s', async (_what, spoil) => {
		const files = [[path, day('apple')]] as const;
		await find(files, 'apple');
		spoil();
		expect(await find(files, 'apple')).toEqual(['apple']);
	});
});
