import { type Command, type Control, commandTraits, mayHoldCommand, parseCommands } from '../../approvals/index.ts';
import type { CodePlace, Opening, Outcome, Person, Trigger } from '../../core/index.ts';

/** A comment that contains a command. */
interface Spoken {
	readonly actor: Person;
	readonly thread: number;
	readonly onPullRequest: boolean;
	readonly commentId: number;
	readonly key: string;
	readonly defaultBranch: string;
}

/** What an event asks for. Without `thread`, the job later uses the standing issue of the workflow. */
export type Incoming =
	| { readonly kind: 'nothing'; readonly outcome: Outcome }
	| {
			readonly kind: 'start';
			readonly trigger: Trigger;
			readonly actor: Person;
			readonly thread?: number;
			readonly onPullRequest: boolean;
			readonly task: string;
			/** True if the event itself does not ask for a task. The task is then the workflow's prompt, which may contain anybody's words. */
			readonly foreignWords?: true;
			readonly commentId?: number;
			/** The id of the review comment that asks. Review comments and conversation comments have separate ids. */
			readonly reviewId?: number;
			/** The code that the review comment is about. */
			readonly code?: CodePlace;
			readonly key: string;
			readonly defaultBranch: string;
			/** The text of the issue or pull request when the command was written, if it is known. */
			readonly opening?: Opening;
			/** The run may only read and answer. */
			readonly planOnly?: true;
			/** The head that the event is about. */
			readonly headSha?: string;
			/** The commit of the default branch that the run uses, if the workflow does not run on that branch. */
			readonly base?: { readonly refName: string; readonly sha: string };
	  }
	| {
			/** There is no task, so the job continues or ends the waiting runs that are due. */
			readonly kind: 'sweep';
			readonly key: string;
			readonly defaultBranch: string;
	  }
	/** The App's bot names a command. The job reads the command's text from GitHub before it uses it. */
	| { readonly kind: 'command'; readonly command: string; readonly defaultBranch: string }
	/** A command such as `/agent status` or `/agent stop`, about the runs of the thread. */
	| (Spoken & { readonly kind: 'control'; readonly what: Control; readonly opening?: Opening })
	/** `/agent ok <sha>`: a person lets the agent work on a commit of a fork. */
	| (Spoken & { readonly kind: 'vouch'; readonly sha: string })
	/** An app wrote a command in a person's name. */
	| (Omit<Spoken, 'onPullRequest'> & { readonly kind: 'by-app' })
	/** A command in a review comment that is valid only in the conversation. */
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

/** The longest task that is accepted. Characters. */
const longestTask = 32_768;

/** A comment in a conversation, from an event or from the API. */
export interface Said {
	readonly id: number;
	readonly body: string;
	readonly actor: Person;
	/** A person wrote the comment, without an app. */
	readonly byPerson: boolean;
	/** An app wrote the comment in a person's name. */
	readonly byApp?: boolean;
	readonly thread: number;
	readonly onPullRequest: boolean;
	/** The text of the issue or pull request when the command was written, if it is known. */
	readonly opening?: Opening | undefined;
	readonly defaultBranch: string;
}

/** Returns what a new comment asks for. */
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

/** A review comment, and the code that it is about. */
interface SaidBesideCode extends Omit<Said, 'onPullRequest'> {
	readonly code: CodePlace;
}

/** Returns what a new review comment asks for: a task, or a command that is valid only in the conversation. */
export function incomingBesideCode({ id, body, byPerson, code, actor, thread, ...said }: SaidBesideCode): Incoming {
	const { defaultBranch, opening } = said;
	const beside = { reviewId: id, code, key: `review/${id}`, ...(opening === undefined ? {} : { opening }) };
	const heard = commandsOf(body, byPerson);
	if ('kind' in heard) return heard;
	const next = controlIn(heard.commands) === undefined ? nextOf(heard.commands) : undefined;
	if (next?.kind !== 'agent') return { kind: 'misplaced', actor, thread, reviewId: id };
	return startFor(next, { actor, thread, defaultBranch, onPullRequest: true, ...beside });
}

/** Returns the valid commands of a comment, or why there are none. */
function commandsOf(body: string, byPerson: boolean): { readonly commands: readonly Command[] } | Incoming {
	if (!mayHoldCommand(body)) return nothing('no-command', 'The comment holds no command.');
	if (!byPerson) return nothing('bot-author', 'Commands count only from people, in their own comments.');
	const commands = parseCommands(body);
	if (commands.length > 0) return { commands };
	return nothing('no-command', 'The command stands in a quote, in code or in a hidden part: it does not count.');
}

/** Returns the first command that is not `/agent ok`. */
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

/**
 * Returns the control command of a comment. `/agent stop` is valid at any place. Any other control command is valid only as the first
 * command of the comment. If the comment also contains answers, the run itself reads them.
 */
function controlIn(commands: readonly Command[]): Control | undefined {
	const kinds = commands.map(({ kind }) => kind);
	const controls = [...kinds.filter((kind) => commandTraits[kind].isAnywhere), ...kinds.slice(0, 1)];
	return controls.find((kind): kind is Control => commandTraits[kind].purpose === 'control');
}

/** An issue or a pull request that got the label that starts runs. */
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

/** Returns the run that a label starts, if a person set the label. */
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

/**
 * Returns the time for the key of the run. If an issue is opened with the label, GitHub sends the events opened and labeled. Both must lead
 * to the same run, so both use the time at which the issue was opened.
 */
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

/** Whether a value is set. GitHub sends null for a missing value. */
export function isSet(value: unknown): boolean {
	return value !== undefined && value !== null;
}
