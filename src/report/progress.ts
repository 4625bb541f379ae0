import type { Outcome, OutcomeKind } from '../core/index.ts';
import { cell, counted, ruleSpan, span } from './markdown.ts';
import { neutralLine, neutralMarkdown } from './neutral-markdown.ts';

/** One call as people see it. */
export interface CallRow {
	readonly tool: string;
	readonly input: string;
	readonly verdict: 'allow' | 'confirm' | 'block' | 'not judged';
	readonly rule: string;
	/** `✓ done`, `denied by @x`, `waits as A1`… */
	readonly result: string;
}

/** What the progress comment and the job summary show. */
export interface RunView {
	readonly run: string;
	readonly requester: string;
	readonly task: string;
	readonly model: string;
	readonly rehearsal: boolean;
	readonly mode: string;
	readonly rows: readonly CallRow[];
	/** What the rules of the run warn of. */
	readonly warnings?: readonly string[];
	/** What everybody should know of the run before they read on. Markdown of ours. */
	readonly notice?: string;
	/** The model's last words. */
	readonly answer: string;
	readonly outcome?: Outcome;
	readonly jobUrl?: string;
	readonly tokens: { readonly input: number; readonly output: number; readonly cached: number };
	/** Count and hash of the journal, when it is over for now. */
	readonly head?: { readonly count: number; readonly hash: string };
}

const headings: Record<OutcomeKind, string> = {
	completed: '✅ Done',
	'nothing-to-do': 'Nothing to do',
	waiting: '✍️ Waiting for a signature',
	denied: '🛑 Denied',
	refused: 'Refused',
	duplicate: 'Already at work elsewhere',
	unknown: '❓ A step ended in the dark',
	cancelled: 'Stopped',
	failed: '❌ Failed',
	'incompatible-checkpoint': 'Made by another version',
};

/** The run's one progress comment, edited in place; the same text is the job summary. */
export function progressComment(view: RunView): string {
	const heading = view.outcome === undefined ? '⏳ Working' : headings[view.outcome.kind];
	return [
		`### ${heading}`,
		`Asked by @${view.requester}: ${neutralLine(firstLine(view.task))}`,
		...(view.notice === undefined ? [] : [view.notice]),
		...(view.outcome === undefined
			? []
			: [`**${view.outcome.message}** (${span(`${view.outcome.kind}: ${view.outcome.reason}`)})`]),
		...(view.answer.trim() === '' || view.outcome?.kind === 'waiting'
			? []
			: [neutralMarkdown(view.answer.slice(0, 20_000))]),
		...(view.rows.length === 0 ? [] : [callTable(view.rows)]),
		...warningList(view.warnings ?? []),
		footer(view),
	].join('\n\n');
}

/** The head that a progress comment of ours shows; undefined while the run is at work for the first time. */
export function publishedHead(body: string): { readonly count: number; readonly hash: string } | undefined {
	// The last line is ours; a model's words stand above it.
	const match = /journal (\d+) lines?, head `([0-9a-f]{64})`<\/sub>\s*<!-- \S+ -->\s*$/.exec(body);
	return match === null ? undefined : { count: Number(match[1]), hash: match[2] ?? '' };
}

function callTable(rows: readonly CallRow[]): string {
	const shown = rows.slice(-60);
	const body = shown.map(
		(row, index) =>
			`| ${rows.length - shown.length + index + 1} | ${cell(span(row.tool))} ${cell(span(row.input))} | ${row.verdict} | ${cell(ruleSpan(row.rule))} | ${cell(row.result)} |`,
	);
	const left =
		rows.length > shown.length
			? `\n\n${counted(rows.length - shown.length, 'earlier call')} not shown here; the journal has all.`
			: '';
	const table = ['| # | call | gate | rule | result |', '|--:|---|---|---|---|', ...body].join('\n');
	return `<details open><summary>${counted(rows.length, 'call')}</summary>\n\n${table}${left}\n\n</details>`;
}

function warningList(warnings: readonly string[]): readonly string[] {
	if (warnings.length === 0) return [];
	const shown = warnings.slice(0, 20).map((text) => `- ${neutralLine(text.slice(0, 500))}`);
	const left = warnings.length > shown.length ? [`- and ${warnings.length - shown.length} more, in the journal`] : [];
	const title = `⚠️ ${counted(warnings.length, 'warning')} about this run`;
	return [`<details><summary>${title}</summary>\n\n${[...shown, ...left].join('\n')}\n\n</details>`];
}

function footer(view: RunView): string {
	const tokens = `${view.tokens.input} + ${view.tokens.output} tokens (${view.tokens.cached} cached)`;
	const rehearsal = view.rehearsal ? ['**a rehearsal: a script plays the model**'] : [];
	const job = view.jobUrl === undefined ? [] : [`[job](${view.jobUrl})`];
	const head =
		view.head === undefined ? [] : [`journal ${counted(view.head.count, 'line')}, head \`${view.head.hash}\``];
	const facts = [...rehearsal, `run \`${view.run}\``, `mode ${view.mode}`, span(view.model), tokens, ...job, ...head];
	return `<sub>${facts.join(' · ')}</sub>`;
}

function firstLine(text: string): string {
	const [line = ''] = text.trim().split('\n');
	return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
