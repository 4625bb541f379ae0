import { CountersignError, type Entry } from '../../core/index.ts';
import { storedEntry } from '../../journal/index.ts';
import { type CliContext, readCommandLine } from '../command-line.ts';
import { steerless } from '../paint.ts';
import { callOf, filterOptions, oneRecord, readFiltered, type Told, troubleOf } from './audit-record.ts';
import { csvLine } from './csv.ts';
import { entryWords } from './entry-words.ts';

/**
 * `countersign audit export`: exports the entries of a journal. If the journal is broken, it exports the entries before the first invalid
 * line, and exits with 1. @throws CountersignError `bad-input`
 */
export async function auditExport(args: readonly string[], { print }: CliContext): Promise<number> {
	const { values, positionals } = readCommandLine(args, { ...filterOptions, format: { type: 'string' } });
	const path = oneRecord('export', positionals);
	const { header, row } = formatOf(values.format);
	let begun = header === undefined;
	// The header is written late, so that a refused command prints no table, not even an empty one.
	const begin = (): void => {
		if (!begun) print(header ?? '');
		begun = true;
	};
	const read = await readFiltered(path, values, (told) => {
		begin();
		print(row(told));
	});
	begin();
	const trouble = troubleOf(read);
	// On standard error, because other programs read the rows.
	if (trouble !== undefined) console.error(`countersign: ${steerless(trouble)}`);
	return trouble === undefined ? 0 : 1;
}

interface Format {
	readonly header?: string;
	readonly row: (told: Told) => string;
}

function formatOf(given: string | undefined): Format {
	const format = given !== undefined && Object.hasOwn(formats, given) ? formats[given] : undefined;
	if (format !== undefined) return format;
	throw new CountersignError({
		code: 'bad-input',
		message: given === undefined ? 'Missing --format.' : `Unknown format \`${given}\`.`,
		fix: `Write --format ${exportFormats.join(', --format ')}.`,
	});
}

const columns: readonly (readonly [string, (told: Told) => string | number | undefined])[] = [
	['seq', ({ entry }) => entry.seq],
	['at', ({ entry }) => entry.at],
	['type', ({ entry }) => entry.type],
	['call', ({ entry }) => callOf(entry)],
	['tool', ({ tool }) => tool],
	['decision', ({ entry }) => decisionOf(entry)],
	['rule', ({ entry }) => ('matched_rule' in entry ? entry.matched_rule : undefined)],
	['risk', ({ entry }) => ('risk_level' in entry ? entry.risk_level : undefined)],
	['who', ({ entry }) => whoIn(entry)],
	['duration_ms', ({ entry }) => ('duration_ms' in entry ? entry.duration_ms : undefined)],
	['what', ({ entry, tool }) => entryWords(entry, tool)],
];

const formats: Readonly<Record<string, Format>> = {
	jsonl: { row: ({ line }) => line },
	leashd: { row: asLeashd },
	csv: {
		header: csvLine(columns.map(([name]) => name)),
		row: (told) => csvLine(columns.map(([, cell]) => cell(told))),
	},
};

/** The formats that the command can write. */
export const exportFormats = Object.keys(formats);

/** Returns an entry in leashd's format (Audit Logger): a JSON object with `timestamp`, `event` and `session_id`. */
function asLeashd({ entry, run }: Told): string {
	const { prev: _prev, seq: _seq, at, type, ...rest } = storedEntry(entry);
	return JSON.stringify({ timestamp: at, event: type, session_id: run, ...rest });
}

function decisionOf(entry: Entry): string | undefined {
	if (entry.type === 'tool_attempt') return entry.decision;
	if (entry.type === 'approval') return entry.approved ? 'approved' : 'denied';
	return entry.type === 'security_violation' ? 'block' : undefined;
}

function whoIn(entry: Entry): string | undefined {
	if ('user' in entry && typeof entry.user === 'string') return entry.user;
	if (entry.type === 'run_started') return entry.request.actor.login;
	return 'actor' in entry ? entry.actor.login : undefined;
}
