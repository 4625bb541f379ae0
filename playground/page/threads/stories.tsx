import type { Person, StoryStep, StoryView } from '../../protocol.ts';
import { useKept } from './kept.ts';
import { placeLink } from './place.ts';
import { Said, useAct } from './use-act.tsx';
import { actionWords } from './words.ts';

interface StoriesProps {
	readonly stories: readonly StoryView[];
	readonly people: readonly Person[];
	readonly thread: number | undefined;
	/** Called when the visitor opens a thread. */
	readonly open: () => void;
}

/** The prepared stories. The story of the shown thread also has its steps. */
export function Stories({ stories, people, thread, open }: StoriesProps) {
	return (
		<section aria-labelledby="stories">
			<h2 id="stories" class="column-title">
				Stories
			</h2>
			<ul class="stories">
				{stories.map((story) => (
					<li key={story.name} class={story.thread === thread ? 'chosen' : ''}>
						<a
							class="story-link"
							onClick={open}
							href={placeLink({ thread: story.thread })}
							aria-current={story.thread === thread ? 'true' : undefined}
						>
							{story.title}
						</a>
						<p class="soft">{story.summary}</p>
						{story.thread === thread && <Steps key={story.name} story={story} people={people} />}
					</li>
				))}
			</ul>
		</section>
	);
}

function Steps({ story, people }: { readonly story: StoryView; readonly people: readonly Person[] }) {
	const [kept, keep] = useKept(`steps:${story.name}`, '');
	const done = kept.split(' ').filter((one) => one !== '');
	const next = story.steps.findIndex(({ does }, index) => does !== undefined && !done.includes(String(index)));
	return (
		<ol class="steps">
			{story.steps.map((step, index) => {
				const number = String(index);
				const finish = () => keep([...new Set([...done, number])].join(' '));
				const state = done.includes(number) ? 'done' : index === next ? 'next' : 'later';
				return <Step key={step.say} step={step} people={people} state={state} finish={finish} />;
			})}
		</ol>
	);
}

/** A sentence of a story, in which backticks mark code. */
function Sentence({ text }: { readonly text: string }) {
	const parts = text.split('`');
	return <>{parts.map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}</>;
}

interface StepProps {
	readonly step: StoryStep;
	readonly people: readonly Person[];
	/** Whether the step is done, is the next one, or comes later. */
	readonly state: 'done' | 'next' | 'later';
	readonly finish: () => void;
}

function Step({ step: { say, does }, people, state, finish }: StepProps) {
	const acting = useAct();
	const isDone = state === 'done';
	if (does === undefined)
		return (
			<li>
				<Sentence text={say} />
			</li>
		);
	const words = actionWords(does, people);
	return (
		<li>
			<p class="say">
				<Sentence text={say} />
			</p>
			{words !== undefined && <p class="say does mono">{words}</p>}
			<button
				type="button"
				class={state === 'next' ? 'main' : ''}
				disabled={acting.busy}
				onClick={async () => {
					if (await acting.start(does)) finish();
				}}
			>
				{isDone ? 'Do it again' : 'Do it'}
				<span class="hidden">: {say.replaceAll('`', '')}</span>
			</button>
			{isDone && <span class="soft"> ✓ done</span>}
			<Said acting={acting} />
		</li>
	);
}
