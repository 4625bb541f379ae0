import { outcomeTraits } from '../../core/index.ts';
import type { ReportView } from '../report-view.ts';
import { askedWords, sparedWords } from '../requests/asked-words.ts';
import { whoMay } from '../requests/who-may.ts';
import { costWords } from '../status/cost-words.ts';
import { headlineOf } from '../status/headline.ts';
import type { RunView } from '../status/run-view.ts';
import { counted } from '../text/markdown.ts';
import { cutTo } from '../text/within.ts';
import { code, type Html, html, nothing, ownLink } from './html.ts';
import { markdownInline } from './markdown-inline.ts';
import { fullTime, grouped, took } from './words.ts';

type Tone = 'good' | 'ask' | 'bad' | 'calm';

const tones: Readonly<Record<string, Tone>> = { success: 'good', failure: 'bad' };

/** Returns the headline of the run's comment without its sign, and the colour for its check. */
export function titleOf(run: Pick<RunView, 'outcome' | 'kept'>): { readonly title: string; readonly tone: Tone } {
	const { outcome } = run;
	if (outcome === undefined) return { title: 'In progress', tone: 'calm' };
	const { text: title, conclusion } = headlineOf(outcome, run);
	return { title, tone: tones[conclusion] ?? (outcomeTraits[outcome.kind].isCalm ? 'calm' : 'ask') };
}

/** Returns the section with the outcome in one sentence, and with facts about the run. */
export function outcomePart(view: ReportView): Html {
	const { outcome, notice, pullRequest, commit, checks, warnings = [] } = view.run;
	const { title, tone } = titleOf(view.run);
	const sentence = outcome === undefined ? 'The journal ends while the run is still going on.' : outcome.message;
	return html`<section aria-labelledby="outcome">
<h2 id="outcome">Outcome</h2>
<p class="outcome ${tone}"><strong>${title}.</strong> ${cutTo(sentence, 2000)}</p>
${notice === undefined ? nothing : html`<p class="note">${markdownInline(cutTo(notice, 1000), view.home)}</p>`}
${commit === undefined ? nothing : html`<p>Delivered: commit <code>${commit.sha.slice(0, 12)}</code> on #${commit.pull}</p>`}
${pullRequest === undefined ? nothing : html`<p>Delivered: ${ownLink(pullRequest.url, view.home, `pull request #${pullRequest.number}`)}</p>`}
${checks === undefined ? nothing : html`<p>${checks.replaceAll('*', '')}</p>`}
${factList(view)}
${sparedList(view)}
${warningList(warnings)}
</section>`;
}

function factList({ run, repository, base, began, ended, program }: ReportView): Html {
	const { tokens, costs = [], grants = [] } = run;
	const facts: readonly (readonly [string, Html])[] = [
		['Started', fullTime(began)],
		['Took', html`${took(Date.parse(ended) - Date.parse(began))}`],
		...askedWords(run.asked).map((words) => ['Approvals', html`${words}`] as const),
		...grants.map(
			({ id, by, what }) => ['Approved for the rest of this run', html`${what}, by @${by} (${id})`] as const,
		),
		['Repository', html`${repository}, ${code(base.branch)} at ${code(base.sha.slice(0, 12))}`],
		['Mode', html`${run.mode}${run.skill === undefined ? '' : html`, skill ${code(run.skill)}`}`],
		['Model', html`${code(run.model)}${run.rehearsal ? ' (a script plays the model)' : ''}`],
		[
			'Tokens',
			html`${grouped(tokens.input)} input (${grouped(tokens.cached)} of it cached), ${grouped(tokens.output)} output`,
		],
		...costWords(costs).map((words) => ['Cost', html`${words.replaceAll('`', '')}`] as const),
		['Run', code(run.run)],
		['Program', html`${program}`],
	];
	return html`<dl class="facts">${facts.map(([name, what]) => html`<div><dt>${name}</dt><dd>${what}</dd></div>`)}</dl>`;
}

function sparedList({ run: { asked } }: ReportView): Html {
	const spared = sparedWords(asked);
	if (spared.length === 0) return nothing;
	const items = spared.map(
		({ text, rule }) =>
			html`<li>${markdownInline(cutTo(text, 500), undefined)}${rule === undefined ? nothing : html`<pre tabindex="0">${rule}</pre>`}</li>`,
	);
	return html`<details><summary>How to need fewer approvals</summary><ul>${items}</ul></details>`;
}

function warningList(warnings: readonly string[]): Html {
	if (warnings.length === 0) return nothing;
	const shown = warnings.slice(0, 50).map((text) => html`<li>${cutTo(text.replaceAll('`', ''), 500)}</li>`);
	const more = warnings.length > 50 ? html`<li>and ${warnings.length - 50} more in the journal</li>` : nothing;
	return html`<details class="warnings"><summary>${counted(warnings.length, 'warning')} about this run</summary><ul>${shown}${more}</ul></details>`;
}

/** Returns the section with the steps that wait. It is the only part of the page that asks people to do something. */
export function waitsPart({ run: { waits = [], outcome }, home, comment }: ReportView): Html {
	if (waits.length === 0 || outcome === undefined) return nothing;
	const rows = waits.map(
		({ id, tool, input, until, needs, url }) =>
			html`<li><strong>${ownLink(url, home, id)}</strong> ${code(tool)} ${code(input)}<br>
Expires ${fullTime(until)}.${needs.length === 0 ? '' : ` Who may answer: ${whoMay(needs).join(' and ').replaceAll('`', '')}.`}</li>`,
	);
	const [first] = waits;
	return html`<section aria-labelledby="waits">
<h2 id="waits">${waits.length === 1 ? 'One step is' : `${waits.length} steps are`} waiting for approval</h2>
<p>To answer, comment <code>/approve ${first?.id ?? ''}</code> or <code>/deny ${first?.id ?? ''} because …</code> in ${ownLink(comment, home, 'the run’s thread')}. A step that nobody answers in time is denied. Nothing runs in the meantime.</p>
<ul class="waits">${rows}</ul>
</section>`;
}
