import {
	CountersignError,
	type Entry,
	type EntryBody,
	entryBodySchema,
	hasEntryTrait,
	nearestWord,
} from '../../core/index.ts';
import { openAuditSource, type ReadEnd, readEntries } from '../../journal/index.ts';
import { readShown } from './shown-reading.ts';

/** The options that select entries. */
export const filterOptions = {
	type: { type: 'string', multiple: true },
	tool: { type: 'string', multiple: true },
	call: { type: 'string', multiple: true },
	denied: { type: 'boolean' },
	since: { type: 'string' },
} as const;

export interface FilterValues {
	readonly type?: readonly string[] | undefined;
	readonly tool?: readonly string[] | undefined;
	readonly call?: readonly string[] | undefined;
	readonly denied?: boolean | undefined;
	readonly since?: string | undefined;
}

/** An entry, with the tool of its call. Only the verdict of the call names the tool. */
export interface Told {
	readonly entry: Entry;
	readonly tool: string | undefined;
	readonly run: string;
	/** The line as it is in the journal. */
	readonly line: string;
}

/** The journal that was read, and how reading ended. */
export interface Read {
	readonly file: string;
	readonly end: ReadEnd;
}

/** Returns the one record that a person named. @throws CountersignError `bad-input` */
export function oneRecord(verb: string, [path, ...others]: readonly string[]): string {
	if (path !== undefined && others.length === 0) return path;
	const message =
		path === undefined
			? 'The journal to read is missing.'
			: `Expected one journal. These arguments are too many: ${others.join(', ')}.`;
	const fix = `Write: countersign audit ${verb} <journal.jsonl | folder | zip>. \`countersign audit --help\` shows examples.`;
	throw new CountersignError({ code: 'bad-input', message, fix });
}

/** Reads a record, and passes each entry that matches the filters to `hear`, in order. @throws CountersignError `bad-input` */
export async function readFiltered(path: string, values: FilterValues, hear: (told: Told) => void): Promise<Read> {
	const passes = filterOf(values);
	const tools = new Map<string, string>();
	let run = '';
	return readShown(openAuditSource(path), {
		read: async (source, clear) => {
			const end = await readEntries(source, (entry, line) => {
				if (entry.type === 'run_started') run = entry.run;
				if ('tool_name' in entry) tools.set(entry.call_id, entry.tool_name);
				const call = callOf(entry);
				const told = { entry, tool: call === undefined ? undefined : tools.get(call), run, line: line.toString() };
				if (!passes(told)) return;
				clear();
				hear(told);
			});
			return { file: source.file, end };
		},
	});
}

/** Returns the call that an entry is about, if there is one. */
export function callOf(entry: Entry): string | undefined {
	return 'call_id' in entry ? entry.call_id : undefined;
}

/** Returns why a record that was read is not complete. Undefined if it is complete. */
export function troubleOf({ file, end }: Read): string | undefined {
	if (end.kind === 'whole') return undefined;
	if (end.kind === 'torn') return `${file}:${end.lines + 1}: torn: the last line is incomplete.`;
	return `${file}:${end.line}: broken: ${end.why}. Do not trust this line or any line after it.`;
}

function filterOf({ type, tool, call, denied, since }: FilterValues): (told: Told) => boolean {
	const types = type?.map(typeNamed);
	const from = since === undefined ? undefined : timeOf(since);
	return ({ entry, tool: its }) =>
		(types === undefined || types.includes(entry.type)) &&
		(tool === undefined || (its !== undefined && tool.includes(its))) &&
		(call === undefined || namesOf(entry).some((name) => call.includes(name))) &&
		(denied !== true || isDenial(entry)) &&
		(from === undefined || Date.parse(entry.at) >= from);
}

/** Returns the ids of a call: its own id, and the approval id that people write in their answer. */
function namesOf(entry: Entry): readonly string[] {
	if (entry.type === 'approval_requested') return entry.items.flatMap(({ id, call_id: call }) => [id, call]);
	const call = callOf(entry);
	return [...('id' in entry ? [entry.id] : []), ...(call === undefined ? [] : [call])];
}

function isDenial(entry: Entry): boolean {
	if (!hasEntryTrait(entry, 'denies', 'own')) return hasEntryTrait(entry, 'denies', 'yes');
	switch (entry.type) {
		case 'tool_attempt':
			return entry.decision === 'block';
		case 'approval':
			return !entry.approved;
	}
}

const knownTypes = entryBodySchema.options.map(({ shape }) => shape.type.value);

function typeNamed(given: string): EntryBody['type'] {
	const known = knownTypes.find((type) => type === given);
	if (known !== undefined) return known;
	const near = nearestWord(given, knownTypes);
	throw new CountersignError({
		code: 'bad-input',
		message: `Unknown entry type \`${given}\`${near === undefined ? '.' : `; did you mean \`${near}\`?`}`,
		fix: `One of: ${knownTypes.join(', ')}.`,
	});
}

function timeOf(text: string): number {
	const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
	if (!Number.isNaN(time)) return time;
	throw new CountersignError({
		code: 'bad-input',
		message: `Invalid date or time in --since: ${text}.`,
		fix: 'Write it as 2026-05-01 or 2026-05-01T12:00:00Z.',
	});
}
