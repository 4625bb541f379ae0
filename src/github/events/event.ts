import { z } from 'zod';
import { CountersignError, type Person, sha256 } from '../../core/index.ts';
import { type Incoming, incomingFrom, incomingFromLabel, isSet, nothing } from './incoming.ts';
import { fromPull, pullEvent } from './pull-event.ts';

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
/** Some servers send only the cron line. */
const scheduleEvent = z.object({ repository: repository.nullish(), sender: user.nullish() });

/** The event, with values from the workflow's environment and inputs. */
export interface EventContext {
	readonly name: string;
	readonly payload: unknown;
	/** The branch that the workflow runs on. A schedule runs on the default branch only. */
	readonly refName?: string;
	/** The id of the workflow run. It is part of the key of a dispatched or scheduled run. */
	readonly workflowRunId: string;
	/** The task of a dispatch or a schedule. */
	readonly task: string;
	/** The command that the App's bot dispatched, instead of a task. */
	readonly command?: string;
	/** The label that starts a run. */
	readonly label: string;
}

/** Returns what an event asks for. Makes no request. @throws CountersignError `bad-event`. */
export function readEvent(context: EventContext): Incoming {
	if (context.command !== undefined && context.name !== 'workflow_dispatch') throw notDispatched(context.name);
	const { name } = context;
	return Object.hasOwn(readers, name) ? readers[name as WorkflowEvent](context) : fromOther(context);
}

const pullRequest = (context: EventContext) =>
	fromPull(parse(pullEvent, context), { name: context.name, task: requireTask(context) });
const dispatch = (context: EventContext) => fromDispatch(parse(dispatchEvent, context), context);

/** How each event that can start or continue a run is read. */
const readers = {
	issue_comment: (context) => fromComment(parse(commentEvent, context)),
	issues: (context) => fromIssue(parse(issueEvent, context), context.label),
	pull_request: pullRequest,
	pull_request_target: pullRequest,
	workflow_dispatch: dispatch,
	schedule: (context) => fromSchedule(parse(scheduleEvent, context), context),
	repository_dispatch: dispatch,
} as const satisfies Readonly<Record<string, (context: EventContext) => Incoming>>;

type WorkflowEvent = keyof typeof readers;

/** The events of a workflow that can start or continue a run. */
export const workflowEvents = Object.keys(readers) as readonly WorkflowEvent[];

function fromComment(event: z.infer<typeof commentEvent>): Incoming {
	const { comment: said, sender, issue: thread } = event;
	if (event.action !== 'created')
		return nothing('not-created', `Only new comments count; this one was ${event.action}.`);
	// A person with write access can edit another person's comment, and an app can write as a person.
	const byApp = isSet(said.performed_via_github_app);
	const isOwn = sender.type === 'User' && sender.id === said.user?.id;
	return incomingFrom({
		id: said.id,
		body: said.body ?? '',
		actor: { id: sender.id, login: sender.login },
		byPerson: isOwn && !byApp,
		byApp: isOwn && byApp,
		thread: thread.number,
		onPullRequest: isSet(thread.pull_request),
		opening: { title: thread.title, body: thread.body ?? '' },
		defaultBranch: event.repository.default_branch,
	});
}

function fromIssue(event: z.infer<typeof issueEvent>, label: string): Incoming {
	const { issue: thread, sender } = event;
	const labelled = event.action === 'labeled' && event.label?.name === label;
	const opened = event.action === 'opened' && (thread.labels ?? []).some((item) => item.name === label);
	if (!labelled && !opened) return nothing('no-command', `The issue did not get the label "${label}".`);
	return incomingFromLabel({
		trigger: opened ? 'issue' : 'label',
		actor: sender,
		number: thread.number,
		title: thread.title,
		body: thread.body ?? '',
		onPullRequest: isSet(thread.pull_request),
		createdAt: thread.created_at,
		labelledAt: thread.updated_at,
		defaultBranch: event.repository.default_branch,
	});
}

function fromDispatch(event: z.infer<typeof dispatchEvent>, context: EventContext): Incoming {
	const { sender, repository: home } = event;
	const { command } = context;
	if (command !== undefined) return { kind: 'command', command, defaultBranch: home.default_branch };
	return fromWorkflow('dispatch', { id: sender.id, login: sender.login }, home.default_branch, context);
}

/**
 * Reads any other event, if the workflow's step names a task. Threat: for a review comment, GitHub runs the workflow file of the pull
 * request's own head. So all other events about pull requests are refused.
 */
function fromOther(context: EventContext): Incoming {
	const { name, task } = context;
	if (task.trim() === '' || name.startsWith('pull_request')) throw unserved(name);
	const { sender, repository: home } = parse(dispatchEvent, context);
	const start = fromWorkflow('dispatch', { id: sender.id, login: sender.login }, home.default_branch, context);
	// Threat: for example, a person who only pushed did not ask for this task, and the step's prompt may contain anybody's words.
	return { ...start, foreignWords: true };
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
): Extract<Incoming, { kind: 'start' }> {
	const task = requireTask(context);
	return {
		kind: 'start',
		trigger,
		actor,
		onPullRequest: false,
		task,
		// The task is part of the key, because all jobs of a matrix belong to one workflow run, and each job has its own task.
		key: `${trigger}/${context.workflowRunId}/${sha256(task).slice(0, 12)}`,
		defaultBranch,
	};
}

function requireTask({ name, task }: EventContext): string {
	if (task.trim() !== '') return task.trim();
	throw new CountersignError({
		code: 'bad-input',
		message: `A run from ${name} needs to be told what to do, and neither \`prompt\` nor \`skill\` is set.`,
		fix: 'Set the input `prompt` (or `skill`) of the action in the workflow.',
	});
}

function parse<T>(schema: z.ZodType<T>, { name, payload }: EventContext): T {
	const parsed = schema.safeParse(payload);
	if (parsed.success) return parsed.data;
	const [problem] = parsed.error.issues;
	throw badEvent(
		`The payload of the event "${name}" is not what GitHub sends: ${problem?.path.join('.') || 'payload'}: ${problem?.message ?? 'malformed'}.`,
	);
}

function unserved(name: string): CountersignError {
	const others = 'any other where the step sets `prompt` or `skill`, but for those of reviews';
	return badEvent(`The event "${name}" is not one of ${workflowEvents.join(', ')}, or ${others}.`);
}

function notDispatched(name: string): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message: `The input \`command\` is set in the event "${name}", and only the App's bot sets it, by workflow_dispatch.`,
		fix: 'Write `command: ${{ inputs.command }}` in the workflow, where `inputs` are those of its `workflow_dispatch`.',
	});
}

function badEvent(message: string): CountersignError {
	return new CountersignError({
		code: 'bad-event',
		message,
		fix: 'Use the triggers of the workflow in the README; the payload is the file that GITHUB_EVENT_PATH names.',
	});
}
