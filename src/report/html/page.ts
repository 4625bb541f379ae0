import { sha256 } from '../../core/index.ts';
import type { ReportView } from '../report-view.ts';
import { cutTo } from '../within.ts';
import { callsPart } from './calls.ts';
import { changesPart } from './changes.ts';
import { costsPart } from './costs.ts';
import { type Html, html, nothing, ownLink } from './html.ts';
import { ends, outcomePart, waitsPart } from './outcome.ts';
import { refusalsPart } from './refusals.ts';
import { styles } from './styles.ts';
import { timelinePart } from './timeline.ts';
import { verificationPart } from './verification.ts';

const digest = Buffer.from(sha256(styles), 'hex').toString('base64');
/** Nothing is fetched, nothing runs, and no style but ours is applied, whatever the texts of the run hold. */
const policy = `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`;

/** A run as one page that needs nothing else: opened from a disk, printed, or read aloud. */
export function reportPage(view: ReportView): string {
	const { run, repository, thread, home, began } = view;
	const title = run.outcome === undefined ? 'At work' : ends[run.outcome.kind][0];
	const task = cutTo(firstLine(run.task), 200);
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}: ${task} · ${repository}</title>
<style>${trusted(styles)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the outcome</a>
<header>
<p class="brand">Countersign, report of a run</p>
<h1>${task}</h1>
<p class="by">Asked by @${run.requester} in ${ownLink(view.comment, home, `${repository} #${thread}`)}, ${began.slice(0, 10)}${run.jobUrl === undefined ? nothing : html`, ${ownLink(run.jobUrl, home, 'job')}`}</p>
</header>
${body(view)}
<footer><p>Made from the run's journal. It fetches nothing and runs no script; characters that do not show are spelled out, as <code>\\u{200b}</code>.</p></footer>
</body>
</html>
`.html;
}

function body(view: ReportView): Html {
	const parts = [
		['outcome', 'Outcome', outcomePart(view)],
		['waits', 'Waits', waitsPart(view)],
		['refusals', 'Not done', refusalsPart(view)],
		['answer', 'Answer', answerPart(view)],
		['timeline', 'Timeline', timelinePart(view)],
		['calls', 'Calls', callsPart(view)],
		['changes', 'Changes', changesPart(view)],
		['costs', 'Cost', costsPart(view)],
		['verification', 'Verification', verificationPart(view)],
	] as const;
	const shown = parts.filter(([, , part]) => part.html !== '');
	return html`<nav aria-label="Sections"><ul>${shown.map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
<main id="main">
${shown.map(([, , part]) => html`${part}\n`)}</main>`;
}

function answerPart({ run: { answer, outcome, task } }: ReportView): Html {
	if (answer.trim() === '' && firstLine(task) === task.trim()) return nothing;
	const asked =
		firstLine(task) === task.trim()
			? nothing
			: html`<h3>The task, whole</h3><p class="answer" dir="auto">${cutTo(task, 10_000)}</p>`;
	const said =
		answer.trim() === '' || outcome?.kind === 'waiting'
			? nothing
			: html`<p class="answer" dir="auto">${cutTo(answer, 20_000)}</p>`;
	if (asked.html === '' && said.html === '') return nothing;
	return html`<section aria-labelledby="answer"><h2 id="answer">What the agent says</h2>${said}${asked}</section>`;
}

function firstLine(text: string): string {
	const [line = ''] = text.trim().split('\n');
	return line;
}

/** Text of ours that must stand exactly as it is. */
function trusted(text: string): Html {
	return { html: text };
}
