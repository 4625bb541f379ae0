import { z } from 'zod';
import { type Command, mayHoldCommand, parseCommands } from '../approvals/index.ts';
import { CountersignError, type Outcome, type Person, type Trigger } from '../core/index.ts';

const user = z.object({ id: z.number(), login: z.string(), type: z.string() });
const repository = z.object({ name: z.string(), owner: z.object({ login: z.string() }), default_branch: z.string() });
const issue = z.object({
	number: z.number(),
	title: z.string(),
	body: z.string().nullish(),
	created_at: z.string(),
	updated_at: z.string(),
	pull_request: z.unknown().optional(),
	labels: z.array(z.object({ name: z.string() })).optional(),
});
const comment = z.object({
	id: z.number(),
	body: z.string().nullish(),
	user: user.nullable(),
	performed_via_github_app: z.unknown().optional(),
});
const commentEvent = z.object({ action: z.string(), comment, issue, repository, sender: user });
const issueEvent = z.object({
	action: z.string(),
	issue,
	label: z.object({ name: z.string() }).optional(),
	repository,
	sender: user,
});
const dispatchEvent = z.object({ repository, sender: user });
/** Some servers send the cron line and nothing else. */
const scheduleEvent = z.object({ repository: repository.nullish(), sender: user.nullish() });

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
			readonly commentId?: number;
			readonly key: string;
			readonly defaultBranch: string;
			/** It may only read and answer. */
			readonly planOnly?: true;
	  }
	| {
			/** Nobody said what to do: what waits is settled where it is due. */
			readonly kind: 'sweep';
			readonly key: string;
			readonly defaultBranch: string;
	  }
	/** Something to be told, or to be done to the runs of the thread. */
	| (Spoken & { readonly kind: 'control'; readonly what: Control })
	/** Somebody says that the agent may work on a commit of a fork. */
	| (Spoken & { readonly kind: 'vouch'; readonly sha: string })
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

/** What the workflow's environment and inputs add to the payload. */
export interface EventContext {
	readonly name: string;
	readonly payload: unknown;
	/** The branch that the workflow runs on: a schedule runs on the default branch only. */
	readonly refName?: string;
	/** The workflow run: a dispatch or schedule is told from another by it. */
	readonly workflowRunId: string;
	/** What a dispatch or a schedule shall do. */
	readonly task: string;
	/** The label that starts a run. */
	readonly label: string;
}

/** The longest task that is taken. Characters. */
const longestTask = 32_768;

/** Turns a delivery into what it asks of us. Costs no call. @throws CountersignError `bad-event`. */
export function readEvent(context: EventContext): Incoming {
	switch (context.name) {
		case 'issue_comment':
			return fromComment(parse(commentEvent, context));
		case 'issues':
			return fromIssue(parse(issueEvent, context), context.label);
		case 'workflow_dispatch':
			return fromDispatch(parse(dispatchEvent, context), context);
		case 'schedule':
			return fromSchedule(parse(scheduleEvent, context), context);
		default:
			throw badEvent(`The event "${context.name}" is not one of issue_comment, issues, workflow_dispatch, schedule.`);
	}
}

function fromComment(event: z.infer<typeof commentEvent>): Incoming {
	const { comment: said, sender, issue: thread } = event;
	const body = said.body ?? '';
	if (event.action !== 'created')
		return nothing('not-created', `Only new comments count; this one was ${event.action}.`);
	if (!mayHoldCommand(body)) return nothing('no-command', 'The comment holds no command.');
	// Somebody with write access can put words into another's comment; an app can speak as a person.
	if (sender.type !== 'User' || sender.id !== said.user?.id || isSet(said.performed_via_github_app)) {
		return nothing('bot-author', 'Commands count only from people, in their own comments.');
	}
	const commands = parseCommands(body);
	const [command] = commands;
	if (command === undefined)
		return nothing('no-command', 'The command stands in a quote, in code or in a hidden part: it does not count.');
	const from = {
		actor: { id: sender.id, login: sender.login },
		thread: thread.number,
		commentId: said.id,
		key: `comment/${said.id}`,
		defaultBranch: event.repository.default_branch,
	};
	const onPullRequest = isSet(thread.pull_request);
	const what = controlIn(commands);
	if (what !== undefined) return { kind: 'control', what, onPullRequest, ...from };
	const [next] = commands.filter(({ kind }) => kind !== 'vouch');
	if (command.kind === 'vouch' && next === undefined)
		return { kind: 'vouch', sha: command.sha, onPullRequest, ...from };
	if (next?.kind !== 'agent') return { kind: 'answer', commands, ...from };
	const { task, planOnly } = next;
	const plan = planOnly === true ? { planOnly } : {};
	if (task.length > longestTask) return tooLong(task.length);
	return { kind: 'start', trigger: 'comment', onPullRequest, task, ...plan, ...from };
}

/** A stop counts wherever it stands; of the others the first command of the comment. Answers beside it are read by the run itself. */
function controlIn(commands: readonly Command[]): Control | undefined {
	if (commands.some(({ kind }) => kind === 'stop')) return 'stop';
	return controls.find((what) => what === commands[0]?.kind);
}

function fromIssue(event: z.infer<typeof issueEvent>, label: string): Incoming {
	const { issue: thread, sender } = event;
	const labelled = event.action === 'labeled' && event.label?.name === label;
	const opened = event.action === 'opened' && (thread.labels ?? []).some((item) => item.name === label);
	if (!labelled && !opened) return nothing('no-command', `The issue did not get the label "${label}".`);
	if (sender.type !== 'User') return nothing('bot-author', 'A label counts only when a person sets it.');
	const task = `${thread.title}\n\n${thread.body ?? ''}`.trim();
	if (task.length > longestTask) return tooLong(task.length);
	return {
		kind: 'start',
		trigger: opened ? 'issue' : 'label',
		actor: { id: sender.id, login: sender.login },
		thread: thread.number,
		onPullRequest: isSet(thread.pull_request),
		task,
		key: `label/${thread.number}/${labelTime(thread)}`,
		defaultBranch: event.repository.default_branch,
	};
}

/** An issue that is opened with the label is delivered twice, as opened and as labeled: both name one run. */
function labelTime(thread: z.infer<typeof issue>): string {
	const within = Date.parse(thread.updated_at) - Date.parse(thread.created_at) < 60_000;
	return within ? thread.created_at : thread.updated_at;
}

function fromDispatch(event: z.infer<typeof dispatchEvent>, context: EventContext): Incoming {
	const { sender, repository: home } = event;
	return fromWorkflow('dispatch', { id: sender.id, login: sender.login }, home.default_branch, context);
}

function fromSchedule(event: z.infer<typeof scheduleEvent>, context: EventContext): Incoming {
	const { id, login } = event.sender ?? { id: 0, login: event.repository?.owner.login ?? 'github-actions[bot]' };
	const branch = event.repository?.default_branch ?? context.refName;
	if (branch === undefined) throw badEvent('The payload of the event "schedule" names no repository.default_branch.');
	if (context.task.trim() === '')
		return { kind: 'sweep', key: `sweep/${context.workflowRunId}`, defaultBranch: branch };
	return fromWorkflow('schedule', { id, login }, branch, context);
}

function fromWorkflow(
	trigger: 'dispatch' | 'schedule',
	actor: Person,
	defaultBranch: string,
	context: EventContext,
): Incoming {
	const task = context.task.trim();
	if (task === '') {
		throw new CountersignError({
			code: 'bad-input',
			message: `A run from workflow_dispatch needs to be told what to do, and neither \`prompt\` nor \`skill\` is set.`,
			fix: 'Set the input `prompt` (or `skill`) of the action in the workflow.',
		});
	}
	return {
		kind: 'start',
		trigger,
		actor,
		onPullRequest: false,
		task,
		key: `${trigger}/${context.workflowRunId}`,
		defaultBranch,
	};
}

function parse<T>(schema: z.ZodType<T>, { name, payload }: EventContext): T {
	const parsed = schema.safeParse(payload);
	if (parsed.success) return parsed.data;
	const [problem] = parsed.error.issues;
	throw badEvent(
		`The payload of the event "${name}" is not what GitHub sends: ${problem?.path.join('.') || 'payload'}: ${problem?.message ?? 'malformed'}.`,
	);
}

function badEvent(message: string): CountersignError {
	return new CountersignError({
		code: 'bad-event',
		message,
		fix: 'Use the triggers of the workflow in the README; the payload is the file that GITHUB_EVENT_PATH names.',
	});
}

function nothing(reason: Extract<Outcome, { kind: 'nothing-to-do' }>['reason'], message: string): Incoming {
	return { kind: 'nothing', outcome: { kind: 'nothing-to-do', reason, message } };
}

function tooLong(length: number): Incoming {
	const message = `The task has ${length} characters; at most ${longestTask} are taken. Nothing was started.`;
	return { kind: 'nothing', outcome: { kind: 'refused', reason: 'comment-too-long', message } };
}

function isSet(value: unknown): boolean {
	return value !== undefined && value !== null;
}
