import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CountersignError, type Entry } from '../../core/index.ts';
import { type AuditSource, emptyRecord, openAuditSource, readEntries } from '../../journal/index.ts';
import { contentsOf } from '../audit/kept-contents.ts';
import { readShown } from '../audit/shown-reading.ts';
import { pastCalls, type RecordedCall, runKey } from './past-calls.ts';

interface PastRun {
	readonly key: string;
	readonly source: AuditSource;
	readonly entries: readonly Entry[];
}

const journalName = 'journal.jsonl';

/**
 * Returns the calls of runs. The paths are journals, folders of runs, zips of artifacts, or folders that contain them. If a run was saved
 * several times, the longest journal is used.
 * @throws CountersignError `bad-input` if a journal is missing, `journal-broken` if one is broken.
 */
export async function readPastCalls(paths: readonly string[]): Promise<readonly RecordedCall[]> {
	const runs = new Map<string, PastRun>();
	for (const place of paths.flatMap(recordsAt)) {
		const run = await readRun(place);
		const known = runs.get(run.key);
		if (known === undefined || known.entries.length < run.entries.length) runs.set(run.key, run);
	}
	const calls: RecordedCall[] = [];
	for (const { source, ...run } of runs.values())
		calls.push(...(await pastCalls({ ...run, contentOf: contentsOf(source) })));
	return calls;
}

function recordsAt(path: string): readonly string[] {
	if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [path];
	const found = namesBelow(path)
		.filter((name) => name === journalName || name.endsWith(`/${journalName}`) || name.endsWith('.zip'))
		.sort();
	if (found.length === 0) throw badInput(`${path} contains no ${journalName} and no zip.`);
	return found.map((name) => join(path, name));
}

/** Links to folders are not followed, because they could form a loop or lead outside. */
function namesBelow(folder: string): readonly string[] {
	try {
		return readdirSync(folder, { withFileTypes: true }).flatMap((one) => [
			one.name,
			...(one.isDirectory() ? namesBelow(join(folder, one.name)).map((name) => join(one.name, name)) : []),
		]);
	} catch (thrown) {
		if (thrown instanceof CountersignError) throw thrown;
		const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : String(thrown);
		throw badInput(`${folder} cannot be read (${code}).`, thrown);
	}
}

/** Reads a run. A torn last line means that the run was cut off. The lines before it are used. */
async function readRun(place: string): Promise<PastRun> {
	const source = openAuditSource(place);
	const entries: Entry[] = [];
	const end = await readShown(source, {
		read: (record) => readEntries(record, (entry) => entries.push(entry)),
	});
	if (end.kind === 'broken') throw broken(source.file, `line ${end.line}: ${end.why}.`);
	if (end.lines === 0) throw emptyRecord(source);
	return { key: runKey(entries) ?? source.file, source, entries };
}

function broken(file: string, why: string): CountersignError {
	return new CountersignError({
		code: 'journal-broken',
		message: `${file}: ${why}`,
		fix: 'Do not trust the calls in this journal. Leave it out, and check it with `countersign audit verify`.',
	});
}

function badInput(message: string, cause?: unknown): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message,
		fix: 'Name a journal.jsonl, the folder of a run, the zip of its artifact, or a folder that contains them.',
		cause,
	});
}
