import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
	CountersignError,
	type Entry,
	type EntryOf,
	isJsonObject,
	type JsonObject,
	type JsonValue,
	sha256,
} from '../../core/index.ts';
import { type AuditSource, emptyRecord, openAuditSource, readEntries } from '../../journal/index.ts';
import { contentsOf } from '../audit/kept-contents.ts';
import { readShown } from '../audit/shown-reading.ts';

/** A call of a past run, with the verdict of that time. */
export interface PastCall {
	readonly run: string;
	readonly verdict: EntryOf<'tool_attempt'>;
	/** The arguments of the call, or why they are no longer known. */
	readonly args: JsonObject | string;
}

/** A past call, with the answers of people. */
export interface RecordedCall extends PastCall {
	/** The last question to people about this call. Undefined if there was none. One answer can be for several calls. */
	readonly question?: string;
	/** The answers, in order. */
	readonly answers: readonly EntryOf<'approval'>[];
}

interface PastRun {
	readonly key: string;
	readonly source: AuditSource;
	readonly entries: readonly Entry[];
}

const journalName = 'journal.jsonl';

/**
 * Returns the calls of runs. The paths are journals, folders of runs, zips of artifacts, or folders that contain them. If a run was saved
 * several times, the longest journal is used.
 * @throws CountersignError `bad-input` if there is no journal, `journal-broken` if one is broken.
 */
export async function readPastCalls(paths: readonly string[]): Promise<readonly RecordedCall[]> {
	const runs = new Map<string, PastRun>();
	for (const place of paths.flatMap(recordsAt)) {
		const run = await readRun(place);
		const known = runs.get(run.key);
		if (known === undefined || known.entries.length < run.entries.length) runs.set(run.key, run);
	}
	const calls: RecordedCall[] = [];
	for (const run of runs.values()) calls.push(...(await callsOf(run)));
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
	const header = entries.find((entry) => entry.type === 'run_started');
	return { key: header === undefined ? source.file : `${header.repository} ${header.run}`, source, entries };
}

async function callsOf({ source, entries, key }: PastRun): Promise<readonly RecordedCall[]> {
	const run = key.replace(/^\S+ /, '');
	const asked = new Map(
		entries.flatMap((entry) =>
			entry.type === 'model_reply' ? entry.calls.map((call) => [call.id, call] as const) : [],
		),
	);
	// If a call was judged again, the last verdict is valid, because it can only be stricter. Policies do not judge the run's own calls.
	const verdicts = new Map(
		entries.flatMap((entry) =>
			entry.type === 'tool_attempt' && entry.origin !== 'run' ? [[entry.call_id, entry] as const] : [],
		),
	);
	const requested = new Map(
		entries.flatMap((entry) =>
			entry.type === 'approval_requested' ? entry.items.map((item) => [item.call_id, item.id] as const) : [],
		),
	);
	const answers = Map.groupBy(
		entries.filter((entry) => entry.type === 'approval'),
		(entry) => entry.call_id,
	);
	const contentOf = contentsOf(source);
	const calls: RecordedCall[] = [];
	for (const verdict of verdicts.values()) {
		const args = await argsOf(verdict, asked.get(verdict.call_id), contentOf);
		const said = answers.get(verdict.call_id) ?? [];
		const id = requested.get(verdict.call_id) ?? said.at(-1)?.id;
		calls.push({ run, verdict, args, ...(id === undefined ? {} : { question: `${key} ${id}` }), answers: said });
	}
	return calls;
}

type Asked = EntryOf<'model_reply'>['calls'][number];

/** Returns the arguments of a call. Those in its line are a preview, so they are used only if they match the recorded hash. */
async function argsOf(
	verdict: EntryOf<'tool_attempt'>,
	asked: Asked | undefined,
	contentOf: (hash: string) => Promise<string | undefined>,
): Promise<JsonObject | string> {
	// If no model asked for the call, its line contains the whole arguments.
	if (verdict.origin === 'setup') return verdict.tool_input;
	if (asked === undefined) return 'the journal does not contain its arguments';
	if (asked.redacted) return 'its arguments were redacted';
	const own = JSON.stringify(verdict.tool_input);
	const text = (await contentOf(asked.args.sha256)) ?? (sha256(own) === asked.args.sha256 ? own : undefined);
	if (text === undefined) return 'its arguments are missing next to the journal';
	const value = parse(text);
	return isJsonObject(value) ? value : 'its arguments are not a JSON object';
}

function parse(text: string): JsonValue | undefined {
	try {
		return JSON.parse(text);
	} catch {
		// The caller reports that there are no arguments.
		return undefined;
	}
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
