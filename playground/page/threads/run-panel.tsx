import type { JobView, RunCard, RunView } from '../../protocol.ts';
import { Moment } from '../parts/moment.tsx';
import { plainLine, plainText } from '../parts/plain-text.ts';
import { Tag } from '../parts/tag.tsx';
import { TextBlock } from '../parts/text-block.tsx';
import { CallRow } from './call-row.tsx';
import { Journal } from './journal.tsx';
import { placeLink } from './place.ts';
import { jobWord, runWord } from './words.ts';

interface RunHeadProps {
	readonly run: RunView;
	readonly runs: readonly RunCard[];
}

/** The state of a run, its jobs, and the gate's decisions about its calls. */
export function RunHead({ run, runs }: RunHeadProps) {
	return (
		<>
			<p class="run-line">
				<Tag {...runWord(run)} pulse={run.status === 'running'} />{' '}
				{runs.length > 1 ? <RunChoice run={run} runs={runs} /> : <code>{plainText(run.id)}</code>}
			</p>
			{run.outcome !== undefined && <p>{plainText(run.outcome.message)}</p>}
			<Jobs jobs={run.jobs} />
			<section aria-labelledby="calls">
				<h3 id="calls">
					Calls <span class="count">{run.calls.length}</span>
				</h3>
				{run.calls.length === 0 && <p class="soft">The model has not called a tool yet.</p>}
				<ol class="calls">
					{run.calls.map((call) => (
						<CallRow key={call.id} call={call} />
					))}
				</ol>
			</section>
		</>
	);
}

/** What a run wrote down: its journal, and the log of its job. */
export function RunRecord({ run: { journal, log } }: { readonly run: RunView }) {
	return (
		<>
			<Journal lines={journal} />
			<section aria-labelledby="log">
				<h3 id="log">End of the job's log</h3>
				<TextBlock class="log" text={log.map(plainText).join('\n') || 'Empty.'} />
			</section>
		</>
	);
}

function RunChoice({ run, runs }: RunHeadProps) {
	return (
		<select
			aria-label="Run"
			value={run.id}
			onChange={({ currentTarget }) => {
				location.hash = placeLink({ thread: run.thread, run: currentTarget.value });
			}}
		>
			{runs.map((one, index) => (
				<option key={one.id} value={one.id}>
					{`${one.id}${index === 0 ? '' : `, ${runWord(one).text}`}`}
				</option>
			))}
		</select>
	);
}

function Jobs({ jobs }: { readonly jobs: readonly JobView[] }) {
	return (
		<section aria-labelledby="jobs">
			<h3 id="jobs">Jobs</h3>
			<ol class="jobs">
				{jobs.map((job) => (
					<li key={job.id}>
						<Tag {...jobWord(job)} pulse={job.status === 'running'} />{' '}
						<span class="mono">{plainLine(job.command, 60)}</span>{' '}
						<span class="soft">
							<Moment at={job.startedAt} />
							{job.endedAt !== undefined && (
								<>
									{' '}
									to <Moment at={job.endedAt} after={job.startedAt} />
								</>
							)}
						</span>
					</li>
				))}
			</ol>
		</section>
	);
}
