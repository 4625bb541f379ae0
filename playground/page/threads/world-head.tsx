import type { WorldView } from '../../protocol.ts';
import { Said, useAct } from './use-act.tsx';

/** The repository, the model, and the clock. */
export function WorldHead({ world }: { readonly world: WorldView }) {
	const acting = useAct();
	const { repository, models, model, daysAhead } = world;
	const current = models.find(({ name }) => name === model);
	return (
		<div class="world-head">
			<p class="repository">{repository}</p>
			<label>
				Model{' '}
				<select
					value={model}
					disabled={acting.busy}
					onChange={({ currentTarget }) => {
						const chosen = currentTarget.value;
						// The field shows the old choice until the server confirms the new one.
						currentTarget.value = model;
						void acting.start({ kind: 'choose-model', model: chosen });
					}}
				>
					{models.map(({ name, title }) => (
						<option key={name} value={name}>
							{title}
						</option>
					))}
				</select>
			</label>
			{current?.scripted === true && <p class="soft">A script plays the model. Its replies were written beforehand.</p>}
			{daysAhead > 0 && (
				<p class="soft">
					The clock is {daysAhead} {daysAhead === 1 ? 'day' : 'days'} ahead.
				</p>
			)}
			<Said acting={acting} />
			<details>
				<summary>What is real here, and what is played</summary>
				<Reality world={world} />
			</details>
		</div>
	);
}

/** Shows what is real here, and what is simulated. */
export function Reality({ world: { real, played } }: { readonly world: WorldView }) {
	return (
		<div class="reality">
			<Sentences title="Real" sentences={real} />
			<Sentences title="Played" sentences={played} />
		</div>
	);
}

function Sentences({ title, sentences }: { readonly title: string; readonly sentences: readonly string[] }) {
	return (
		<>
			<p class="reality-title">{title}</p>
			<ul>
				{sentences.map((sentence) => (
					<li key={sentence}>{sentence}</li>
				))}
			</ul>
		</>
	);
}
