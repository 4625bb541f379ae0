import { useMemo } from 'preact/hooks';
import { took } from '../../../src/report/html/words.ts';
import type { OpenRun } from './open-run.ts';
import { Paged } from './paged.tsx';
import { since, stepWords } from './step-words.ts';
import { line } from './texts.ts';

interface Props {
	readonly run: OpenRun;
	readonly onCall: (number: number) => void;
}

/** Shows what happened, in order, with the time since the start. */
export function TimelinePanel({ run, onCall }: Props) {
	const numbers = useMemo(() => new Map(run.calls.map(({ id, number }) => [id, number])), [run]);
	return (
		<Paged items={run.steps} noun="steps">
			{(shown) => (
				<ol class="timeline">
					{shown.map((step, index) => {
						const { words, value, tone, end } = stepWords(step.item);
						const number = step.callId === undefined ? undefined : numbers.get(step.callId);
						return (
							<li key={index} class={tone}>
								<span class="at">{since(step.at, run.facts.began)}</span>
								<span>
									{words} {value !== undefined && <code>{line(value, 160)}</code>}{' '}
									{end !== undefined && <span class={`tag ${end[1]}`}>{end[0]}</span>}{' '}
									{step.milliseconds !== undefined && <span class="took">{took(step.milliseconds)}</span>}{' '}
									{number !== undefined && (
										<button type="button" class="link" onClick={() => onCall(number)}>
											call {number}
										</button>
									)}
								</span>
							</li>
						);
					})}
				</ol>
			)}
		</Paged>
	);
}
