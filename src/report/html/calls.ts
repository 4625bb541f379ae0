import type { AskedRow, ReportCall, ReportView, ShownText } from '../report-view.ts';
import { effectSentences, type Wording } from '../requests/effect-sentences.ts';
import { whoMay } from '../requests/who-may.ts';
import { counted } from '../text/markdown.ts';
import { cutTo } from '../text/within.ts';
import { code, type Html, html, nothing, ownLink, personWords, within } from './html.ts';
import { denialWords } from './refusals.ts';
import { ruleName, ruleWords } from './rule-words.ts';
import { type HtmlColumns, tableRow, titleRow } from './table.ts';
import { afterStart, type RunContext, size, took } from './words.ts';

/** The space for calls on the page, in bytes: `whole` for calls with all details, `line` for calls with only one line. */
const room = { whole: 1_100_000, line: 300_000 } as const;
const longest = { args: 2500, output: 600, reason: 1000 } as const;
const most = { args: 12, effects: 12, things: 12, matches: 20, asked: 20 } as const;

/** Returns the section with every step: what it does, what the gate decided and why, who answered, and the result. */
export function callsPart({ calls, ...context }: ReportView): Html {
	if (calls.length === 0)
		return html`<section aria-labelledby="calls"><h2 id="calls">Steps</h2><p>The run took no steps.</p></section>`;
	const { shown } = within(
		calls.map((call) => callEntry(call, context)),
		room.whole,
	);
	const { shown: lines, left } = within(calls.slice(shown.length).map(callLine), room.line);
	return html`<section aria-labelledby="calls" class="calls">
<h2 id="calls">Steps</h2>
${filters(calls)}
${shown}
${lines.length === 0 ? nothing : html`<p class="note">From here on each step has only one line, to keep this page short. The journal has all details.</p>`}
${lines}
${left === 0 ? nothing : html`<p class="note">${counted(left, 'later step')} not shown, to keep this page short. The journal has them all.</p>`}
</section>`;
}

/** Returns the filter of the steps. It works by the style sheet alone, because the page runs no script. */
function filters(calls: readonly ReportCall[]): Html {
	const count = (kind: string): number => calls.filter((call) => kindsOf(call).includes(kind)).length;
	const choices = [
		['all', 'all', calls.length],
		['asked', 'needed approval', count('asked')],
		['refused', 'denied or blocked', count('refused')],
		['failed', 'failed', count('failed')],
	] as const;
	return html`<fieldset class="filter"><legend>Show steps</legend>${choices.map(
		([id, name, number]) =>
			html`<label><input type="radio" name="show" id="show-${id}"${id === 'all' ? html` checked` : nothing}> ${name} (${number})</label> `,
	)}</fieldset>`;
}

function kindsOf({ row, asked }: ReportCall): readonly string[] {
	return [
		...(asked.length > 0 ? ['asked'] : []),
		...(row.end === 'denied' || row.end === 'blocked' ? ['refused'] : []),
		...(row.end === 'failed' ? ['failed'] : []),
	];
}

const tones = { done: 'good', failed: 'bad', blocked: 'bad', denied: 'bad', open: 'ask' } as const;

/** Returns a call without its details. */
function callLine(call: ReportCall): Html {
	const { number, row } = call;
	return html`<article class="call ${kindsOf(call).join(' ')}" id="call-${number}"><p><span class="number">${number}</span> ${code(row.tool, 60)} ${row.input === '' ? nothing : code(row.input, 80)} <span class="tag ${tones[row.end]}">${row.end}</span> ${verdicts[row.verdict][0]}, rule ${code(row.rule, 60)}</p></article>
`;
}

function callEntry(call: ReportCall, context: RunContext): Html {
	const { number, row, milliseconds } = call;
	const kinds = kindsOf(call);
	const end = row.end === 'open' && row.result === '' ? 'not started' : row.end === 'open' ? row.result : row.end;
	return html`<article class="call ${kinds.join(' ')}" id="call-${number}"><details${kinds.length > 0 ? html` open` : nothing}>
<summary><h3><span class="number">${number}</span> ${code(row.tool)} ${row.input === '' ? nothing : code(row.input, 120)}</h3> <span class="tag ${tones[row.end]}">${end}</span>${milliseconds === undefined ? nothing : html` <span class="took">${took(milliseconds)}</span>`}</summary>
<dl>
${argumentRows(call)}
<dt>What it does</dt><dd>${effectWords(call)}</dd>
<dt>Decision</dt><dd>${gateWords(call)}</dd>
${call.asked.length === 0 ? nothing : html`<dt>Approval</dt><dd><ul>${call.asked.slice(-most.asked).map((asked) => html`<li>${askedWords(asked, context)}</li>`)}</ul></dd>`}
${outputRow(call)}
</dl></details></article>
`;
}

function argumentRows({ args }: ReportCall): Html {
	const shown = args.slice(0, most.args).map(([name, text]) => {
		const title = name === '' ? 'Arguments' : html`Argument ${code(name, 60)}`;
		return html`<dt>${title}</dt><dd>${block(text, Math.floor(longest.args / Math.min(args.length, most.args)))}</dd>`;
	});
	const left = args.length - shown.length;
	return html`${shown}${left > 0 ? html`<dt>Arguments</dt><dd>and ${left} more in the journal</dd>` : nothing}`;
}

/** Returns the text as it is, or its beginning and a note that the rest is missing. */
function block({ text, bytes, sha256 }: ShownText, room: number): Html {
	if (text === '') return html`<i>empty</i>`;
	const shown = cutTo(text, room);
	const isWhole = shown === text && Buffer.byteLength(text) === bytes;
	const where = sha256 === undefined ? 'in the journal' : html`in <code>blobs/${sha256.slice(0, 12)}…</code>`;
	return html`<pre tabindex="0">${shown}</pre>${isWhole ? nothing : html`<p class="more">Only the beginning is shown. All ${size(bytes)} are ${where}.</p>`}`;
}

/** The results are HTML, in which texts that others wrote are escaped. */
const wording: Wording = {
	value: (text) => code(text).html,
	words: (text) => html`${cutTo(text, 300)}`.html,
	strong: (text) => html`<strong>${text}</strong>`.html,
};

function effectWords({ effects, row }: ReportCall): Html {
	if (effects.length === 0)
		return html`${row.verdict === 'not judged' ? 'not checked' : 'unknown: nothing could be told from the arguments'}`;
	const sentences = effectSentences(effects, wording);
	const items = sentences.slice(0, most.effects).map(({ text, all = [] }) => {
		const things = all.slice(0, most.things).map((one) => html`<li>${code(one)}</li>`);
		const more =
			all.length > things.length ? html`<li>and ${all.length - things.length} more in the journal</li>` : nothing;
		return html`<li>${{ html: text }}${all.length === 0 ? nothing : html`<ul>${things}${more}</ul>`}</li>`;
	});
	const left = sentences.length - items.length;
	return html`<ul>${items}${left > 0 ? html`<li>and ${left} more in the journal</li>` : nothing}</ul>`;
}

const verdicts = {
	allow: ['allowed', 'good'],
	confirm: ['approval needed', 'ask'],
	block: ['blocked', 'bad'],
	'not judged': ['not checked', 'calm'],
} as const;

function verdictTag(verdict: keyof typeof verdicts): Html {
	const [words, tone] = verdicts[verdict];
	return html`<span class="tag ${tone}">${words}</span>`;
}

/** Returns the verdict and the reason, and then the rule, because a rule can be a long pattern. */
function gateWords(call: ReportCall): Html {
	const { row, reason, matches } = call;
	if (row.verdict === 'not judged') return verdictTag(row.verdict);
	const said = html`${verdictTag(row.verdict)} ${cutTo(reason, longest.reason)}${ruleWords(call)}`;
	return matches.length < 2 ? said : html`${said}${matchTable(matches)}`;
}

const matchColumns: HtmlColumns<ReportCall['matches'][number]> = [
	['Decision', ({ decision }) => verdicts[decision][0]],
	['Reason', ({ reason }) => cutTo(reason, 200)],
	['Rule', (match) => ruleName(match.rule, match)],
	['Layer', ({ stage }) => stage],
];

function matchTable(matches: ReportCall['matches']): Html {
	const rows = matches.slice(0, most.matches).map((match) => tableRow(matchColumns, match));
	return html`<details><summary>All ${matches.length} rules that matched</summary><div class="scroll" tabindex="0" role="group" aria-label="Rules that matched"><table>
<thead>${titleRow(matchColumns)}</thead><tbody>${rows}</tbody></table></div></details>`;
}

function askedWords(
	{ id, until, url, needs, signatures, denial, void: why }: AskedRow,
	{ home, began }: RunContext,
): Html {
	const yes = signatures.map((signature) => {
		const { at, scope, byButton, url: answer } = signature;
		const how = byButton === true ? ' with a button' : '';
		const more = scope === undefined ? '' : `, for the ${scope === 'always' ? 'repository' : 'run'} (${scope})`;
		return html`${ownLink(answer, home, 'approved')} by ${personWords(signature)}${how} ${afterStart(at, began)}${more}`;
	});
	const no =
		denial === undefined ? [] : [html`${ownLink(denial.url, home, 'denied')} ${denialWords(denial, { began })}`];
	const isOpen = yes.length + no.length === 0 && why === undefined;
	const who = needs.length === 0 ? '' : `. Who may answer: ${whoMay(needs).join(' and ').replaceAll('`', '')}`;
	const open = isOpen ? [html`waiting, expires ${afterStart(until, began)}${who}`] : [];
	const ended = why === undefined ? [] : [html`no longer valid: ${cutTo(why, 500)}`];
	const words = [...yes, ...no, ...open, ...ended].map((one, index) => html`${index === 0 ? '' : '; '}${one}`);
	return html`<strong>${ownLink(url, home, id)}</strong> ${words}`;
}

function outputRow({ output }: ReportCall): Html {
	return output === undefined ? nothing : html`<dt>Result</dt><dd>${block(output, longest.output)}</dd>`;
}
