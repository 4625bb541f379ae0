import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { grouped, took } from '../../../src/report/html/words.ts';
import { DecisionTag } from '../parts/decision-tag.tsx';
import { CallDetails } from './call-details.tsx';
import { type CallFilter, callFilters, matchingCalls } from './call-filters.ts';
import type { OpenRun } from './open-run.ts';
import { Paged } from './paged.tsx';
import type { RunCall } from './run-calls.ts';
import { aboutCall, line } from './texts.ts';
import { callEnds } from './tones.ts';

interface Props {
	readonly run: OpenRun;
	/** The number of a call to show at once. */
	readonly wanted: number | undefined;
}

/** Every call of the run, with a filter. */
export function CallsPanel({ run, wanted }: Props) {
	const [filter, setFilter] = useState<CallFilter>('all');
	const [words, setWords] = useState('');
	const calls = useMemo(() => matchingCalls(run.calls, filter, words), [run, filter, words]);
	const start = calls.findIndex(({ number }) => number === wanted);
	return (
		<>
			<div class="filters">
				<label>
					Show{' '}
					<select value={filter} onChange={({ currentTarget }) => setFilter(currentTarget.value as CallFilter)}>
						{Object.entries(callFilters).map(([name, { title, is }]) => (
							<option key={name} value={name}>
								{title} ({grouped(run.calls.filter(is).length)})
							</option>
						))}
					</select>
				</label>
				<label>
					With the words{' '}
					<input type="search" value={words} onInput={({ currentTarget }) => setWords(currentTarget.value)} />
				</label>
			</div>
			<Paged items={calls} noun="calls" {...(start > 0 && { start })}>
				{(shown) => (
					<ol class="rows">
						{shown.map((call) => (
							<CallRow key={call.id} call={call} run={run} isWanted={call.number === wanted} />
						))}
					</ol>
				)}
			</Paged>
		</>
	);
}

function CallRow({
	call,
	run,
	isWanted,
}: {
	readonly call: RunCall;
	readonly run: OpenRun;
	readonly isWanted: boolean;
}) {
	const [isOpen, setOpen] = useState(isWanted);
	const summary = useRef<HTMLElement>(null);
	useEffect(() => {
		if (isWanted) summary.current?.focus();
	}, [isWanted]);
	const { number, tool, input, verdict, state, milliseconds } = call;
	const [end, tone] = callEnds[state];
	return (
		<li>
			<details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
				<summary ref={summary} class="call-row">
					<span class="number">{number}</span>
					<span class="what">
						<b>{line(tool, 60)}</b> <code>{aboutCall(input)}</code>
					</span>
					<span class="ends">
						<DecisionTag decision={verdict.decision} />
						{end !== 'blocked' && <span class={`tag ${tone}`}>{end}</span>}
						{milliseconds !== undefined && <span class="took">{took(milliseconds)}</span>}
					</span>
				</summary>
				{isOpen && <CallDetails call={call} source={run.record.source} />}
			</details>
		</li>
	);
}
