import type { Collection } from './collection.ts';
import type { Summary } from './summary.ts';

const shownRules = 15;
const shownNames = 10;

/** Returns the figures as text: the number of files and runs, a table with a row for each mode, and the rules that ask and block. */
export function reportText(
	{ files, unknown, runs, empty, formats, skipped }: Collection,
	summaries: readonly Summary[],
): string {
	const list = (counts: ReadonlyMap<string, number>) => [...counts].map(([name, n]) => `${name} ${n}`).join(', ');
	return [
		`Files read: ${files}. Runs: ${runs.length} (${list(formats)}). Runs without a command: ${empty}.`,
		...(unknown.length === 0 ? [] : [`Unknown format: ${unknown.length} files: ${someOf(unknown)}.`]),
		...(skipped.size === 0 ? [] : [`Calls that no tool of the gate corresponds to: ${list(mostOf(skipped))}.`]),
		'',
		modesTable(summaries),
		...summaries.flatMap(rulesTable),
	].join('\n');
}

function mostOf(counts: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
	return new Map([...counts].toSorted(([, a], [, b]) => b - a).slice(0, shownRules));
}

function someOf(names: readonly string[]): string {
	const rest = names.length - shownNames;
	return names.slice(0, shownNames).join(', ') + (rest > 0 ? ` and ${rest} more (--json lists them)` : '');
}

function modesTable(summaries: readonly Summary[]): string {
	const rows = summaries.map((it) => {
		const of = (count: number) => `${count} (${percent(count / it.calls)})`;
		const questions = `${it.median} / ${it.p90} / ${it.mean.toFixed(2)}`;
		const cells = [it.mode, it.calls, it.commands, of(it.allowed), of(it.asked), of(it.blocked), it.distinctQuestions];
		return `| ${[...cells, questions, percent(it.silent), percent(it.free)].join(' | ')} |`;
	});
	return [
		'| mode | calls | commands | allowed | asked | blocked | distinct questions | questions a run: median / p90 / mean | silent runs | neither asked nor blocked |',
		'|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
		...rows,
	].join('\n');
}

function rulesTable({ mode, rules }: Summary): readonly string[] {
	if (rules.length === 0) return [];
	const rows = rules
		.slice(0, shownRules)
		.map(({ decision, rule, count, example }) => `| ${decision} | ${rule} | ${count} | ${inCell(example)} |`);
	return ['', `Mode \`${mode}\`:`, '', '| decision | rule | count | example |', '|---|---|--:|---|', ...rows];
}

function inCell(text: string): string {
	const line = text.replace(/\s+/g, ' ').trim();
	return `\`${(line.length > 100 ? `${line.slice(0, 99)}…` : line).replaceAll('|', '\\|')}\``;
}

function percent(share: number): string {
	return Number.isNaN(share) ? '–' : `${(share * 100).toFixed(1)} %`;
}
