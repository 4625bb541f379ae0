import { wallWords } from '../../../src/core/walls.ts';
import { DecisionTag } from '../parts/decision-tag.tsx';
import { type Differences, keyOf } from './differences.ts';
import { Folded } from './folded.tsx';
import { More } from './part-list.tsx';
import type { LayerAnswer, SettingAnswer, SpokenAnswer } from './question.ts';
import { Lines, Prose, Sentence, Value } from './shown-text.tsx';

export type JudgedAnswer = Extract<SettingAnswer, { kind: 'judged' }>;

/** The decision with its reason and its rule. */
export function VerdictCard({ answer: { verdict, place, warnings } }: { readonly answer: JudgedAnswer }) {
	const { decision, reason, rule, risk, walls, executes } = verdict;
	return (
		<div class={`card ${decision}`}>
			<p class="decision">
				<DecisionTag decision={decision} /> <span class="soft">risk {risk}</span>
			</p>
			<p class="reason">
				<Prose text={reason} />
			</p>
			<p class="hint">
				Rule <RuleName rule={rule} place={place} />
			</p>
			{walls !== undefined && (
				<p class="hint">
					This relies on the sandbox of a run: {walls.closed.map((wall) => wallWords[wall]).join(', ')}.
				</p>
			)}
			{decision === 'confirm' && executes.length > 0 && (
				<p class="hint">
					An approval is valid only while these files are unchanged:{' '}
					<Sentence pieces={executes.flatMap((path, index) => [index === 0 ? '' : ', ', path])} />.
				</p>
			)}
			{warnings.map((warning) => (
				<p key={warning} class="hint">
					<Prose text={warning} />
				</p>
			))}
		</div>
	);
}

function RuleName({ rule, place }: { readonly rule: string; readonly place: string }) {
	return (
		<>
			<Value text={rule} />
			{place !== '' && (
				<>
					{' '}
					in <Value text={place} />
				</>
			)}
		</>
	);
}

/** All rules that match, in the order of the gate's layers. */
export function LayerList({
	layers,
	only,
}: {
	readonly layers: readonly LayerAnswer[];
	readonly only: Differences['only'];
}) {
	const silent = layers.filter(({ spoken }) => spoken.length === 0).map(({ name }) => name);
	return (
		<>
			{layers.map(({ name, spoken }) => (
				<LayerItem key={name} name={name} spoken={spoken} only={only} />
			))}
			{silent.length > 0 && <p class="hint">Nothing matches in: {silent.join(', ')}.</p>}
		</>
	);
}

function LayerItem({ name, spoken, only }: LayerAnswer & { readonly only: Differences['only'] }) {
	if (spoken.length === 0) return null;
	return (
		<div class="layer">
			<h3>{name}</h3>
			<ul>
				{spoken.map((one) => (
					<SpokenItem key={keyOf(one)} spoken={one} isOnlyHere={only.has(keyOf(one))} />
				))}
			</ul>
		</div>
	);
}

/** The most pieces of evidence that are shown for a rule. */
const mostEvidence = 20;

function SpokenItem({ spoken, isOnlyHere }: { readonly spoken: SpokenAnswer; readonly isOnlyHere: boolean }) {
	const { decision, rule, reason, file, line, about, yaml } = spoken;
	const place = file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`}`;
	const seen = about.filter((evidence) => evidence !== '');
	return (
		<li class={isOnlyHere ? 'only' : undefined}>
			<p>
				<DecisionTag decision={decision} /> <RuleName rule={rule} place={place} />{' '}
				{isOnlyHere && <span class="tag">only here</span>}
			</p>
			<p class="reason">
				<Prose text={reason} />
			</p>
			<ul class="about">
				{seen.slice(0, mostEvidence).map((evidence) => (
					<li key={evidence}>
						<Prose text={evidence} />
					</li>
				))}
			</ul>
			<More count={seen.length - mostEvidence} />
			{yaml !== undefined && <Folded title="The rule">{() => <Lines text={yaml} />}</Folded>}
		</li>
	);
}

/** What would change the decision. */
export function ChangeList({ changes }: Pick<JudgedAnswer, 'changes'>) {
	if (changes.length === 0) return <p class="soft">The call needs no approval.</p>;
	return (
		<ul class="changes">
			{changes.map(({ text, yaml }) => (
				<li key={text}>
					<Prose text={text} />
					{yaml !== undefined && <Lines text={yaml} />}
				</li>
			))}
		</ul>
	);
}
