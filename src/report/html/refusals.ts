import type { AskedRow, ReportCall, ReportView } from '../report-view.ts';
import { cutTo } from '../within.ts';
import { code, type Html, html, nothing, within } from './html.ts';
import { time } from './words.ts';

const room = 150_000;

/** What was denied and what was blocked, and why. */
export function refusalsPart({ calls }: ReportView): Html {
	const refused = calls.filter(({ row }) => row.end === 'denied' || row.end === 'blocked');
	if (refused.length === 0) return nothing;
	const { shown, left } = within(refused.map(refusal), room);
	return html`<section aria-labelledby="refusals">
<h2 id="refusals">What was not done, and why</h2>
<ul class="refusals">${shown}${left === 0 ? nothing : html`<li>and ${left} more, below</li>`}</ul>
</section>`;
}

function refusal(call: ReportCall): Html {
	const { row, number } = call;
	const link = html`<a href="#call-${number}">Call ${number}</a>: ${code(row.tool)} ${code(row.input)}`;
	return html`<li>${link}<br>${row.end === 'denied' ? deniedWords(call) : blockedWords(call)}</li>`;
}

function blockedWords({ row, reason }: ReportCall): Html {
	return html`<span class="tag bad">blocked</span> by ${code(row.rule)}: ${cutTo(reason, 500)}`;
}

function deniedWords({ asked }: ReportCall): Html {
	const denial = asked.findLast((one) => one.denial !== undefined)?.denial;
	return html`<span class="tag bad">denied</span> ${denial === undefined ? '' : denialWords(denial)}`;
}

/** Who said no, when and why. */
export function denialWords({ by, who, role, at, why }: NonNullable<AskedRow['denial']>): Html {
	const because = why === undefined || why === '' ? '' : html`: <q>${cutTo(why, 1000)}</q>`;
	if (by === 'expiry') return html`because nobody answered until ${time(at)}`;
	if (by === 'withdrawal') return html`because the comment that asked was deleted (seen ${time(at)})`;
	return html`by @${who} (${role}) on ${time(at)}${because}`;
}
