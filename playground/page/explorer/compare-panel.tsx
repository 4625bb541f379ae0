import { useCallback, useMemo, useState } from 'preact/hooks';
import { took } from '../../../src/report/html/words.ts';
import { DecisionTag } from '../parts/decision-tag.tsx';
import { type CallPair, pairCalls } from './compare.ts';
import type { OpenRun } from './open-run.ts';
import { Paged } from './paged.tsx';
import { PickRecord } from './pick-record.tsx';
import type { RunCall } from './run-calls.ts';
import { figuresOf } from './run-title.tsx';
import { Scroll } from './scroll.tsx';
import { aboutCall, line } from './texts.ts';
import { callEnds } from './tones.ts';
import { type Picking, useRecord } from './use-record.ts';

/** Compares this run with another one. */
export function ComparePanel({ run }: { readonly run: OpenRun }) {
	const { state, open, close } = useRecord();
	const pick = useCallback((picking: Picking) => open(picking), [open]);
	if (state.kind !== 'open')
		return (
			<>
				<p class="lead">Open the record of another run, to see both side by side.</p>
				<PickRecord state={state} onPick={pick} onStop={close} />
			</>
		);
	return <Comparison left={run} right={state.run} onClose={close} />;
}

interface Sides {
	readonly left: OpenRun;
	readonly right: OpenRun;
}

function Comparison({ left, right, onClose }: Sides & { readonly onClose: () => void }) {
	const [onlyChanges, setOnlyChanges] = useState(true);
	const pairs = useMemo(() => pairCalls(left.calls, right.calls), [left, right]);
	const shown = useMemo(() => pairs.filter(({ kind }) => !onlyChanges || kind !== 'same'), [pairs, onlyChanges]);
	return (
		<>
			<SideFault run={right} />
			<Figures left={left} right={right} />
			<div class="filters">
				<label>
					<input
						type="checkbox"
						checked={onlyChanges}
						onChange={({ currentTarget }) => setOnlyChanges(currentTarget.checked)}
					/>{' '}
					Only differences
				</label>
				<button type="button" onClick={onClose}>
					Compare with another record
				</button>
			</div>
			<Paged items={shown} noun={onlyChanges ? 'differences' : 'calls'}>
				{(some) => <Pairs pairs={some} />}
			</Paged>
		</>
	);
}

function SideFault({ run }: { readonly run: OpenRun }) {
	const { end } = run.record;
	if (end.kind !== 'broken') return null;
	return (
		<p role="alert" class="notice bad">
			The other record is broken at line {end.line}: {line(end.why, 300)}. Only the lines before it are compared.
		</p>
	);
}

function Figures({ left, right }: Sides) {
	const others = new Map([outcomeOf(right), ...figuresOf(right)]);
	const names = [nameOf(left), nameOf(right)];
	return (
		<Scroll label="Figures of both runs">
			<table class="compared">
				<thead>
					<tr>
						<td />
						<th scope="col">This run: {names[0]}</th>
						<th scope="col">Other run: {names[1]}</th>
					</tr>
				</thead>
				<tbody>
					{[outcomeOf(left), ...figuresOf(left)].map(([name, value]) => (
						<tr key={name} class={others.get(name) === value ? 'same' : ''}>
							<th scope="row">{name}</th>
							<td>{value}</td>
							<td>{others.get(name)}</td>
						</tr>
					))}
				</tbody>
			</table>
		</Scroll>
	);
}

function outcomeOf({ facts }: OpenRun): readonly [name: string, value: string] {
	return ['Outcome', facts.outcome?.kind ?? 'not ended'];
}

function nameOf({ record, facts }: OpenRun): string {
	return line(facts.header?.run ?? record.name, 60);
}

const kinds: Readonly<Record<CallPair['kind'], string>> = {
	same: 'same',
	changed: 'another end',
	'only-left': 'only this run',
	'only-right': 'only other run',
};

function Pairs({ pairs }: { readonly pairs: readonly CallPair[] }) {
	return (
		<Scroll label="Calls of both runs">
			<table class="pairs">
				<thead>
					<tr>
						<th scope="col">Call</th>
						<th scope="col">This run</th>
						<th scope="col">Other run</th>
						<th scope="col">Difference</th>
					</tr>
				</thead>
				<tbody>
					{pairs.map(({ left, right, kind }) => {
						const call = left ?? right;
						return (
							<tr key={`${left?.number ?? ''}-${right?.number ?? ''}`}>
								<td>
									<b>{line(call?.tool ?? '', 60)}</b> <code>{aboutCall(call?.input ?? {}, 120)}</code>
								</td>
								<td>
									<Side call={left} />
								</td>
								<td>
									<Side call={right} />
								</td>
								<td class="soft">{kinds[kind]}</td>
							</tr>
						);
					})}
				</tbody>
			</table>
		</Scroll>
	);
}

function Side({ call }: { readonly call: RunCall | undefined }) {
	if (call === undefined) return <span class="soft">—</span>;
	const [end, tone] = callEnds[call.state];
	return (
		<>
			<span class="number">{call.number}</span> <DecisionTag decision={call.verdict.decision} />{' '}
			{end !== 'blocked' && <span class={`tag ${tone}`}>{end}</span>}{' '}
			{call.milliseconds !== undefined && <span class="took">{took(call.milliseconds)}</span>}
		</>
	);
}
