import { modelName } from '../../../src/core/index.ts';
import { grouped, took } from '../../../src/report/html/words.ts';
import { dollars } from '../../../src/report/status/cost-words.ts';
import type { OpenRun } from './open-run.ts';
import { countCalls } from './run-facts.ts';
import { clock, line } from './texts.ts';
import { outcomeTone } from './tones.ts';

/** What the run was about, how it ended, and its figures. */
export function RunTitle({ run, onClose }: { readonly run: OpenRun; readonly onClose: () => void }) {
	const { header, outcome, began } = run.facts;
	return (
		<header class="run-title">
			<div class="run-head">
				<h1 dir="auto">{header === undefined ? 'A record without a start' : line(header.request.task, 200)}</h1>
				<button type="button" onClick={onClose}>
					Open another record
				</button>
			</div>
			{header !== undefined && (
				<p class="soft">
					{line(header.repository, 140)} #{header.request.thread} · run {line(header.run, 60)} · requested by @
					{line(header.request.actor.login, 60)} · mode {header.settings.mode} ·{' '}
					{line(modelName(header.settings.model), 80)} · {clock(began)} UTC
				</p>
			)}
			<p>
				<span class={`tag ${outcomeTone(outcome)}`}>{outcome?.kind ?? 'not ended'}</span>{' '}
				<span dir="auto">
					{outcome === undefined ? 'The record does not contain the end of the run.' : line(outcome.message, 400)}
				</span>
			</p>
			<Figures run={run} />
		</header>
	);
}

/** The figures of a run by name, also for the comparison with another run. */
export function figuresOf({ calls, facts }: OpenRun): readonly (readonly [name: string, value: string])[] {
	const count = countCalls(calls);
	const { milliseconds, waited, jobs, tokens, usd, requests } = facts;
	return [
		['Calls', grouped(count.all)],
		['Needed approval', grouped(count.asked)],
		['Blocked or denied', grouped(count.blocked)],
		['Failed', grouped(count.failed)],
		['Jobs', grouped(jobs)],
		['Duration', milliseconds === undefined ? 'unknown' : took(milliseconds)],
		['No machine ran for', waited === 0 ? '—' : took(waited)],
		['Model requests', grouped(requests.length)],
		['Tokens in', grouped(tokens.input)],
		['Tokens out', grouped(tokens.output)],
		['Cost', usd === undefined ? 'unknown' : dollars(usd)],
	];
}

function Figures({ run }: { readonly run: OpenRun }) {
	return (
		<dl class="figures">
			{figuresOf(run).map(([name, value]) => (
				<div key={name}>
					<dt>{name}</dt>
					<dd>{value}</dd>
				</div>
			))}
		</dl>
	);
}
