import type { ReportStep, ReportView } from '../report-view.ts';
import type { TimelineItem } from '../status/timeline-items.ts';
import { code, type Html, html, nothing, personWords, within } from './html.ts';
import { offset, took } from './words.ts';

const room = 400_000;

/** Returns the section with everything that happened, in order, with the durations. */
export function timelinePart({ steps, began }: ReportView): Html {
	const rows = steps.map((step) => stepRow(step, began));
	const { shown, left } = within(rows, room);
	const more = left === 0 ? nothing : html`<li>and ${left} more; the journal has them all</li>`;
	return html`<section aria-labelledby="timeline">
<h2 id="timeline">Timeline</h2>
<ol class="timeline">${shown}${more}</ol>
</section>`;
}

function stepRow({ at, item, call, milliseconds }: ReportStep, began: string): Html {
	const long = milliseconds === undefined ? nothing : html` <span class="took">${took(milliseconds)}</span>`;
	return html`<li class="${tones[item.kind]}"><span class="at">${offset(at, began)}</span> <span>${words(item, call)}${long}</span></li>
`;
}

const tones: Readonly<Record<TimelineItem['kind'], string>> = {
	job: 'calm',
	wait: 'calm',
	call: 'plain',
	asked: 'ask',
	signed: 'good',
	denied: 'bad',
	stopped: 'bad',
};

const callEnds = {
	done: ['done', 'good'],
	failed: ['failed', 'bad'],
	blocked: ['blocked', 'bad'],
	unknown: ['outcome unknown', 'ask'],
} as const;

function words(item: TimelineItem, call: number | undefined): Html {
	switch (item.kind) {
		case 'job':
			return html`Job ${item.number} starts`;
		case 'wait':
			return item.broke
				? html`The job was interrupted. The next one started ${took(item.milliseconds)} later.`
				: html`Waiting: no machine ran for ${took(item.milliseconds)}`;
		case 'call': {
			const [end, tone] = callEnds[item.end];
			const number = call === undefined ? nothing : html`<a href="#call-${call}">${call}</a> `;
			return html`${number}${code(item.what, 120)} <span class="tag ${tone}">${end}</span>`;
		}
		case 'asked':
			return html`Asks for approval of ${item.ids.join(', ')}`;
		case 'signed':
			return html`${personWords(item)} approves ${item.id}`;
		case 'denied':
			return item.who === ''
				? html`${item.id} ends without an answer, which means no`
				: html`${personWords(item)} denies ${item.id}`;
		case 'stopped':
			return html`@${item.who} stops the run`;
	}
}
