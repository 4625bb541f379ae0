import type { ApiComment, LocalGitHub } from '../github/local-github.ts';
import type { Random } from './random.ts';

/** The course of a task: an answer at once, or a step that asks first. */
export type TaskKind = 'plain' | 'label' | 'file';

export interface Task {
	readonly issue: number;
	readonly who: string;
	readonly kind: TaskKind;
	/** Its place among the tasks of its issue. */
	readonly slot: number;
	/** The answer of people to the step that asks. */
	readonly verdict: 'approve' | 'deny';
	/** Whether two people give this answer. */
	readonly twice: boolean;
	/** Whether the person who gives the task may do so. */
	readonly mayAsk: boolean;
}

/** A comment to the agent. */
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

/** Returns tasks that need `commands` comments, including the answers. */
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

/** Writes the tasks as comments, and answers requests. */
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

	/** Reads a comment of the App, and answers each request in it. */
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
