import type { OutcomeKind } from '../../core/index.ts';
import { askedWords, sparedWords } from '../asked-words.ts';
import { costWords } from '../cost-words.ts';
import { counted } from '../markdown.ts';
import type { ReportView } from '../report-view.ts';
import { whoMay } from '../who-may.ts';
import { cutTo } from '../within.ts';
import { code, type Html, html, nothing, ownLink } from './html.ts';
import { grouped, time, took } from './words.ts';

/** How an end is named, and what it looks like. */
export const ends: Readonly<Record<OutcomeKind, readonly [title: string, tone: 'good' | 'ask' | 'bad' | 'calm']>> = {
	completed: ['Done', 'good'],
	'nothing-to-do': ['Nothing to do', 'calm'],
	waiting: ['Waiting for a signature', 'ask'],
	denied: ['Denied', 'bad'],
	refused: ['Refused', 'bad'],
	duplicate: ['Already at work elsewhere', 'calm'],
	unknown: ['A step ended in the dark', 'ask'],
	cancelled: ['Stopped', 'calm'],
	failed: ['Failed', 'bad'],
	'incompatible-checkpoint': ['Made by another version', 'bad'],
};

/** The outcome in a sentence, and the run in a few facts. */
export function outcomePart(view: ReportView): Html {
	const { outcome, notice, pullRequest, commit, checks, warnings = [] } = view.run;
	const [title, tone] = outcome === undefined ? (['At work', 'calm'] as const) : ends[outcome.kind];
	const sentence = outcome === undefined ? 'The journal ends before the run said how it stands.' : outcome.message;
	return html`<section aria-labelledby="outcome">
<h2 id="outcome">Outcome</h2>
<p class="outcome ${tone}"><strong>${title}.</strong> ${cutTo(sentence, 2000)}</p>
${notice === undefined ? nothing : html`<p class="note">${cutTo(notice.replaceAll('`', ''), 1000)}</p>`}
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
		['Run', html`${code(run.run)}${run.rehearsal ? ' (a rehearsal: a script plays the model)' : ''}`],
		['Repository', html`${repository}, ${code(base.branch)} at ${code(base.sha.slice(0, 12))}`],
		['From, to', html`${time(began)}, ${time(ended)} (${took(Date.parse(ended) - Date.parse(began))})`],
		['Model', code(run.model)],
		['Mode', html`${run.mode}${run.skill === undefined ? '' : html`, skill ${code(run.skill)}`}`],
		[
			'Used',
			html`${grouped(tokens.input)} tokens in (${grouped(tokens.cached)} cached), ${grouped(tokens.output)} out${costWords(costs).map((words) => `; ${words.replaceAll('`', '')}`)}`,
		],
		...askedWords(run.asked).map((words) => ['Asked', html`${words}`] as const),
		...grants.map(({ id, by, what }) => ['In force', html`${what}, by @${by} (${id})`] as const),
		['Program', html`${program}`],
	];
	return html`<dl class="facts">${facts.map(([name, what]) => html`<div><dt>${name}</dt><dd>${what}</dd></div>`)}</dl>`;
}

function sparedList({ run: { asked } }: ReportView): Html {
	const spared = sparedWords(asked);
	if (spared.length === 0) return nothing;
	const items = spared.map(
		({ text, rule }) =>
			html`<li>${cutTo(text.replaceAll('`', ''), 500)}${rule === undefined ? nothing : html`<pre>${rule}</pre>`}</li>`,
	);
	return html`<details><summary>What would have spared questions</summary><ul>${items}</ul></details>`;
}

function warningList(warnings: readonly string[]): Html {
	if (warnings.length === 0) return nothing;
	const shown = warnings.slice(0, 50).map((text) => html`<li>${cutTo(text.replaceAll('`', ''), 500)}</li>`);
	const more = warnings.length > 50 ? html`<li>and ${warnings.length - 50} more, in the journal</li>` : nothing;
	return html`<details class="warnings"><summary>${counted(warnings.length, 'warning')} about this run</summary><ul>${shown}${more}</ul></details>`;
}

/** What waits for people: nothing else on the page is for somebody to do. */
export function waitsPart({ run: { waits = [], outcome }, home }: ReportView): Html {
	if (waits.length === 0 || outcome === undefined) return nothing;
	const rows = waits.map(
		({ id, tool, input, until, needs, url }) =>
			html`<li><strong>${ownLink(url, home, id)}</strong> ${code(tool)} ${code(input)}<br>
until ${time(until)}${needs.length === 0 ? '' : `; who may: ${whoMay(needs).join(' and ').replaceAll('`', '')}`}</li>`,
	);
	return html`<section aria-labelledby="waits">
<h2 id="waits">Waits for ${waits.length === 1 ? 'a signature' : `${waits.length} signatures`}</h2>
<p>Answer in the run's thread: <code>/approve ${waits[0]?.id ?? ''}</code> or <code>/deny ${waits[0]?.id ?? ''} because …</code>. No machine runs meanwhile, and no answer is a no.</p>
<ul>${rows}</ul>
</section>`;
}
