import { counted } from '../markdown.ts';
import type { ReportStep, ReportView } from '../report-view.ts';
import type { TimelineItem } from '../timeline-items.ts';
import { code, type Html, html, nothing, within } from './html.ts';
import { time, took } from './words.ts';

const room = 400_000;

/** Everything that happened, in order, with how long it took. */
export function timelinePart({ steps }: ReportView): Html {
	const { shown, left } = within(steps.map(stepRow), room);
	const more = left === 0 ? nothing : html`<li>and ${left} more, in the journal</li>`;
	return html`<section aria-labelledby="timeline">
<h2 id="timeline">Timeline</h2>
<ol class="timeline">${shown}${more}</ol>
</section>`;
}

function stepRow({ at, item, call, milliseconds }: ReportStep): Html {
	const long = milliseconds === undefined ? nothing : html` <span class="took">${took(milliseconds)}</span>`;
	return html`<li class="${tones[item.kind]}"><span class="at">${time(at)}</span> <span>${words(item, call)}${long}</span></li>
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
	unknown: ['nobody knows how it ended', 'ask'],
} as const;

function words(item: TimelineItem, call: number | undefined): Html {
	switch (item.kind) {
		case 'job':
			return html`Job ${item.number} begins`;
		case 'wait':
			return item.broke
				? html`the job broke off; the next one began ${took(item.milliseconds)} later`
				: html`no machine ran for ${took(item.milliseconds)}`;
		case 'call': {
			const [end, tone] = callEnds[item.end];
			const number = call === undefined ? nothing : html`<a href="#call-${call}">${call}</a> `;
			return html`${number}${code(item.what, 120)} <span class="tag ${tone}">${end}</span>`;
		}
		case 'asked':
			return html`asks for ${counted(item.ids.length, 'signature')}: ${item.ids.join(', ')}`;
		case 'signed':
			return html`@${item.who} (${item.role}) approves ${item.id}`;
		case 'denied':
			return item.who === ''
				? html`nobody answered: a no to ${item.id}`
				: html`@${item.who} (${item.role}) denies ${item.id}`;
		case 'stopped':
			return html`@${item.who} stops the run`;
	}
}
