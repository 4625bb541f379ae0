import type { CheckView } from '../../protocol.ts';
import type { Inside } from '../parts/inside.ts';
import { Markdown } from '../parts/markdown.tsx';
import { plainLine } from '../parts/plain-text.ts';
import { Tag } from '../parts/tag.tsx';
import type { Self } from './person-choice.tsx';
import { Said, useAct } from './use-act.tsx';

interface ChecksProps {
	readonly checks: readonly CheckView[];
	readonly self: Self;
	readonly inside: Inside;
}

/** The checks of the thread's commit, with the buttons that the App offers. */
export function Checks({ checks, ...more }: ChecksProps) {
	if (checks.length === 0) return null;
	return (
		<section class="checks" aria-labelledby="checks">
			<h3 id="checks">Checks</h3>
			{checks.map((check) => (
				<Check key={check.id} check={check} {...more} />
			))}
		</section>
	);
}

const tones: Readonly<Record<string, string>> = {
	...{ success: 'good', neutral: 'calm', skipped: 'calm', action_required: 'ask' },
	...{ failure: 'bad', cancelled: 'calm', timed_out: 'bad', stale: 'calm' },
};

function Check({ check, self, inside }: { readonly check: CheckView } & Omit<ChecksProps, 'checks'>) {
	const acting = useAct();
	const { person } = self;
	const state = check.conclusion ?? check.status;
	return (
		<div class="check">
			<p class="check-line">
				<Tag text={state.replaceAll('_', ' ')} tone={tones[state] ?? 'calm'} />{' '}
				<strong>
					<bdi>{plainLine(check.name, 80)}</bdi>
				</strong>{' '}
				<bdi>{plainLine(check.title)}</bdi>
			</p>
			{check.buttons.length > 0 && person !== undefined && (
				<div class="row">
					{check.buttons.map(({ label, description, identifier }) => (
						<button
							key={identifier}
							type="button"
							title={plainLine(description)}
							disabled={acting.busy}
							onClick={() => acting.start({ kind: 'press', as: person.name, check: check.id, identifier })}
						>
							{plainLine(label, 40)}
						</button>
					))}
					<span class="pressed-as">
						You press it as {person.name} (@{person.login}).
					</span>
				</div>
			)}
			<Said acting={acting} />
			{check.summary.trim() !== '' && (
				<details>
					<summary>Details</summary>
					<Markdown source={check.summary} inside={inside} />
				</details>
			)}
		</div>
	);
}
