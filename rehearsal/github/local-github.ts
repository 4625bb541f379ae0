import { Api } from './api.ts';
import { addDeliveryRoutes } from './delivery-routes.ts';
import { Edits } from './edits.ts';
import { Emulated } from './emulated.ts';
import { Events } from './events.ts';
import { GitDatabase } from './git-database.ts';
import type { LocalGitHub, Switches } from './hands.ts';
import { hostile, kind } from './hostile.ts';
import { Directory } from './identity.ts';
import { Installation } from './installation.ts';
import { News } from './news.ts';
import { Person } from './person.ts';
import { Reactions } from './reactions.ts';
import { Recording } from './recording.ts';
import type { Repository } from './repository.ts';
import { Router } from './router.ts';
import { Front } from './server.ts';
import type { LocalGitHubOptions } from './types.ts';
import { Webhooks } from './webhooks.ts';

export type * from './hands.ts';
export { makeApp } from './installation.ts';
export type * from './types.ts';

const repositoryId = 186_853_002;
const usualWebhookTimeoutMs = 10_000;

async function defaultBranch(git: GitDatabase, wanted: string | undefined): Promise<string> {
	if (wanted !== undefined) await git.must(['symbolic-ref', 'HEAD', `refs/heads/${wanted}`]);
	return git.text(['symbolic-ref', '--short', 'HEAD']);
}

const switchesOf = (options: LocalGitHubOptions): Switches => ({
	...(options.hostile === true ? hostile : kind),
	refuseCustomRefs: options.refuseCustomRefs ?? false,
	archived: false,
	rules: [],
	hidesRules: false,
	protectsPushes: false,
	speaksGit: options.speaksGit ?? true,
	actionsRunsReadable: options.actionsRunsReadable ?? true,
	pullRequestsByActionsAllowed: options.pullRequestsByActionsAllowed ?? true,
	resolvedThreads: [],
	webhookUrl: options.webhookUrl,
	webhookTimeoutMs: usualWebhookTimeoutMs,
	deliversBotWrites: false,
	knowsRunDetails: true,
	onDispatch: undefined,
	appSuspended: false,
	appRemoved: false,
	renamedTo: undefined,
	identityClaims: {},
});

function directory(options: LocalGitHubOptions, url: string, installation: Installation | undefined): Directory {
	const { owner, users, actionsPermissions: grants = {} } = options;
	const everybody = installation ? [installation.bot, ...users] : users;
	const { longTokens } = options.hostile === true ? hostile : kind;
	const people = new Directory({ url, owner, private: options.private ?? false, users: everybody, grants, longTokens });
	for (const [token, identity] of Object.entries(options.tokens ?? {})) people.addToken(token, identity);
	if (installation) people.recognizing((token) => installation.recognize(token));
	return people;
}

async function build(
	options: LocalGitHubOptions,
	git: GitDatabase,
	front: { url: string; recording: Recording | undefined },
): Promise<Repository> {
	const { url, recording } = front;
	const { owner, repo: name, app, organizationFiles: files } = options;
	const branch = await defaultBranch(git, options.defaultBranch);
	const switches = switchesOf(options);
	const installation = app && new Installation(app, switches);
	const people = directory(options, url, installation);
	const reactions = new Reactions();
	const edits = new Edits();
	const dressing = { url, repositoryId, people, reactions, apps: new Map(), edits, switches };
	const emulated = await Emulated.start({ owner, repo: name, defaultBranch: branch }, dressing);
	const [apiUrl, htmlUrl] = [`${url}/repos/${owner}/${name}`, `${url}/${owner}/${name}`];
	const given = { id: repositoryId, url, owner, name, defaultBranch: branch, apiUrl, htmlUrl };
	const organization = files && { files, private: options.organizationPrivate ?? false };
	const inside = {
		git,
		people,
		emulated,
		reactions,
		edits,
		born: new Map<number, number>(),
		jobLogs: new Map<number, string>(),
		switches,
		installation,
		organization,
		recording,
	};
	return { ...given, ...inside, news: new News(), router: new Router() };
}

/** Starts a GitHub for one repository on 127.0.0.1, with emulated issues and pull requests and real git. */
export async function startLocalGitHub(options: LocalGitHubOptions): Promise<LocalGitHub> {
	const front = new Front();
	front.hourlyRequests = options.hourlyRequests ?? front.hourlyRequests;
	front.recording = options.recordsTo === undefined ? undefined : new Recording(options.recordsTo);
	const url = await front.listen();
	let git: GitDatabase | undefined;
	try {
		git = await GitDatabase.importing(options.repositoryPath);
		return open(front, await build(options, git, { url, recording: front.recording }));
	} catch (error) {
		await front.close();
		await git?.close();
		throw error;
	}
}

/** The parts of the server that the public functions use. */
interface Rooms {
	readonly front: Front;
	readonly repository: Repository;
	readonly api: Api;
	readonly events: Events;
	readonly webhooks: Webhooks;
}

function open(front: Front, repository: Repository): LocalGitHub {
	const { people, switches } = repository;
	const api = new Api(repository);
	const events = new Events(repository, {
		pull: (number) => api.pulls.find(String(number)),
		checkRun: (id) => api.checks.find(id),
	});
	const webhooks = new Webhooks(repository, (happening) => events.delivery(happening));
	addDeliveryRoutes(repository, webhooks);
	api.dispatches.payloadOf = (inputs, sender, where) => events.workflowDispatch(inputs, sender, where);
	front.open(api, people, switches);
	return withSwitches(handsOf({ front, repository, api, events, webhooks }), front, switches);
}

type Hands = Omit<LocalGitHub, keyof Switches | keyof OfFront>;

/** The settings that a test changes on the server itself. */
type OfFront = Pick<LocalGitHub, 'intercept' | 'hourlyRequests' | 'minute'>;

function closing({ front, repository, webhooks }: Rooms): () => Promise<void> {
	let closed: Promise<void> | undefined;
	const shut = async () => {
		await front.close();
		await webhooks.settle();
		await repository.emulated.close();
		await repository.git.close();
		repository.recording?.write();
	};
	return () => {
		closed ??= shut();
		return closed;
	};
}

function handsOf(rooms: Rooms): Hands {
	const { front, repository, api, events } = rooms;
	const { people, git } = repository;
	const person = new Person(api, repository);
	const close = closing(rooms);
	return {
		...{ url: repository.url, owner: repository.owner, repo: repository.name, repositoryId: repository.id },
		...{ defaultBranch: repository.defaultBranch, repositoryDir: git.dir, actionsToken: people.actionsToken },
		requests: front.requests,
		spendMinute: (login) => front.secondaryLimits.spend(login),
		dispatches: api.dispatches.made,
		tokenOf: (login) => people.tokenOf(login),
		addToken: (token, identity) => people.addToken(token, identity),
		revokeToken: (token) => people.revokeToken(token),
		setPermission: (login, permission, roleName) => people.setPermission(login, permission, roleName),
		setWorkflowRun: (run) => api.runs.set(run),
		setJobLog: (id, text) => repository.jobLogs.set(id, text),
		act: (user, method, path, body) => person.act(user, method, path, body),
		openIssue: (issue) => person.openIssue(issue),
		comment: (comment) => person.comment(comment),
		editComment: (edit) => person.editComment(edit),
		deleteComment: (removal) => person.deleteComment(removal),
		openPullRequest: (pull) => person.openPullRequest(pull),
		reviewComment: (comment) => person.reviewComment(comment),
		replyToReviewComment: (reply) => person.replyToReviewComment(reply),
		identityRequest: (requester) => api.identityTokens.requestFor(requester),
		pullRequestEvent: (pull, action, sender) => events.pullRequest(pull, action, sender),
		issueCommentEvent: (comment, action = 'created', sender = comment.user.login) =>
			events.issueComment(comment, action, sender),
		issuesEvent: (issue, action, label, sender = issue.user.login) => events.issue(issue, action, label, sender),
		workflowDispatchEvent: (inputs, user) => events.workflowDispatch(inputs, user),
		scheduleEvent: () => events.schedule(),
		...appHands(rooms),
		close,
		[Symbol.asyncDispose]: close,
	};
}

function appHands({ repository, api, events, webhooks }: Rooms): Pick<Hands, AppHand> {
	const { installation } = repository;
	const app = () => {
		if (!installation) throw new Error('there is no App here: pass `app` to the local GitHub');
		return installation;
	};
	return {
		installationId: installation?.id,
		installationToken: (permissions) => app().makeToken({ permissions, repositories: undefined }).token,
		expireTokens: () => app().expireTokens(),
		revokeAppPermission: (scope) => app().revoke(scope),
		press: async ({ user: sender, checkRun, identifier }) => {
			api.checks.checkButton(checkRun, identifier);
			return webhooks.tell({ event: 'check_run', checkRun, identifier, sender });
		},
		payloadFor: (happening) => events.delivery(happening),
		signed: (event, payload, guid) => webhooks.signed(event, payload, guid),
		deliver: (event, payload, how = {}) => webhooks.send({ event, payload, ...how }),
		logDelivery: (attempt) => webhooks.logged(attempt),
		delivered: () => webhooks.delivered(),
	};
}

type AppHand =
	| 'installationId'
	| 'installationToken'
	| 'expireTokens'
	| 'revokeAppPermission'
	| 'press'
	| 'payloadFor'
	| 'signed'
	| 'deliver'
	| 'logDelivery'
	| 'delivered';

/** The properties that a test may set at any time. */
function withSwitches(hands: Hands, front: Front, switches: Switches): LocalGitHub {
	const { intercept, hourlyRequests, secondaryLimits } = front;
	const live = { ...hands, ...switches, intercept, hourlyRequests, minute: secondaryLimits.minute };
	const through = (target: object, key: string) => ({
		get: () => Reflect.get(target, key),
		set: (value: unknown) => void Reflect.set(target, key, value),
	});
	for (const key of Object.keys(switches)) Object.defineProperty(live, key, through(switches, key));
	for (const key of ['intercept', 'hourlyRequests']) Object.defineProperty(live, key, through(front, key));
	return Object.defineProperty(live, 'minute', through(secondaryLimits, 'minute'));
}
