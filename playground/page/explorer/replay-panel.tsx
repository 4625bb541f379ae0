import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { CountersignError, utcDay } from '../../../src/core/index.ts';
import { grouped } from '../../../src/report/html/words.ts';
import { Prose } from '../bench/shown-text.tsx';
import { DecisionTag } from '../parts/decision-tag.tsx';
import type { OpenRun } from './open-run.ts';
import { Paged } from './paged.tsx';
import type { ReplayChoice, ReplayedCall } from './replay.ts';
import { ReplayForm } from './replay-form.tsx';
import { Scroll } from './scroll.tsx';
import { aboutCall, line } from './texts.ts';

interface Props {
	readonly run: OpenRun;
	readonly onCall: (number: number) => void;
}

type Replay =
	| { readonly kind: 'none' }
	| { readonly kind: 'judging'; readonly done: number; readonly all: number }
	| { readonly kind: 'failed'; readonly why: string }
	| { readonly kind: 'done'; readonly calls: readonly ReplayedCall[] };

/** The calls of the run, judged by other rules. */
export function ReplayPanel({ run, onCall }: Props) {
	const [replay, setReplay] = useState<Replay>({ kind: 'none' });
	const control = useRef<AbortController>(undefined);
	useEffect(() => () => control.current?.abort(), []);
	const start = (choice: ReplayChoice): void => {
		control.current?.abort();
		const mine = new AbortController();
		control.current = mine;
		const show = (next: Replay): void => {
			if (!mine.signal.aborted) setReplay(next);
		};
		judge(run, choice, { show, signal: mine.signal }).catch((thrown) => show({ kind: 'failed', why: whyOf(thrown) }));
	};
	return (
		<>
			<p class="lead">
				Which calls would other rules decide differently? The page judges each call of the record again, with the gate
				of this version.
			</p>
			<ReplayForm mode={run.facts.header?.settings.mode} isBusy={replay.kind === 'judging'} onStart={start} />
			{replay.kind === 'judging' && (
				<label class="judging">
					Judging {grouped(replay.done)} of {grouped(replay.all)}
					<progress value={replay.done} max={Math.max(1, replay.all)} />
				</label>
			)}
			{replay.kind === 'failed' && (
				<p role="alert" class="notice bad">
					{replay.why}
				</p>
			)}
			{replay.kind === 'done' && <Result calls={replay.calls} run={run} onCall={onCall} />}
		</>
	);
}

async function judge(
	{ record, trusted }: OpenRun,
	choice: ReplayChoice,
	{ show, signal }: { readonly show: (next: Replay) => void; readonly signal: AbortSignal },
): Promise<void> {
	show({ kind: 'judging', done: 0, all: 0 });
	// The gate is large, and most visitors only read.
	const [{ replayRun }, { policyTexts: texts }] = await Promise.all([
		import('./replay.ts'),
		import('../parts/policy-texts.ts'),
	]);
	let shown = 0;
	const tell = (done: number, all: number): void => {
		if (done - shown < 50) return;
		shown = done;
		show({ kind: 'judging', done, all });
	};
	const calls = await replayRun({ ...record, entries: trusted }, choice, {
		texts,
		today: utcDay(new Date()),
		tell,
		signal,
	});
	show({ kind: 'done', calls });
}

function whyOf(thrown: unknown): string {
	const text =
		thrown instanceof CountersignError
			? `${thrown.message} ${thrown.fix}`
			: `The calls cannot be judged: ${String(thrown)}`;
	return line(text, 800);
}

function Result({ calls, run, onCall }: Props & { readonly calls: readonly ReplayedCall[] }) {
	const count = (kind: ReplayedCall['kind']): number => calls.filter((call) => call.kind === kind).length;
	const flips = useMemo(() => calls.filter(({ now }) => now !== undefined), [calls]);
	const unclear = useMemo(() => calls.filter(({ kind }) => kind === 'unclear'), [calls]);
	return (
		<>
			<p role="status">
				The decision changes for <b>{grouped(flips.length)}</b> of {grouped(calls.length)} calls:{' '}
				{grouped(count('looser'))} less strict, {grouped(count('stricter'))} stricter. {grouped(count('same'))} stay the
				same, and {grouped(unclear.length)} cannot be judged again.
			</p>
			{flips.length > 0 && (
				<Paged items={flips} noun="changed calls">
					{(shown) => <Flips calls={shown} run={run} onCall={onCall} />}
				</Paged>
			)}
			{unclear.length > 0 && (
				<details class="unclear">
					<summary>Calls that cannot be judged again ({grouped(unclear.length)})</summary>
					<Paged items={unclear} noun="calls">
						{(shown) => (
							<ul>
								{shown.map(({ id, tool, why }) => (
									<li key={id}>
										<CallLink id={id} run={run} onCall={onCall} /> <b>{line(tool, 60)}</b>: {line(why ?? '', 200)}
									</li>
								))}
							</ul>
						)}
					</Paged>
				</details>
			)}
		</>
	);
}

function Flips({ calls, run, onCall }: Props & { readonly calls: readonly ReplayedCall[] }) {
	const inputs = useMemo(() => new Map(run.calls.map(({ id, input }) => [id, input])), [run]);
	return (
		<Scroll label="Calls with another decision">
			<table>
				<thead>
					<tr>
						<th scope="col">Call</th>
						<th scope="col">What</th>
						<th scope="col">Then</th>
						<th scope="col">Now</th>
						<th scope="col">Because</th>
					</tr>
				</thead>
				<tbody>
					{calls.map(({ id, tool, was, wasRule, now }) => (
						<tr key={id}>
							<td>
								<CallLink id={id} run={run} onCall={onCall} />
							</td>
							<td>
								<b>{line(tool, 60)}</b> <code>{aboutCall(inputs.get(id) ?? {}, 120)}</code>
							</td>
							<td>
								<DecisionTag decision={was} /> <span class="soft">{line(wasRule, 60)}</span>
							</td>
							<td>{now !== undefined && <DecisionTag decision={now.decision} />}</td>
							<td>
								<Prose text={now?.reason ?? ''} /> <code>{line(now?.rule ?? '', 80)}</code>
								{now?.place !== undefined && now.place !== '' && (
									<>
										{' '}
										in <code>{line(now.place, 120)}</code>
									</>
								)}
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</Scroll>
	);
}

function CallLink({ id, run, onCall }: Props & { readonly id: string }) {
	const number = run.calls.find((call) => call.id === id)?.number;
	if (number === undefined) return null;
	return (
		<button type="button" class="link" onClick={() => onCall(number)}>
			call {number}
		</button>
	);
}
