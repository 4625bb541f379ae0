import { Api } from './api.ts';
import { Emulated } from './emulated.ts';
import { Events } from './events.ts';
import { GitDatabase } from './git-database.ts';
import { Directory } from './identity.ts';
import { Person } from './person.ts';
import { Reactions } from './reactions.ts';
import type { Repository, Switches } from './repository.ts';
import { Router } from './router.ts';
import { Front } from './server.ts';
import type { LocalGitHub, LocalGitHubOptions } from './types.ts';

export type * from './types.ts';

const repositoryId = 186_853_002;

async function defaultBranch(git: GitDatabase, wanted: string | undefined): Promise<string> {
	if (wanted !== undefined) await git.must(['symbolic-ref', 'HEAD', `refs/heads/${wanted}`]);
	return git.text(['symbolic-ref', '--short', 'HEAD']);
}

async function build(options: LocalGitHubOptions, git: GitDatabase, url: string): Promise<Repository> {
	const { owner, repo: name, users, actionsPermissions: grants = {} } = options;
	const branch = await defaultBranch(git, options.defaultBranch);
	const people = new Directory({ url, owner, private: options.private ?? false, users, grants });
	for (const [token, identity] of Object.entries(options.tokens ?? {})) people.addToken(token, identity);
	const reactions = new Reactions();
	const dressing = { url, repositoryId, people, reactions, apps: new Map(), edited: new Set<string>() };
	const emulated = await Emulated.start({ owner, repo: name, defaultBranch: branch }, dressing);
	const switches: Switches = {
		refuseCustomRefs: options.refuseCustomRefs ?? false,
		speaksGit: options.speaksGit ?? true,
		actionsRunsReadable: options.actionsRunsReadable ?? true,
		pullRequestsByActionsAllowed: options.pullRequestsByActionsAllowed ?? true,
	};
	const [apiUrl, htmlUrl] = [`${url}/repos/${owner}/${name}`, `${url}/${owner}/${name}`];
	const given = { url, owner, name, defaultBranch: branch, apiUrl, htmlUrl };
	return { ...given, git, people, emulated, reactions, switches, router: new Router() };
}

/** A GitHub for one repository on 127.0.0.1: emulated issues and pull requests over real git. */
export async function startLocalGitHub(options: LocalGitHubOptions): Promise<LocalGitHub> {
	const front = new Front();
	const url = await front.listen();
	let git: GitDatabase | undefined;
	try {
		git = await GitDatabase.importing(options.repositoryPath);
		return open(front, await build(options, git, url));
	} catch (error) {
		await front.close();
		await git?.close();
		throw error;
	}
}

function open(front: Front, repository: Repository): LocalGitHub {
	const { people, switches, git, emulated } = repository;
	const api = new Api(repository);
	const person = new Person(api, repository);
	const events = new Events(repository);
	front.open(api, people);
	let closing: Promise<void> | undefined;
	const shut = async () => {
		await front.close();
		await emulated.close();
		await git.close();
	};
	const close = () => {
		closing ??= shut();
		return closing;
	};
	const hands: Omit<LocalGitHub, keyof Switches | 'intercept'> = {
		...{ url: repository.url, owner: repository.owner, repo: repository.name },
		...{ defaultBranch: repository.defaultBranch, repositoryDir: git.dir, actionsToken: people.actionsToken },
		requests: front.requests,
		tokenOf: (login) => people.tokenOf(login),
		addToken: (token, identity) => people.addToken(token, identity),
		revokeToken: (token) => people.revokeToken(token),
		setPermission: (login, permission, roleName) => people.setPermission(login, permission, roleName),
		setWorkflowRun: (run) => api.runs.set(run),
		act: (user, method, path, body) => person.act(user, method, path, body),
		openIssue: (issue) => person.openIssue(issue),
		comment: (comment) => person.comment(comment),
		editComment: (edit) => person.editComment(edit),
		deleteComment: (removal) => person.deleteComment(removal),
		openPullRequest: (pull) => person.openPullRequest(pull),
		issueCommentEvent: (comment, action = 'created', sender = comment.user.login) =>
			events.issueComment(comment, action, sender),
		issuesEvent: (issue, action, label, sender = issue.user.login) => events.issue(issue, action, label, sender),
		workflowDispatchEvent: (inputs, user) => events.workflowDispatch(inputs, user),
		scheduleEvent: () => events.schedule(),
		close,
		[Symbol.asyncDispose]: close,
	};
	return withSwitches(hands, front, switches);
}

/** The properties that a test may set at any time. */
function withSwitches(
	hands: Omit<LocalGitHub, keyof Switches | 'intercept'>,
	front: Front,
	switches: Switches,
): LocalGitHub {
	const live = { ...hands, ...switches, intercept: front.intercept };
	const through = (target: object, key: string) => ({
		get: () => Reflect.get(target, key),
		set: (value: unknown) => void Reflect.set(target, key, value),
	});
	for (const key of Object.keys(switches)) Object.defineProperty(live, key, through(switches, key));
	return Object.defineProperty(live, 'intercept', through(front, 'intercept'));
}
