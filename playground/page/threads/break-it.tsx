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
			says: 'The job dies in the middle of its work. The bot notices within seconds and starts a new job, which continues the run.',
			action: { kind: 'kill-runner', thread },
		},
		{
			label: 'Edit the bot’s comment',
			says: 'A contributor rewrites the last comment of the App. No text in a comment of the App approves anything.',
			action: { kind: 'edit-bot-comment', thread },
		},
		{
			label: 'Push a commit',
			says: 'The code changes while a step waits. An approval is valid only while everything that it covers stays the same.',
			action: { kind: 'push-commit', thread },
		},
		{
			label: 'Merge a workflow change',
			says: 'The file that starts the agent changes while a run waits.',
			action: { kind: 'merge-workflow-change' },
		},
		{
			label: 'Let a day pass',
			says: 'The clock goes on by 25 hours. A request without an answer is denied by then.',
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
			<p class="attack-says soft">{says}</p>
			<Said acting={acting} />
		</li>
	);
}
