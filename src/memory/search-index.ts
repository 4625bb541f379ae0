import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type Remembered, sha256 } from '../core/index.ts';
import { blocksOf } from './blocks.ts';

/** Full-text search over the memory (Wolffish, The Agent Pipeline: cortex). */
export interface SearchIndex {
	/** Updates the index, so that it contains exactly these files. It reads only files that have changed. */
	update(files: Iterable<readonly [path: string, text: string]>): void;
	/** Returns the best entries first. It looks for entries with all words of the query, or with any word if there are none. */
	search(query: string, limit: number): readonly Remembered[];
	close(): void;
}

/** The version of the index. Change it when the stored data changes. An index of another version is rebuilt. */
const version = 1;
/** Distinguishes our file from other SQLite files. */
const application = 0x43_73_6d_31;
/** The most words of a query that are used. */
const mostWords = 48;

const schema = `
	PRAGMA application_id = ${application};
	PRAGMA user_version = ${version};
	CREATE TABLE files (path TEXT PRIMARY KEY, hash TEXT NOT NULL, first INTEGER NOT NULL, count INTEGER NOT NULL) WITHOUT ROWID;
	CREATE VIRTUAL TABLE entries USING fts5(text, path UNINDEXED, tokenize = 'porter unicode61 remove_diacritics 2');
`;

/**
 * Opens an index, in memory if no file is given. The file is a cache. If it is broken, of another version or not an index, it is deleted
 * and rebuilt. SQLite is loaded only here, because most jobs do not need it.
 */
export async function openSearchIndex(file = ':memory:'): Promise<SearchIndex> {
	const { DatabaseSync: Database } = await import('node:sqlite');
	if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
	const open = (): DatabaseSync => opened(new Database(file));
	try {
		return indexOn(open());
	} catch (thrown) {
		if (!(thrown instanceof Error) || file === ':memory:') throw thrown;
		throwAway(file);
		return indexOn(open());
	}
}

/** Updates the index to these files and runs a search in it. If the index is broken, it is rebuilt once. */
export async function withSearchIndex<T>(
	file: string,
	files: readonly (readonly [path: string, text: string])[],
	look: (index: SearchIndex) => T,
): Promise<T> {
	const attempt = async (): Promise<T> => {
		const index = await openSearchIndex(file);
		try {
			index.update(files);
			return look(index);
		} finally {
			index.close();
		}
	};
	try {
		return await attempt();
	} catch (thrown) {
		if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_SQLITE_ERROR')) throw thrown;
		throwAway(file);
		return attempt();
	}
}

function throwAway(file: string): void {
	for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
}

/**
 * Returns the database.
 * @throws {Error} if the file is not our index or is broken.
 */
function opened(db: DatabaseSync): DatabaseSync {
	try {
		db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -8000;');
		const numberOf = (pragma: string): number => Number(Object.values(db.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]);
		const isEmpty = db.prepare('SELECT 1 FROM sqlite_master').get() === undefined;
		if (isEmpty) db.exec(`BEGIN; ${schema} COMMIT;`);
		else if (numberOf('application_id') !== application || numberOf('user_version') !== version)
			throw new Error('it is another index');
		// If the index was cut off while it was written, this query or the next write fails.
		db.prepare('SELECT count(*) FROM files').get();
		db.prepare('SELECT rowid FROM entries LIMIT 1').get();
		return db;
	} catch (thrown) {
		db.close();
		throw thrown;
	}
}

function indexOn(db: DatabaseSync): SearchIndex {
	const any = db.prepare('SELECT text, path FROM entries WHERE entries MATCH ? ORDER BY rank LIMIT ?');
	const rowsOf = (match: string, limit: number): readonly Remembered[] =>
		any.all(match, limit).map(({ text, path }) => ({ text: String(text), path: String(path) }));
	return {
		update: (files) => update(db, files),
		search(query, limit) {
			const words = wordsOf(query);
			if (words.length === 0) return [];
			const all = rowsOf(words.join(' '), limit);
			return all.length > 0 ? all : rowsOf(words.join(' OR '), limit);
		},
		close: () => db.close(),
	};
}

/** Each word as a string of FTS5, so that no word of the query is an operator. */
function wordsOf(query: string): readonly string[] {
	const words = query
		.toLowerCase()
		.split(/[^\p{L}\p{N}_]+/u)
		.filter((word) => word !== '');
	return [...new Set(words)].slice(0, mostWords).map((word) => `"${word}"`);
}

function update(db: DatabaseSync, files: Iterable<readonly [string, string]>): void {
	const known = new Map(
		db
			.prepare('SELECT path, hash FROM files')
			.all()
			.map(({ path, hash }) => [String(path), String(hash)]),
	);
	db.exec('BEGIN');
	try {
		const insert = inserter(db);
		for (const [path, text] of files) {
			const hash = sha256(text);
			const before = known.get(path);
			known.delete(path);
			if (before === hash) continue;
			if (before !== undefined) remove(db, path);
			insert({ path, hash, text });
		}
		for (const path of known.keys()) remove(db, path);
		db.exec('COMMIT');
	} catch (thrown) {
		db.exec('ROLLBACK');
		throw thrown;
	}
}

function remove(db: DatabaseSync, path: string): void {
	// The entries of a file were added together, so their ids are one range. This is faster than a scan of all entries.
	db.prepare(
		'DELETE FROM entries WHERE rowid >= (SELECT first FROM files WHERE path = ?1) AND rowid < (SELECT first + count FROM files WHERE path = ?1)',
	).run(path);
	db.prepare('DELETE FROM files WHERE path = ?').run(path);
}

interface IndexedFile {
	readonly path: string;
	readonly hash: string;
	readonly text: string;
}

/** Adds the entries of a file. Ids continue after the last file's ids, because the entries table finds its last id only by a full scan. */
function inserter(db: DatabaseSync): (file: IndexedFile) => void {
	let next = Number(db.prepare('SELECT max(first + count) AS next FROM files').get()?.['next'] ?? 1);
	const entry = db.prepare('INSERT INTO entries (rowid, text, path) VALUES (?, ?, ?)');
	const row = db.prepare('INSERT INTO files VALUES (?, ?, ?, ?)');
	return ({ path, hash, text }) => {
		const blocks = blocksOf(text);
		row.run(path, hash, next, blocks.length);
		for (const block of blocks) entry.run(next++, block, path);
	};
}
