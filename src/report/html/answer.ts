import type { ReportView } from '../report-view.ts';
import { cutTo } from '../text/within.ts';
import { type Html, html, nothing } from './html.ts';
import { markdown } from './markdown-html.ts';

const longest = { answer: 20_000, task: 10_000 } as const;

/** Returns the section with the model's answer, and with the task if it has several lines. */
export function answerPart({ run, home }: ReportView): Html {
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
