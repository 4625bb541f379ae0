import { describeEffect } from '../../../src/core/effect.ts';
import type { Match } from '../../../src/core/index.ts';
import type { CallView } from '../../protocol.ts';
import { DecisionTag } from '../parts/decision-tag.tsx';
import { plainText } from '../parts/plain-text.ts';
import { shownDuration } from '../parts/shown-moment.ts';
import { Tag } from '../parts/tag.tsx';
import { TextBlock } from '../parts/text-block.tsx';
import { callWords, inputLine, valueText } from './words.ts';

/** One call: the gate's decision in one line, and all details when the visitor opens it. */
export function CallRow({ call }: { readonly call: CallView }) {
	const { decision, tool, input, state, approval, milliseconds } = call;
	return (
		<li class="call">
			<details>
				<summary>
					<DecisionTag decision={decision} />
					<span class="mono what">
						<strong>{plainText(tool)}</strong> {inputLine(input)}
					</span>
					<span class="states">
						{approval !== undefined && <span class="mono">{plainText(approval)} </span>}
						{state !== 'blocked' && <Tag {...callWords[state]} pulse={state === 'running'} />}
						{milliseconds !== undefined && <span class="soft"> {shownDuration(milliseconds)}</span>}
					</span>
				</summary>
				<CallFacts call={call} />
			</details>
		</li>
	);
}

function CallFacts({ call }: { readonly call: CallView }) {
	const { input, effects, rule, reason, risk, matches, output } = call;
	return (
		<dl>
			{Object.entries(input).map(([name, value]) => (
				<Fact key={name} name={`Input: ${plainText(name)}`}>
					<TextBlock text={plainText(valueText(value))} />
				</Fact>
			))}
			<Fact name="Effects">
				{effects.length === 0 ? (
					'None.'
				) : (
					<ul class="call-list">
						{effects.map((effect) => (
							<li key={JSON.stringify(effect)}>{plainText(describeEffect(effect)).replaceAll('`', '')}</li>
						))}
					</ul>
				)}
			</Fact>
			<Fact name="Rule">
				<code>{plainText(rule)}</code> <RulePlace {...call} />
			</Fact>
			<Fact name="Why">
				{plainText(reason)} Risk: {risk}.
			</Fact>
			{matches.length > 1 && <Matches matches={matches} />}
			{output !== undefined && (
				<Fact name="Output">
					<TextBlock text={plainText(output) || '(empty)'} />
				</Fact>
			)}
		</dl>
	);
}

function Matches({ matches }: { readonly matches: readonly Match[] }) {
	return (
		<Fact name="All rules that matched">
			<ul class="call-list">
				{matches.map((match, index) => (
					<li key={index}>
						<DecisionTag decision={match.decision} /> <code>{plainText(match.rule)}</code> <RulePlace {...match} />
					</li>
				))}
			</ul>
		</Fact>
	);
}

function RulePlace({ file, line }: { readonly file?: string; readonly line?: number }) {
	if (file === undefined) return null;
	return <span class="mono soft">{`${plainText(file)}${line === undefined ? '' : `:${line}`}`}</span>;
}

function Fact({ name, children }: { readonly name: string; readonly children: preact.ComponentChildren }) {
	return (
		<>
			<dt>{name}</dt>
			<dd>{children}</dd>
		</>
	);
}
