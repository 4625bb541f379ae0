import { minuteOf } from '../../core/index.ts';
import { askedWords, sparedWords } from '../requests/asked-words.ts';
import { whoMay } from '../requests/who-may.ts';
import { type Columns, counted, fenced, quoted, span, tableHead, tableLine } from '../text/markdown.ts';
import { neutralLine } from '../text/neutral-markdown.ts';
import { cutTo, newestWithin } from '../text/within.ts';
import { answerParts } from './answer-parts.ts';
import { costWords } from './cost-words.ts';
import { headlineOf } from './headline.ts';
import type { CallRow, GrantRow, RunView, WaitRow } from './run-view.ts';
import { codeOf, stepWords } from './step-words.ts';

/**
 * The most characters of each part. Together with the answer's first part and the fixed texts, they stay below GitHub's limit of 65,536. So
 * the last line, with the journal's head, is never cut.
 */
const rooms = { waits: 8_000, steps: 8_000, table: 14_000, warnings: 6_000 } as const;
const longestSentence = 1_000;
const mostRows = 60;
const mostSteps = 25;

/** The style of the text, which depends on its place. A check's page cannot fold texts. */
export interface ProgressStyle {
	readonly folds: boolean;
}

/** Returns the text of the run's progress comment. The job summary and the check show the same text. */
export function progressComment(view: RunView, { folds }: ProgressStyle = { folds: true }): string {
	const { outcome, waits = [], pullRequest, commit } = view;
	const fold = folds ? folded : unfolded;
	return [
		`### ${headline(view)}`,
		...waitList(waits),
		`Asked by @${view.requester}: ${neutralLine(firstLine(view.task))}`,
		...(view.notice === undefined ? [] : [view.notice]),
		...(outcome === undefined
			? []
			: [
					`**${neutralLine(cutTo(outcome.message, longestSentence))}** (${span(`${outcome.kind}: ${outcome.reason}`)})`,
				]),
		...(view.kept === undefined ? [] : [view.kept]),
		...(commit === undefined ? [] : [`Delivered: commit ${commit.sha} on #${commit.pull}`]),
		...(pullRequest === undefined ? [] : [`Delivered: [pull request #${pullRequest.number}](${pullRequest.url})`]),
		...(view.checks === undefined ? [] : [view.checks]),
		...stepList(view.rows),
		...answerOf(view),
		...(view.rows.length === 0 ? [] : [callTable(view.rows, fold)]),
		...warningList(view.warnings ?? [], fold),
		...grantList(view.grants ?? []),
		...sparedList(view, fold),
		footer(view),
	].join('\n\n');
}

type Fold = (title: string, content: string) => string;

const folded: Fold = (title, content) => `<details><summary>${title}</summary>\n\n${content}\n\n</details>`;
const unfolded: Fold = (title, content) => `#### ${title}\n\n${content}`;

function headline(view: RunView): string {
	const { sign, text } = view.outcome === undefined ? working : headlineOf(view.outcome, view);
	return sign === undefined ? text : `${sign} ${text}`;
}

const working = { sign: '⏳', text: 'Working' };

/** Returns the waiting steps. They come first, because they need an answer from a person. */
function waitList(waits: readonly WaitRow[]): readonly string[] {
	if (waits.length === 0) return [];
	const { shown, left } = newestWithin(waits.map(waitLine), { room: rooms.waits, most: mostSteps });
	const more = left === 0 ? [] : [`- and ${left} more; the requests below show all`];
	const title = `**${counted(waits.length, 'step')} ${waits.length === 1 ? 'waits' : 'wait'} for approval.**`;
	return [
		`${title} No machine runs meanwhile. A step that nobody answers in time is denied.`,
		[...shown, ...more].join('\n'),
	];
}

function waitLine({ id, until, needs, url, ...step }: WaitRow): string {
	const name = url === undefined ? `**${id}**` : `[**${id}**](${url})`;
	const who = needs.length === 0 ? '' : ` · ${neutralLine(cutTo(whoMay(needs).join(' and '), 600))}`;
	return `- ${name} ${stepWords(step)} · until ${minuteOf(until)}${who}`;
}

/** Returns a checklist of the steps. */
function stepList(rows: readonly CallRow[]): readonly string[] {
	if (rows.length === 0) return [];
	const { shown, left } = newestWithin(rows.map(stepLine), { room: rooms.steps, most: mostSteps });
	const earlier = left === 0 ? [] : [`- ${counted(left, 'earlier step')}; the newest of them are in the table`];
	return [[...earlier, ...shown].join('\n')];
}

function stepLine({ end, result, people, obstacle, ...step }: CallRow): string {
	// The checked box already says that a step is done. So the result is needed only if people approved the step.
	const isPlain = result === '' || (end === 'done' && people.length === 0);
	const how = isPlain ? '' : ` — ${neutralPeople(result)}`;
	const why = obstacle === undefined ? '' : `\n${quoted(obstacle).replace(/^/gm, '  ')}`;
	return `- [${end === 'done' ? 'x' : ' '}] ${stepWords(step)}${how}${why}`;
}

/** Returns one line of at most 300 characters. It keeps mentions, because the text is ours. */
function neutralPeople(text: string): string {
	return cutTo(text.replace(/\s+/g, ' '), 300);
}

function answerOf(view: RunView): readonly string[] {
	const { answer, outcome, furtherParts = [] } = view;
	if (answer.trim() === '' || outcome?.kind === 'waiting') return [];
	const { parts, missing } = answerParts(answer, 1 + furtherParts.length);
	const [first = ''] = parts;
	const links = furtherParts.map((url, index) => `[part ${index + 2}](${url})`);
	return [
		'**The agent says:**',
		first,
		...(links.length === 0 ? [] : [`*The answer continues in ${links.join(' and ')}.*`]),
		...(missing === 0 ? [] : [`*${missing} of ${answer.length} characters are not shown. ${whereWhole(view)}*`]),
	];
}

function whereWhole({ wholeAnswer }: RunView): string {
	return wholeAnswer === undefined
		? 'The journal has the whole answer.'
		: `The whole answer is ${span(wholeAnswer)} in the run's audit folder.`;
}

function callTable(rows: readonly CallRow[], fold: Fold): string {
	const lines = rows.map((row, index) => tableLine(callColumns, { ...row, number: index + 1 }));
	const { shown, left } = newestWithin(lines, { room: rooms.table, most: mostRows });
	const more = left === 0 ? '' : `\n\n${counted(left, 'earlier call')} not shown here. The journal has all.`;
	const table = [tableHead(callColumns), ...shown].join('\n');
	return fold(`${counted(rows.length, 'call')}: what the gate decided, and by which rule or person`, `${table}${more}`);
}

const verdicts: Readonly<Record<CallRow['verdict'], string>> = {
	allow: 'allowed',
	confirm: 'needs approval',
	block: 'blocked',
	'not judged': 'not judged',
};

const callColumns: Columns<CallRow & { readonly number: number }> = [
	['#', ({ number }) => String(number), '--:'],
	['call', ({ tool, input }) => `${codeOf(tool)} ${codeOf(input)}`],
	['gate', ({ verdict }) => verdicts[verdict]],
	['rule or person', whoDecided],
	['result', ({ result }) => neutralPeople(result)],
];

function whoDecided({ people, rule }: CallRow): string {
	const signed = people.slice(0, 10).map(({ login, role }) => `@${login}${role === '' ? '' : ` (${role})`}`);
	return signed.length > 0 ? neutralLine(signed.join(', ')) : codeOf(rule);
}

function warningList(warnings: readonly string[], fold: Fold): readonly string[] {
	if (warnings.length === 0) return [];
	const lines = warnings.map((text) => `- ${neutralLine(cutTo(text, 500))}`);
	// Keep the oldest warnings, because later ones often follow from them.
	const { shown, left } = newestWithin(lines.toReversed(), { room: rooms.warnings, most: 20 });
	const more = left === 0 ? [] : [`- and ${left} more, in the journal`];
	const title = `⚠️ ${counted(warnings.length, 'warning')} about this run`;
	return [fold(title, [...shown.toReversed(), ...more].join('\n'))];
}

const mostGrants = 10;

/** Returns what people granted for the rest of the run, and who did. */
function grantList(grants: readonly GrantRow[]): readonly string[] {
	if (grants.length === 0) return [];
	const shown = grants.slice(0, mostGrants).map(({ id, by, what }) => `${cutTo(what, 120)}, by @${by} (${id})`);
	const more = grants.length > mostGrants ? [`and ${grants.length - mostGrants} more`] : [];
	return [`🔑 Approved for the rest of this run: ${neutralLine([...shown, ...more].join('; '))}`];
}

/** Returns what would have avoided questions. Only after the run has ended, because until then further questions are possible. */
function sparedList({ asked, outcome }: RunView, fold: Fold): readonly string[] {
	const spared = sparedWords(asked);
	if (spared.length === 0 || outcome === undefined || outcome.kind === 'waiting') return [];
	const lines = spared.flatMap(({ text, rule }) => [
		`- ${neutralLine(cutTo(text, 500))}`,
		...(rule === undefined ? [] : [fenced(rule, 'yaml').replace(/^/gm, '  ')]),
	]);
	return [fold('How to need fewer approvals', lines.join('\n'))];
}

function footer(view: RunView): string {
	const tokens = `${view.tokens.input} tokens in (${view.tokens.cached} cached), ${view.tokens.output} out`;
	const rehearsal = view.rehearsal ? ['**rehearsal: a script plays the model**'] : [];
	const job = view.jobUrl === undefined ? [] : [`[job](${view.jobUrl})`];
	const head =
		view.head === undefined
			? []
			: [`to check the journal: \`countersign audit verify run.zip --head ${view.head.count}:${view.head.hash}\``];
	const model = span(cutTo(view.model, 200));
	const skill = view.skill === undefined ? [] : [`skill ${span(cutTo(view.skill, 100))}`];
	const facts = [
		...rehearsal,
		`run \`${view.run}\``,
		`mode ${view.mode}`,
		...skill,
		model,
		tokens,
		...costWords(view.costs ?? []),
		...askedWords(view.asked),
		...job,
		...head,
	];
	return `<sub>${facts.join(' · ')}</sub>`;
}

function firstLine(text: string): string {
	const [line = ''] = text.trim().split('\n');
	return cutTo(line, 200);
}
