import { useMemo, useState } from 'preact/hooks';
import { entryWords } from '../../../src/commands/audit/entry-words.ts';
import type { Entry } from '../../../src/core/index.ts';
import { TextBlock } from '../parts/text-block.tsx';
import type { OpenRun } from './open-run.ts';
import { Paged } from './paged.tsx';
import { block, clock, line } from './texts.ts';

/** The lines of the journal, as they were read. */
export function JournalPanel({ run }: { readonly run: OpenRun }) {
	const [type, setType] = useState('');
	const { entries } = run.record;
	const types = useMemo(() => [...new Set(entries.map((entry) => entry.type))].sort(), [entries]);
	const shown = useMemo(() => entries.filter((entry) => type === '' || entry.type === type), [entries, type]);
	const bad = run.record.end.kind === 'broken' ? run.record.end.line : undefined;
	const tools = useMemo(() => new Map(run.calls.map(({ id, tool }) => [id, tool])), [run]);
	return (
		<>
			<div class="filters">
				<label>
					Show{' '}
					<select value={type} onChange={({ currentTarget }) => setType(currentTarget.value)}>
						<option value="">all lines</option>
						{types.map((one) => (
							<option key={one}>{one}</option>
						))}
					</select>
				</label>
			</div>
			<Paged items={shown} noun="lines">
				{(some) => (
					<ol class="rows journal">
						{some.map((entry) => (
							<JournalRow
								key={entry.seq}
								entry={entry}
								tool={toolOf(entry, tools)}
								isBad={bad !== undefined && entry.seq >= bad}
							/>
						))}
					</ol>
				)}
			</Paged>
		</>
	);
}

function JournalRow({
	entry,
	tool,
	isBad,
}: {
	readonly entry: Entry;
	readonly tool: string | undefined;
	readonly isBad: boolean;
}) {
	const [isOpen, setOpen] = useState(false);
	return (
		<li>
			<details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
				<summary class="journal-row">
					<span class="number">{entry.seq}</span>
					<span class="at">{clock(entry.at)}</span>
					<span class="what">
						<b>{entry.type}</b> {isBad && <span class="tag bad">do not trust</span>} {wordsOf(entry, tool)}
					</span>
				</summary>
				{isOpen && <TextBlock text={block(JSON.stringify(entry, undefined, 2))} />}
			</details>
		</li>
	);
}

function toolOf(entry: Entry, tools: ReadonlyMap<string, string>): string | undefined {
	return 'call_id' in entry ? tools.get(entry.call_id) : undefined;
}

function wordsOf(entry: Entry, tool: string | undefined): string {
	return line(entryWords(entry, tool), 240);
}
