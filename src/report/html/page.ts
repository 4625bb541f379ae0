import { sha256 } from '../../core/index.ts';
import type { ReportView } from '../report-view.ts';
import { cutTo } from '../text/within.ts';
import { callsPart } from './calls.ts';
import { changesPart } from './changes.ts';
import { costsPart } from './costs.ts';
import { type Html, html, nothing, ownLink, personWords } from './html.ts';
import { markdown } from './markdown-html.ts';
import { outcomePart, titleOf, waitsPart } from './outcome.ts';
import { refusalsPart } from './refusals.ts';
import { styles } from './styles.ts';
import { timelinePart } from './timeline.ts';
import { verificationPart } from './verification.ts';

const digest = Buffer.from(sha256(styles), 'hex').toString('base64');
/** The page loads nothing, runs nothing and applies only our style sheet, even if the texts of the run contain HTML. */
const policy = `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`;

/** Returns the page of a run. The page needs no other file, and works from a disk, in print and in a screen reader. */
export function reportPage(view: ReportView): string {
	const { run, repository, thread, home } = view;
	const task = cutTo(firstLine(run.task), 200);
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${titleOf(run).title}: ${task} · ${repository}</title>
<style>${trusted(styles)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the outcome</a>
<header>
<p class="brand">Countersign run report</p>
<h1 dir="auto">${task}</h1>
<p class="by">Requested by ${personWords({ who: run.requester, role: '' })} in ${ownLink(view.comment, home, `${repository} #${thread}`)}${run.jobUrl === undefined ? nothing : html` · ${ownLink(run.jobUrl, home, 'workflow job')}`}</p>
</header>
${body(view)}
<footer><p>This page was made from the run’s journal. It loads nothing and runs no script. Characters that would be invisible are spelled out, for example <code>\\u{200b}</code>.</p></footer>
</body>
</html>
`.html;
}

/** The parts of the page in their order, with the id and the title of each. A part without content is left out. */
const parts = [
	['outcome', 'Outcome', outcomePart],
	['waits', 'Waiting', waitsPart],
	['refusals', 'Not done', refusalsPart],
	['answer', 'Answer', answerPart],
	['timeline', 'Timeline', timelinePart],
	['calls', 'Steps', callsPart],
	['changes', 'Changes', changesPart],
	['costs', 'Cost', costsPart],
	['verification', 'Verification', verificationPart],
] as const;

/** The titles of the parts. */
export const reportParts = parts.map(([, name]) => name);

function body(view: ReportView): Html {
	const shown = parts
		.map(([id, name, part]) => [id, name, part(view)] as const)
		.filter(([, , part]) => part.html !== '');
	return html`<nav aria-label="Sections"><ul>${shown.map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
<main id="main">
${shown.map(([, , part]) => html`${part}\n`)}</main>`;
}

function firstLine(text: string): string {
	const [line = ''] = text.trim().split('\n');
	return line;
}

/** Returns our own text as markup, unchanged. */
function trusted(text: string): Html {
	return { html: text };
}

const longest = { answer: 20_000, task: 10_000 } as const;

/** Returns the section with the model's answer, and with the task if it has several lines. */
function answerPart({ run, home }: ReportView): Html {
	const hasAnswer = run.answer.trim() !== '' && run.outcome?.kind !== 'waiting';
	const answer = hasAnswer ? html`${markdown(cutTo(run.answer, longest.answer), home)}${restNote(run)}` : nothing;
	const task = run.task.trim().includes('\n')
		? html`<details><summary><h3>The whole task</h3></summary>${markdown(cutTo(run.task, longest.task), home)}</details>`
		: nothing;
	if (answer.html === '' && task.html === '') return nothing;
	const [title, note] = hasAnswer
		? ['What the agent says', 'Written by the model. Nobody checked it.']
		: ['The task', ''];
	return html`<section aria-labelledby="answer"><h2 id="answer">${title}</h2>
${note === '' ? nothing : html`<p class="note">${note}</p>`}
${answer}${task}</section>`;
}

function restNote({ answer, wholeAnswer }: ReportView['run']): Html {
	if (answer.length <= longest.answer) return nothing;
	const where = wholeAnswer === undefined ? 'in the journal' : html`in <code>${wholeAnswer}</code> next to this page`;
	return html`<p class="more">Only the beginning is shown. The whole answer is ${where}.</p>`;
}
