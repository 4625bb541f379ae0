import { type Entry, hasEntryTrait, jsonLine } from '../../core/index.ts';
import { storedEntry } from '../../journal/index.ts';
import { type CliContext, readCommandLine } from '../command-line.ts';
import { createPaint, type Paint, plain, steerless } from '../paint.ts';
import { filterOptions, oneRecord, readFiltered, type Told, troubleOf } from './audit-record.ts';
import { entryWords } from './entry-words.ts';

/**
 * `countersign audit show`: shows the entries of a journal. If the journal is broken, it shows the entries before the first invalid line,
 * and exits with 1.
 * @throws CountersignError `bad-input`
 */
export async function auditShow(args: readonly string[], { print, colours }: CliContext): Promise<number> {
	const { values, positionals } = readCommandLine(args, { ...filterOptions, json: { type: 'boolean' } });
	const path = oneRecord('show', positionals);
	const paint = createPaint(colours);
	let shown = 0;
	const read = await readFiltered(path, values, (told) => {
		shown++;
		print(values.json === true ? jsonLine({ ...storedEntry(told.entry), tool: told.tool }) : line(told, paint));
	});
	const trouble = troubleOf(read);
	if (values.json === true) print(jsonLine({ type: 'end', ...read.end, shown }));
	else if (trouble !== undefined) print(paint.bad(steerless(trouble)));
	else if (shown === 0) print(paint.dim('No entry matches these filters.'));
	return trouble === undefined ? 0 : 1;
}

function line({ entry, tool }: Told, paint: Paint): string {
	const when = paint.dim(`${String(entry.seq).padStart(4)}  ${plain(entry.at.replace('T', ' ').slice(0, 19), 19)}`);
	const words = plain(entryWords(entry, tool), 400);
	return `${when}  ${coloured(entry, entry.type.padEnd(18), paint)}  ${words}`;
}

function coloured(entry: Entry, text: string, paint: Paint): string {
	if (!hasEntryTrait(entry, 'tone', 'own')) return hasEntryTrait(entry, 'tone', 'bad') ? paint.bad(text) : text;
	switch (entry.type) {
		case 'tool_attempt':
			return paint.decision(entry.decision, text);
		case 'approval':
			return entry.approved ? paint.good(text) : paint.bad(text);
		case 'tool_result':
			return entry.ok ? text : paint.bad(text);
	}
}
