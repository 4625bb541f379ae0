import type { AskedRow, ReportCall, ReportView } from '../report-view.ts';
import { cutTo } from '../text/within.ts';
import { code, type Html, html, nothing, personWords, within } from './html.ts';
import { ruleWords } from './rule-words.ts';
import { afterStart, type RunContext } from './words.ts';

const room = 150_000;

/** Returns the section with the denied and the blocked steps, and the reasons. */
export function refusalsPart({ calls, began }: ReportView): Html {
	const refused = calls.filter(({ row }) => row.end === 'denied' || row.end === 'blocked');
	if (refused.length === 0) return nothing;
	const { shown, left } = within(
		refused.map((call) => refusal(call, { began })),
		room,
	);
	return html`<section aria-labelledby="refusals">
<h2 id="refusals">What was not done, and why</h2>
<ul class="refusals">${shown}${left === 0 ? nothing : html`<li>and ${left} more under “Steps”</li>`}</ul>
</section>`;
}

function refusal(call: ReportCall, context: Pick<RunContext, 'began'>): Html {
	const { row, number } = call;
	const link = html`<a href="#call-${number}">Step ${number}</a>: ${code(row.tool)} ${code(row.input)}`;
	return html`<li>${link}<br>${row.end === 'denied' ? deniedWords(call, context) : blockedWords(call)}</li>`;
}

/** Returns the reason of a block, and then the rule, because a rule can be a long pattern. */
function blockedWords(call: ReportCall): Html {
	return html`<span class="tag bad">blocked</span> ${cutTo(call.reason, 500)}${ruleWords(call)}`;
}

function deniedWords({ asked }: ReportCall, context: Pick<RunContext, 'began'>): Html {
	const denial = asked.findLast((one) => one.denial !== undefined)?.denial;
	return html`<span class="tag bad">denied</span> ${denial === undefined ? '' : denialWords(denial, context)}`;
}

/** Returns who denied a step, when and why. */
export function denialWords(denial: NonNullable<AskedRow['denial']>, { began }: Pick<RunContext, 'began'>): Html {
	const { by, at, why } = denial;
	const time = afterStart(at, began);
	if (by === 'expiry') return html`because it expired ${time} without an answer`;
	if (by === 'withdrawal') return html`because the comment that asked was deleted (noticed ${time})`;
	const because = why === undefined || why === '' ? '' : html`: <q>${cutTo(why, 1000)}</q>`;
	return html`by ${personWords(denial)} ${time}${because}`;
}
