import { type Command, mayHoldCommand, parseCommands } from '../approvals/index.ts';
import type { CodePlace, Opening, Outcome, Person, Trigger } from '../core/index.ts';

/** A comment with a command. */
interface Spoken {
	readonly actor: Person;
	readonly thread: number;
	readonly onPullRequest: boolean;
	readonly commentId: number;
	readonly key: string;
	readonly defaultBranch: string;
}

/** What a delivery asks of us. The thread of a dispatch or a schedule is not known yet. */
export type Incoming =
	| { readonly kind: 'nothing'; readonly outcome: Outcome }
	| {
			readonly kind: 'start';
			readonly trigger: Trigger;
			readonly actor: Person;
			readonly thread?: number;
			readonly onPullRequest: boolean;
			readonly task: string;
			/** An event that asks nothing started it: the words are the workflow's. */
			readonly foreignWords?: true;
			readonly commentId?: number;
			/** The review comment that asks; its ids are none of the conversation's. */
			readonly reviewId?: number;
			/** What that comment stands beside. */
			readonly code?: CodePlace;
			readonly key: string;
			readonly defaultBranch: string;
			/** What the issue or pull request said when this was asked, where that is known. */
			readonly opening?: Opening;
			/** It may only read and answer. */
			readonly planOnly?: true;
			/** The head that the event is about. */
			readonly headSha?: string;
			/** The commit of the default branch that the run stands on, where the workflow does not run on that branch. */
			readonly base?: { readonly refName: string; readonly sha: string };
	  }
	| {
			/** Nobody said what to do: what waits is settled where it is due. */
			readonly kind: 'sweep';
			readonly key: string;
			readonly defaultBranch: string;
	  }
	/** The App's bot names what was said; it is read again before it counts. */
	| { readonly kind: 'command'; readonly command: string; readonly defaultBranch: string }
	/** Something to be told, or to be done to the runs of the thread. */
	| (Spoken & { readonly kind: 'control'; readonly what: Control; readonly opening?: Opening })
	/** Somebody says that the agent may work on a commit of a fork. */
	| (Spoken & { readonly kind: 'vouch'; readonly sha: string })
	/** An app wrote a command in a person's name. */
	| (Omit<Spoken, 'onPullRequest'> & { readonly kind: 'by-app' })
	/** A command beside the code that only counts in the conversation. */
	| { readonly kind: 'misplaced'; readonly actor: Person; readonly thread: number; readonly reviewId: number }
	| {
			readonly kind: 'answer';
			readonly actor: Person;
			readonly thread: number;
			readonly commentId: number;
			readonly commands: readonly Command[];
			readonly key: string;
			readonly defaultBranch: string;
	  };

const controls = ['stop', 'help', 'status', 'retry', 'revoke'] as const;
export type Control = (typeof controls)[number];

/** The longest task that is taken. Characters. */
const longestTask = 32_768;

/** A comment in a conversation, as an event tells it or as it was read again. */
export interface Said {
	readonly id: number;
	readonly body: string;
	readonly actor: Person;
	/** A person wrote it, themselves and through no app. */
	readonly byPerson: boolean;
	/** An app wrote it in a person's name. */
	readonly byApp?: boolean;
	readonly thread: number;
	readonly onPullRequest: boolean;
	/** What the issue or pull request said at that time, where that is known. */
	readonly opening?: Opening | undefined;
	readonly defaultBranch: string;
}

/** What a new comment asks of us. */
export function incomingFrom({ id, body, byPerson, onPullRequest, actor, thread, ...said }: Said): Incoming {
	const { defaultBranch, opening } = said;
	const known = opening === undefined ? {} : { opening };
	const from = { actor, thread, commentId: id, key: `comment/${id}`, defaultBranch };
	if (said.byApp === true && parseCommands(body).length > 0) return { kind: 'by-app', ...from };
	const heard = commandsOf(body, byPerson);
	if ('kind' in heard) return heard;
	const { commands } = heard;
	const what = controlIn(commands);
	if (what !== undefined) return { kind: 'control', what, onPullRequest, ...known, ...from };
	const [command] = commands;
	const next = nextOf(commands);
	if (command?.kind === 'vouch' && next === undefined)
		return { kind: 'vouch', sha: command.sha, onPullRequest, ...from };
	if (next?.kind !== 'agent') return { kind: 'answer', commands, ...from };
	return startFor(next, { onPullRequest, ...known, ...from });
}

/** A review comment, and what it stands beside. */
interface SaidBesideCode extends Omit<Said, 'onPullRequest'> {
	readonly code: CodePlace;
}

/** What a new review comment asks of us: a task, or something that is heard in the conversation only. */
export function incomingBesideCode({ id, body, byPerson, code, actor, thread, ...said }: SaidBesideCode): Incoming {
	const { defaultBranch, opening } = said;
	const beside = { reviewId: id, code, key: `review/${id}`, ...(opening === undefined ? {} : { opening }) };
	const heard = commandsOf(body, byPerson);
	if ('kind' in heard) return heard;
	const next = controlIn(heard.commands) === undefined ? nextOf(heard.commands) : undefined;
	if (next?.kind !== 'agent') return { kind: 'misplaced', actor, thread, reviewId: id };
	return startFor(next, { actor, thread, defaultBranch, onPullRequest: true, ...beside });
}

/** The commands that count, or why there are none. */
function commandsOf(body: string, byPerson: boolean): { readonly commands: readonly Command[] } | Incoming {
	if (!mayHoldCommand(body)) return nothing('no-command', 'The comment holds no command.');
	if (!byPerson) return nothing('bot-author', 'Commands count only from people, in their own comments.');
	const commands = parseCommands(body);
	if (commands.length > 0) return { commands };
	return nothing('no-command', 'The command stands in a quote, in code or in a hidden part: it does not count.');
}

/** What is asked beside a word for a commit. */
function nextOf(commands: readonly Command[]): Command | undefined {
	return commands.find(({ kind }) => kind !== 'vouch');
}

type Start = Extract<Incoming, { kind: 'start' }>;

function startFor(
	{ task, planOnly }: Extract<Command, { kind: 'agent' }>,
	from: Omit<Start, 'kind' | 'trigger' | 'task' | 'planOnly'>,
): Incoming {
	if (task.length > longestTask) return tooLong(task.length);
	return { kind: 'start', trigger: 'comment', task, ...(planOnly === true ? { planOnly } : {}), ...from };
}

/** A stop counts wherever it stands; of the others the first command of the comment. Answers beside it are read by the run itself. */
function controlIn(commands: readonly Command[]): Control | undefined {
	if (commands.some(({ kind }) => kind === 'stop')) return 'stop';
	return controls.find((what) => what === commands[0]?.kind);
}

/** An issue or a pull request that got the label. */
export interface Labelled {
	readonly trigger: 'label' | 'issue';
	readonly actor: Person & { readonly type: string };
	readonly number: number;
	readonly title: string;
	readonly body: string;
	readonly onPullRequest: boolean;
	/** ISO 8601. */
	readonly createdAt: string;
	/** When it got the label. ISO 8601. */
	readonly labelledAt: string;
	readonly defaultBranch: string;
}

/** The run that a label starts, where a person has set it. */
export function incomingFromLabel({ actor, number, title, body, ...labelled }: Labelled): Incoming {
	if (actor.type !== 'User') return nothing('bot-author', 'A label counts only when a person sets it.');
	const task = `${title}\n\n${body}`.trim();
	if (task.length > longestTask) return tooLong(task.length);
	const { trigger, onPullRequest, defaultBranch } = labelled;
	return {
		kind: 'start',
		trigger,
		actor: { id: actor.id, login: actor.login },
		thread: number,
		onPullRequest,
		task,
		opening: { title, body },
		key: `label/${number}/${labelTime(labelled)}`,
		defaultBranch,
	};
}

/** An issue that is opened with the label is delivered twice, as opened and as labeled: both name one run. */
function labelTime({ createdAt, labelledAt }: Pick<Labelled, 'createdAt' | 'labelledAt'>): string {
	return Date.parse(labelledAt) - Date.parse(createdAt) < 60_000 ? createdAt : labelledAt;
}

export function nothing(
	reason: Extract<Outcome, { kind: 'nothing-to-do' }>['reason'],
	message: string,
): Extract<Incoming, { kind: 'nothing' }> {
	return { kind: 'nothing', outcome: { kind: 'nothing-to-do', reason, message } };
}

function tooLong(length: number): Incoming {
	const message = `The task has ${length} characters; at most ${longestTask} are taken. Nothing was started.`;
	return { kind: 'nothing', outcome: { kind: 'refused', reason: 'comment-too-long', message } };
}

/** GitHub says null where it means nothing. */
export function isSet(value: unknown): boolean {
	return value !== undefined && value !== null;
}
