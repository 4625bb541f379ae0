import { effectSentences, type Wording } from '../effect-sentences.ts';
import { counted } from '../markdown.ts';
import type { AskedRow, ReportCall, ReportView, ShownText } from '../report-view.ts';
import { whoMay } from '../who-may.ts';
import { cutTo } from '../within.ts';
import { code, type Html, html, nothing, ownLink, within } from './html.ts';
import { denialWords } from './refusals.ts';
import { size, time, took } from './words.ts';

/** What all calls may take of the page, in bytes: whole ones, and what else is told in a line. */
const room = { whole: 1_100_000, line: 300_000 } as const;
const longest = { args: 2500, output: 600, reason: 1000 } as const;
const most = { args: 12, effects: 12, things: 12, matches: 20, asked: 20 } as const;

/** Every call: what it would do, what the gate said and by which rule, who answered, and what came of it. */
export function callsPart({ calls, home }: ReportView): Html {
	if (calls.length === 0)
		return html`<section aria-labelledby="calls"><h2 id="calls">Calls</h2><p>There were none.</p></section>`;
	const { shown } = within(
		calls.map((call) => callEntry(call, home)),
		room.whole,
	);
	const { shown: lines, left } = within(calls.slice(shown.length).map(callLine), room.line);
	return html`<section aria-labelledby="calls" class="calls">
<h2 id="calls">Calls</h2>
${filters(calls)}
${shown}
${lines.length === 0 ? nothing : html`<p class="note">From here on the page would become too long: a line for each call, the journal has all.</p>`}
${lines}
${left === 0 ? nothing : html`<p class="note">${counted(left, 'later call')} would make this page too long: the journal has all.</p>`}
</section>`;
}

/** Choosing hides the others by style alone: the page runs no script. */
function filters(calls: readonly ReportCall[]): Html {
	const count = (kind: string): number => calls.filter((call) => kindsOf(call).includes(kind)).length;
	const choices = [
		['all', 'all', calls.length],
		['asked', 'asked about', count('asked')],
		['refused', 'denied or blocked', count('refused')],
		['failed', 'failed', count('failed')],
	] as const;
	return html`<fieldset class="filter"><legend>Show calls</legend>${choices.map(
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

/** A call without its details. */
function callLine(call: ReportCall): Html {
	const { number, row } = call;
	return html`<article class="call ${kindsOf(call).join(' ')}" id="call-${number}"><p><span class="number">${number}</span> ${code(row.tool, 60)} ${row.input === '' ? nothing : code(row.input, 80)} <span class="tag ${tones[row.end]}">${row.end}</span> ${row.verdict} by ${code(row.rule, 60)}</p></article>
`;
}

function callEntry(call: ReportCall, home: string | undefined): Html {
	const { number, row, milliseconds } = call;
	const kinds = kindsOf(call);
	const end = row.end === 'open' && row.result === '' ? 'not begun' : row.end === 'open' ? row.result : row.end;
	return html`<article class="call ${kinds.join(' ')}" id="call-${number}"><details${kinds.length > 0 ? html` open` : nothing}>
<summary><h3><span class="number">${number}</span> ${code(row.tool)} ${row.input === '' ? nothing : code(row.input, 120)}</h3> <span class="tag ${tones[row.end]}">${end}</span>${milliseconds === undefined ? nothing : html` <span class="took">${took(milliseconds)}</span>`}</summary>
<dl>
${argumentRows(call)}
<dt>What it does</dt><dd>${effectWords(call)}</dd>
<dt>Gate</dt><dd>${gateWords(call)}</dd>
${call.asked.length === 0 ? nothing : html`<dt>People</dt><dd><ul>${call.asked.slice(-most.asked).map((asked) => html`<li>${askedWords(asked, home)}</li>`)}</ul></dd>`}
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
	return html`${shown}${left > 0 ? html`<dt>Arguments</dt><dd>and ${left} more, in the journal</dd>` : nothing}`;
}

/** The beginning of a text exactly as it is, and how much of it that is. */
function block({ text, bytes, sha256 }: ShownText, room: number): Html {
	if (text === '') return html`<i>empty</i>`;
	const shown = cutTo(text, room);
	const isWhole = shown === text && Buffer.byteLength(text) === bytes;
	const where = sha256 === undefined ? 'in the journal' : html`in <code>blobs/${sha256.slice(0, 12)}…</code>`;
	return html`<pre tabindex="0">${shown}</pre>${isWhole ? nothing : html`<p class="more">The beginning; all ${size(bytes)} lie ${where}.</p>`}`;
}

/** Already markup: both parts of a sentence are escaped where they are put in. */
const wording: Wording = {
	value: (text) => code(text).html,
	words: (text) => html`${cutTo(text, 300)}`.html,
	strong: (text) => html`<strong>${text}</strong>`.html,
};

function effectWords({ effects, row }: ReportCall): Html {
	if (effects.length === 0)
		return html`${row.verdict === 'not judged' ? 'not judged' : 'something that could not be told'}`;
	const sentences = effectSentences(effects, wording);
	const items = sentences.slice(0, most.effects).map(({ text, all = [] }) => {
		const things = all.slice(0, most.things).map((one) => html`<li>${code(one)}</li>`);
		const more =
			all.length > things.length ? html`<li>and ${all.length - things.length} more, in the journal</li>` : nothing;
		return html`<li>${{ html: text }}${all.length === 0 ? nothing : html`<ul>${things}${more}</ul>`}</li>`;
	});
	const left = sentences.length - items.length;
	return html`<ul>${items}${left > 0 ? html`<li>and ${left} more, in the journal</li>` : nothing}</ul>`;
}

const verdictTones = { allow: 'good', confirm: 'ask', block: 'bad', 'not judged': 'calm' } as const;

function gateWords({ row, reason, risk, matches }: ReportCall): Html {
	if (row.verdict === 'not judged') return html`<span class="tag calm">not judged</span>`;
	const deciding = matches.find(({ rule, decision }) => rule === row.rule && decision === row.verdict) ?? matches[0];
	const said = html`<span class="tag ${verdictTones[row.verdict]}">${row.verdict}</span> by ${code(row.rule)}${placeOf(deciding)}${risk === undefined ? '' : `, risk ${risk}`}: ${cutTo(reason, longest.reason)}`;
	return matches.length < 2 ? said : html`${said}${matchTable(matches)}`;
}

function placeOf(match: ReportCall['matches'][number] | undefined): Html {
	if (match?.file === undefined) return nothing;
	return html` (${code(`${match.file}${match.line === undefined ? '' : `:${match.line}`}`)})`;
}

function matchTable(matches: ReportCall['matches']): Html {
	const rows = matches.slice(0, most.matches).map((match) => {
		const { stage, decision, rule, reason } = match;
		return html`<tr><td>${stage}</td><td>${decision}</td><td>${code(rule, 80)}${placeOf(match)}</td><td>${cutTo(reason, 200)}</td></tr>`;
	});
	return html`<details><summary>All ${matches.length} opinions</summary><div class="scroll" tabindex="0" role="region" aria-label="Opinions of the gate"><table>
<thead><tr><th scope="col">layer</th><th scope="col">says</th><th scope="col">rule</th><th scope="col">because</th></tr></thead><tbody>${rows}</tbody></table></div></details>`;
}

function askedWords(
	{ id, until, url, needs, signatures, denial, void: why }: AskedRow,
	home: string | undefined,
): Html {
	const yes = signatures.map(({ who, role, at, scope, byButton, url: answer }) => {
		const how = byButton === true ? ' by a button' : '';
		const more = scope === undefined ? '' : `, for the ${scope === 'always' ? 'repository' : 'run'} (${scope})`;
		return html`; ${ownLink(answer, home, 'approved')} by @${who} (${role})${how} on ${time(at)}${more}`;
	});
	const no = denial === undefined ? nothing : html`; ${ownLink(denial.url, home, 'denied')} ${denialWords(denial)}`;
	const open = signatures.length === 0 && denial === undefined && why === undefined;
	const waits = open ? html`; waits until ${time(until)}` : nothing;
	const who = open && needs.length > 0 ? `, for ${whoMay(needs).join(' and ').replaceAll('`', '')}` : '';
	return html`<strong>${ownLink(url, home, id)}</strong> asked${yes}${no}${waits}${who}${why === undefined ? nothing : html`; void: ${cutTo(why, 500)}`}`;
}

function outputRow({ output }: ReportCall): Html {
	return output === undefined ? nothing : html`<dt>What came of it</dt><dd>${block(output, longest.output)}</dd>`;
}
