import { z } from 'zod';
import type { BotSettings } from '../config/index.ts';
import { CountersignError } from '../core/index.ts';
import { type CommentKind, type RequestPort, readEvent, wordsOf } from '../github/index.ts';
import { type DeliveryEnd, isFailed } from './delivery-end.ts';
import { endOfError } from './end-of-error.ts';
import { type Place, repositoryPlace } from './installation-api.ts';
import { issueComment, said } from './issue-comment.ts';
import { press } from './press.ts';
import { createRefusals, type Refuse } from './refusals.ts';
import type { Runs } from './runs.ts';
import { type Said, serveCommand } from './serve-command.ts';
import type { AppIdentity, Served } from './served.ts';

export interface EventTraits {
	/** The permission that the App needs to get the event. */
	readonly permission: string;
	/** Set if the event is a comment. The bot handles it only if the comment contains a command. Recovery reads all comments of this kind. */
	readonly comment?: CommentKind;
}

/** What the bot knows about each event that it handles. The keys are the names that GitHub and Probot use. */
export const eventTraits = {
	'issue_comment.created': { permission: 'issues', comment: 'comment' },
	'issues.labeled': { permission: 'issues' },
	'issues.opened': { permission: 'issues' },
	'pull_request_review_comment.created': { permission: 'pull_requests', comment: 'review' },
	'check_run.requested_action': { permission: 'checks' },
} as const satisfies Readonly<Record<string, EventTraits>>;

export type ServedEvent = keyof typeof eventTraits;

/** The events that the App handles. */
export const servedEvents = Object.keys(eventTraits) as readonly ServedEvent[];

/** The parts of Probot's handler argument that we use. */
export interface DeliveryContext {
	readonly name: string;
	readonly payload: object;
	readonly octokit: RequestPort;
}

/** The parts of Probot that we use. */
export interface AppHost {
	on(event: ServedEvent, handler: (context: DeliveryContext) => Promise<void>): void;
	/** Returns a client that acts as the App itself or, if an installation is given, as that installation. */
	auth(installation?: number): Promise<RequestPort>;
}

/** A webhook delivery that is being handled. */
export interface Delivery {
	/** Stops the handling. */
	readonly signal: AbortSignal;
	end?: DeliveryEnd;
}

/** Deliveries by their payload. This map exists because a Probot handler cannot return a result. */
export type Deliveries = WeakMap<object, Delivery>;

export interface AppParts {
	readonly settings: BotSettings;
	readonly runs: Runs;
	/** Tells a person that they are not allowed to do something. Recovery uses the same function, so each person gets only one comment. */
	readonly refuse?: Refuse;
	readonly deliveries?: Deliveries;
	readonly identity?: () => Promise<AppIdentity>;
}

/** The time limit for a delivery. GitHub waits for 10 seconds. */
export const mostMilliseconds = 9000;

const payloadSchema = z.object({
	repository: z.object({
		id: z.number(),
		name: z.string(),
		owner: z.object({ login: z.string() }),
		default_branch: z.string(),
	}),
	installation: z.object({ id: z.number() }),
});

type Handler = (payload: object, served: Served) => Promise<DeliveryEnd>;

/**
 * Returns the Probot app, for `probot.load(countersignApp({ settings }))`. Each handler writes the end of a delivery to `deliveries`. If
 * GitHub must send the delivery again, the handler also throws an error.
 */
export function countersignApp(parts: AppParts): (app: AppHost) => void {
	const { settings, runs, deliveries = new WeakMap(), refuse = createRefusals() } = parts;
	return (app) => {
		const identity = parts.identity ?? cachedIdentity(app, settings);
		const serve = (handler: Handler) => async (context: DeliveryContext) => {
			const delivery: Delivery = deliveries.get(context.payload) ?? { signal: AbortSignal.timeout(mostMilliseconds) };
			const login = async () => (await identity()).login;
			const end = await endOf(handler, context, delivery.signal, { runs, refuse, settings, login });
			delivery.end = end;
			if (isFailed(end)) throw failed(end);
		};
		const heard =
			(read: (payload: object) => Said | DeliveryEnd): Handler =>
			(payload, served) => {
				const found = read(payload);
				return 'incoming' in found ? serveCommand(found, served) : Promise.resolve(found);
			};
		app.on('issue_comment.created', serve(heard(issueComment)));
		app.on('issues.labeled', serve(heard((payload) => issueLabel(payload, settings.label))));
		app.on('issues.opened', serve(heard((payload) => issueLabel(payload, settings.label))));
		app.on('pull_request_review_comment.created', serve(heard(reviewComment)));
		app.on('check_run.requested_action', serve(press));
	};
}

type Common = Pick<Served, 'runs' | 'refuse' | 'login'> & { readonly settings: BotSettings };

async function endOf(
	handler: Handler,
	{ payload, octokit }: DeliveryContext,
	signal: AbortSignal,
	{ settings, ...common }: Common,
): Promise<DeliveryEnd> {
	try {
		const parsed = payloadSchema.safeParse(payload);
		// If the repository configured the webhook itself, the payload names no installation. The App does not handle such a delivery.
		if (!parsed.success) return whyUnread(payload);
		const place: Place = repositoryPlace(parsed.data.repository);
		const connection = { octokit, webUrl: settings.serverUrl, signal };
		return await handler(payload, {
			...common,
			settings,
			connection,
			place,
			installation: parsed.data.installation.id,
		});
	} catch (error) {
		return endOfError(error, signal);
	}
}

function whyUnread(payload: object): DeliveryEnd {
	return 'installation' in payload
		? { kind: 'malformed', why: 'payload' }
		: { kind: 'nothing', why: 'no-installation' };
}

function failed({ kind, why = '', permission = '' }: DeliveryEnd): CountersignError {
	return new CountersignError({
		code: kind === 'not-permitted' ? 'github-refused' : 'github-unreachable',
		message: `The delivery was not handled: ${kind} ${why} ${permission}`.trim(),
		fix: 'Fix the cause, then redeliver it on GitHub.',
	});
}

const appSchema = z.object({ id: z.number(), slug: z.string() });

/**
 * Returns a function that asks GitHub for the App's identity, and keeps the first answer. @throws CountersignError `bad-input` if the key
 * belongs to another App.
 */
export function cachedIdentity(app: Pick<AppHost, 'auth'>, { appId }: BotSettings): () => Promise<AppIdentity> {
	let known: AppIdentity | undefined;
	return async () => {
		if (known !== undefined) return known;
		const { id, slug } = await askIdentity(app);
		if (id !== appId) throw anotherApp(appId, id);
		known = { id, slug, login: `${slug}[bot]` };
		return known;
	};
}

async function askIdentity(app: Pick<AppHost, 'auth'>): Promise<z.infer<typeof appSchema>> {
	try {
		const octokit = await app.auth();
		const request = { signal: AbortSignal.timeout(5000), retries: 0 };
		return appSchema.parse((await octokit.request('GET /app', { request })).data);
	} catch (cause) {
		throw isRefused(cause) ? unknownApp(cause) : unreachable(cause);
	}
}

/** Whether GitHub refused the App: the key is not the App's, the App does not exist, or the clock is wrong. */
function isRefused(cause: unknown): cause is { readonly status: number } {
	return typeof cause === 'object' && cause !== null && 'status' in cause && [401, 404].includes(Number(cause.status));
}

function unknownApp(cause: { readonly status: number }): CountersignError {
	return new CountersignError({
		code: 'github-refused',
		message: `GitHub does not know the App (${cause.status}).`,
		fix: "Check that APP_ID and PRIVATE_KEY belong to the same App, that GITHUB_API_URL is the API of its GitHub, and that this machine's clock is right.",
		cause,
	});
}

function unreachable(cause: unknown): CountersignError {
	return new CountersignError({
		code: 'github-unreachable',
		message: 'Could not read the App from GitHub: GitHub is unreachable.',
		fix: 'Check that this machine can reach GITHUB_API_URL. Nothing is lost meanwhile.',
		cause,
	});
}

function anotherApp(expected: number, found: number): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message: `The private key is that of the App ${found}, and APP_ID says ${expected}.`,
		fix: 'Set APP_ID and PRIVATE_KEY of the same App.',
	});
}

/** Returns what a label on an issue asks the bot to do. @throws CountersignError `bad-event` */
function issueLabel(payload: unknown, label: string): Said | DeliveryEnd {
	const incoming = readEvent({ name: 'issues', payload, workflowRunId: '', task: '', label });
	if (incoming.kind === 'nothing') return { kind: 'nothing', why: incoming.outcome.reason };
	if (incoming.kind !== 'start' || incoming.thread === undefined) return { kind: 'nothing', why: 'no-command' };
	return { incoming, command: `label/${incoming.thread}/${wordsOf(incoming.task)}` };
}

/**
 * Returns what a comment on a line of a pull request asks the bot to do. The thread is the pull request.
 * @throws CountersignError `bad-event`
 */
function reviewComment(payload: unknown): Said | DeliveryEnd {
	const { pull_request: pull, ...rest } = payload as { readonly pull_request?: object };
	return said({ ...rest, issue: { ...pull, pull_request: {} } }, 'review', (id) => `pulls/comments/${id}/reactions`);
}
