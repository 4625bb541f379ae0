import type { ComponentChildren } from 'preact';
import { type Differences, differencesOf } from './differences.ts';
import { Folded } from './folded.tsx';
import { PartList } from './part-list.tsx';
import type { Answer, SettingAnswer } from './question.ts';
import { Lines } from './shown-text.tsx';
import { ChangeList, type JudgedAnswer, LayerList, VerdictCard } from './verdict-parts.tsx';

const titles = ['First setting', 'Second setting'];

/** Shows the whole answer of the gate. */
export function Results({ answer }: { readonly answer: Answer }) {
	const { settings } = answer;
	const differences = differencesOf(settings[0], settings[1]);
	return (
		<>
			<section aria-labelledby="verdict">
				<h2 id="verdict">Verdict</h2>
				{differences !== undefined && <p>{differences.sentence}</p>}
				<Columns settings={settings}>{(one) => <VerdictCard answer={one} />}</Columns>
			</section>
			<PartList answer={answer} />
			{settings.some(({ kind }) => kind === 'judged') && (
				<Reasons settings={settings} only={differences?.only ?? new Set()} />
			)}
		</>
	);
}

interface ReasonsProps extends Pick<Answer, 'settings'>, Pick<Differences, 'only'> {}

/** Why the gate decided so, and what would change it. */
function Reasons({ settings, only }: ReasonsProps) {
	return (
		<>
			<section aria-labelledby="rules">
				<h2 id="rules">Rules that match</h2>
				<Columns settings={settings}>{({ layers }) => <LayerList layers={layers} only={only} />}</Columns>
			</section>
			<section aria-labelledby="changes">
				<h2 id="changes">What would change it</h2>
				<Columns settings={settings}>{({ changes }) => <ChangeList changes={changes} />}</Columns>
			</section>
			<Folded title="The verdict as data">
				{() => (
					<Columns settings={settings}>
						{({ verdict }) => <Lines text={JSON.stringify(verdict, undefined, 2)} />}
					</Columns>
				)}
			</Folded>
		</>
	);
}

interface ColumnsProps {
	readonly settings: readonly SettingAnswer[];
	readonly children: (answer: JudgedAnswer) => ComponentChildren;
}

/** One column for each setting. */
function Columns({ settings, children }: ColumnsProps) {
	return (
		<div class={settings.length > 1 ? 'sides' : undefined}>
			{settings.map((answer, index) => (
				<div key={titles[index]}>
					{settings.length > 1 && <p class="column-title">{titles[index]}</p>}
					{answer.kind === 'judged' ? children(answer) : <p class="soft">Your own policy has an error.</p>}
				</div>
			))}
		</div>
	);
}

/** The result in one sentence, for screen readers. */
export function spokenResult({ settings }: Answer): string {
	const words = { allow: 'It runs', confirm: 'It asks', block: 'It is blocked' } as const;
	return settings
		.map((one) =>
			one.kind === 'judged' ? `${words[one.verdict.decision]}. ${one.verdict.reason}` : 'Your own policy has an error.',
		)
		.join(' Second setting: ');
}
