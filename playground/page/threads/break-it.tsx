import type { Action, ActionKind } from '../../protocol.ts';
import { Said, useAct } from './use-act.tsx';

interface Attack {
	readonly label: string;
	readonly says: string;
	readonly action: (thread: number) => Action;
}

/** Undefined means that the page has another place for the action. A new kind of action does not compile without an entry here. */
const attacks: Readonly<Record<ActionKind, Attack | undefined>> = {
	comment: undefined,
	'open-issue': undefined,
	press: undefined,
	'choose-model': undefined,
	'kill-runner': {
		label: 'Kill the runner and its disk',
		says: 'The job dies in the middle of its work. The bot notices within seconds, and a new job continues the run.',
		action: (thread) => ({ kind: 'kill-runner', thread }),
	},
	'edit-bot-comment': {
		label: 'Edit the bot’s comment',
		says: 'A contributor rewrites the last comment of the App. No text in a comment of the App approves anything.',
		action: (thread) => ({ kind: 'edit-bot-comment', thread }),
	},
	'push-commit': {
		label: 'Push a commit',
		says: 'The code changes while a step waits. An approval is valid only while everything that it covers stays the same.',
		action: (thread) => ({ kind: 'push-commit', thread }),
	},
	'merge-workflow-change': {
		label: 'Merge a workflow change',
		says: 'The file that starts the agent changes while a run waits.',
		action: () => ({ kind: 'merge-workflow-change' }),
	},
	'pass-day': {
		label: 'Let a day pass',
		says: 'The clock goes on by 25 hours. A request without an answer is denied by then.',
		action: () => ({ kind: 'pass-day' }),
	},
};

const offered = Object.values(attacks).filter((attack) => attack !== undefined);

/** The buttons that try to break a run. */
export function BreakIt({ thread }: { readonly thread: number }) {
	return (
		<section aria-labelledby="break-it">
			<h3 id="break-it">Break it</h3>
			<details open>
				<summary class="soft">What a run must survive</summary>
				<ul class="attacks">
					{offered.map((attack) => (
						<AttackButton key={attack.label} attack={attack} thread={thread} />
					))}
				</ul>
			</details>
		</section>
	);
}

function AttackButton({ attack, thread }: { readonly attack: Attack; readonly thread: number }) {
	const { label, says, action } = attack;
	const acting = useAct();
	return (
		<li>
			<button type="button" class="danger" disabled={acting.busy} onClick={() => acting.start(action(thread))}>
				{label}
			</button>
			<p class="attack-says soft">{says}</p>
			<Said acting={acting} />
		</li>
	);
}
