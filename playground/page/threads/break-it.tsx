import type { Action } from '../../protocol.ts';
import { Said, useAct } from './use-act.tsx';

interface Attack {
	readonly label: string;
	readonly says: string;
	readonly action: Action;
}

function attacksOn(thread: number): readonly Attack[] {
	return [
		{
			label: 'Kill the runner and its disk',
			says: 'The job dies in the middle of its work. A new comment continues the run on a new machine.',
			action: { kind: 'kill-runner', thread },
		},
		{
			label: 'Edit the bot’s comment',
			says: 'A contributor rewrites the last comment of the App. An approval of a changed request must not count.',
			action: { kind: 'edit-bot-comment', thread },
		},
		{
			label: 'Push a commit',
			says: 'The code changes while a step waits. A signature for the old code must not run on the new one.',
			action: { kind: 'push-commit', thread },
		},
		{
			label: 'Merge a workflow change',
			says: 'The workflow that runs the agent changes under a waiting run.',
			action: { kind: 'merge-workflow-change' },
		},
		{
			label: 'Let a day pass',
			says: 'The clock goes on by 25 hours. A request that has no answer expires, which means no.',
			action: { kind: 'pass-day' },
		},
	];
}

/** The buttons that try to break a run. */
export function BreakIt({ thread }: { readonly thread: number }) {
	return (
		<section aria-labelledby="break-it">
			<h3 id="break-it">Break it</h3>
			<details open>
				<summary class="soft">What a run must survive</summary>
				<ul class="attacks">
					{attacksOn(thread).map((attack) => (
						<AttackButton key={attack.label} attack={attack} />
					))}
				</ul>
			</details>
		</section>
	);
}

function AttackButton({ attack: { label, says, action } }: { readonly attack: Attack }) {
	const acting = useAct();
	return (
		<li>
			<button type="button" class="danger" disabled={acting.busy} onClick={() => acting.start(action)}>
				{label}
			</button>
			<p class="soft">{says}</p>
			<Said acting={acting} />
		</li>
	);
}
