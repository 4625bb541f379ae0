import type { ApiComment, LocalGitHub } from '../github/local-github.ts';
import type { Random } from './random.ts';

/** What a task leads to: an answer at once, or a step that asks first. */
export type TaskKind = 'plain' | 'label' | 'file';

export interface Task {
	readonly issue: number;
	readonly who: string;
	readonly kind: TaskKind;
	/** Its place among the tasks of its issue. */
	readonly slot: number;
	/** What people say to the step that asks. */
	readonly verdict: 'approve' | 'deny';
	/** Two people say it. */
	readonly twice: boolean;
	/** Whether who says it may. */
	readonly mayAsk: boolean;
}

/** Something that was said to the agent. */
export interface SaidCommand {
	/** `comment/<id>`, as it is dispatched. */
	readonly command: string;
	readonly task: Task;
	/** The approval that it answers. */
	readonly answers?: string;
}

export const writers = ['maintainer', 'hubot-writer', 'mona-writer'] as const;
export const stranger = 'octocat';
export const tasksPerIssue = 4;

/** Tasks whose comments, answers included, are so many. */
export function planTasks(commands: number, random: Random): readonly Task[] {
	const tasks: Task[] = [];
	for (let left = commands; left > 0; ) {
		const mayAsk = !random.chance(0.1);
		const kind = random.chance(0.25) ? random.of(['label', 'file'] as const) : 'plain';
		const twice = left > 2 && random.chance(0.3);
		const who = mayAsk ? random.of(writers) : stranger;
		const slot = tasks.length % tasksPerIssue;
		const issue = Math.floor(tasks.length / tasksPerIssue) + 1;
		const isAsking = mayAsk && kind !== 'plain' && left > 1;
		const verdict = random.chance(0.7) ? 'approve' : 'deny';
		tasks.push({ issue, who, kind: isAsking ? kind : 'plain', slot, verdict, twice, mayAsk });
		left -= 1 + (isAsking ? (twice ? 2 : 1) : 0);
	}
	return tasks;
}

/** Says tasks, and answers what is asked. */
export class People {
	readonly said: SaidCommand[] = [];
	readonly #github: LocalGitHub;
	readonly #random: Random;
	readonly #runs = new Map<string, Task>();
	readonly #read = new Set<number>();
	readonly #runIdOf: (thread: number, command: string) => string;
	#thinking = 0;

	constructor(github: LocalGitHub, random: Random, runIdOf: (thread: number, command: string) => string) {
		this.#github = github;
		this.#random = random;
		this.#runIdOf = runIdOf;
	}

	get areQuiet(): boolean {
		return this.#thinking === 0;
	}

	async ask(task: Task): Promise<void> {
		const { id } = await this.#say(task.issue, task.who, `/agent see to slug ${task.slot} of #${task.issue}`);
		const command = `comment/${id}`;
		this.#runs.set(this.#runIdOf(task.issue, command), task);
		this.said.push({ command, task });
	}

	/** Somebody reads what the App has written: each request is answered. */
	reads({ id, body }: Pick<ApiComment, 'id' | 'body'>): void {
		const run = /<!-- countersign:request:([^:\s]+):\S+ -->\s*$/.exec(body)?.[1];
		const task = run === undefined ? undefined : this.#runs.get(run);
		if (task === undefined || this.#read.has(id)) return;
		this.#read.add(id);
		for (const [, approval = ''] of body.matchAll(/^#### (A\d+) /gm)) {
			this.#answerSoon(task, approval);
			if (task.twice) this.#answerSoon(task, approval);
		}
	}

	#answerSoon(task: Task, approval: string): void {
		this.#thinking++;
		setTimeout(() => void this.#answer(task, approval), this.#random.between(200, 2500));
	}

	async #answer(task: Task, approval: string): Promise<void> {
		const text = task.verdict === 'approve' ? `/approve ${approval}` : `/deny ${approval} not now`;
		const { id } = await this.#say(task.issue, this.#random.of(writers), text);
		this.said.push({ command: `comment/${id}`, task, answers: approval });
		this.#thinking--;
	}

	#say(issue: number, user: string, body: string): Promise<ApiComment> {
		return this.#github.comment({ issue, user, body });
	}
}
