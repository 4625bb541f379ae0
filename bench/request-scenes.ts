import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LLMock } from '@copilotkit/aimock';
import {
	type InterceptedRequest,
	type Interception,
	type LocalGitHub,
	type RecordedRequest,
	startLocalGitHub,
} from '../rehearsal/github/local-github.ts';
import { type JobEnd, runJob } from '../rehearsal/job-runner.ts';
import { makeSampleRepository } from '../rehearsal/sample-repository.ts';

const action = join(import.meta.dirname, '..', 'dist', 'action.js');
/** The time of each answer. It makes requests overlap that are sent together. Milliseconds. */
const latency = 40;
const turns: readonly (readonly { readonly name: string; readonly args: Readonly<Record<string, string>> }[])[] = [
	[
		{ name: 'file_read', args: { path: 'src/slug.js' } },
		{ name: 'file_edit', args: { path: 'src/slug.js', old_text: "join('_')", new_text: "join('-')" } },
	],
	[
		{
			name: 'shell_exec',
			args: { command: 'npm install --offline --no-audit --no-fund ./vendor/tiny-words-1.0.0.tgz' },
		},
	],
	[{ name: 'shell_exec', args: { command: 'npm test' } }],
	[{ name: 'open_pull_request', args: { title: 'Join words with hyphens', body: 'As the test says.' } }],
];
/** A run that asks for two approvals, one after the other. */
const askingTwice: typeof turns = [
	[{ name: 'shell_exec', args: { command: 'bash scripts/once.sh' } }],
	[{ name: 'shell_exec', args: { command: 'bash scripts/once.sh again' } }],
];

/** The requests of one job, and the time of its first request to the model. */
export interface JobTraffic {
	readonly end: JobEnd;
	readonly requests: readonly RecordedRequest[];
	readonly firstModelRequest: number | undefined;
}

type Instead = (request: InterceptedRequest) => Promise<Interception>;

interface Setting {
	readonly github: LocalGitHub;
	readonly issue: number;
	readonly openIssue: () => Promise<number>;
	readonly job: (comment: string, on?: number, instead?: Instead) => Promise<JobTraffic>;
	readonly model: LLMock;
}

async function onStage<T>(
	options: { readonly speaksGit?: boolean },
	play: (setting: Setting) => Promise<T>,
): Promise<T> {
	const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
	makeSampleRepository(join(folder, 'source'), { 'scripts/once.sh': 'if false; then ./tool; fi\necho ran\n' });
	await using github = await startLocalGitHub({
		owner: 'octo-org',
		repo: 'slugs',
		repositoryPath: join(folder, 'source'),
		users: [{ login: 'maintainer', id: 1001, permission: 'admin' }],
		...options,
	});
	const model = new LLMock({ port: 0 });
	await model.start();
	const openIssue = async (): Promise<number> =>
		(await github.openIssue({ user: 'maintainer', title: 'Underscores', body: 'The test fails.' })).number;
	const issue = await openIssue();
	let runId = 9_000_000_001;
	const job = async (body: string, on = issue, instead?: Instead): Promise<JobTraffic> => {
		const comment = await github.comment({ issue: on, user: 'maintainer', body });
		const before = github.requests.length;
		model.clearRequests();
		github.intercept = async (request, phase) => {
			if (phase !== 'before') return undefined;
			await new Promise((go) => setTimeout(go, latency));
			return instead?.(request);
		};
		const end = await runJob({
			github,
			disk: join(folder, `disk-${runId}`),
			event: { name: 'issue_comment', payload: await github.issueCommentEvent(comment) },
			runId: runId++,
			inputs: {
				'github-token': github.actionsToken,
				model: 'anthropic:claude-bench',
				// A key as long as a real one, because the state is sealed with it.
				'anthropic-api-key': 'not-a-key-and-as-long-as-one'.repeat(4),
				mode: 'edit',
			},
			env: { ANTHROPIC_BASE_URL: model.url },
			action,
		});
		github.intercept = undefined;
		return { end, requests: github.requests.slice(before), firstModelRequest: model.getRequests()[0]?.timestamp };
	};
	try {
		return await play({ github, issue, openIssue, job, model });
	} finally {
		await model.stop();
		rmSync(folder, { recursive: true, force: true });
	}
}

function teach(model: LLMock, replies: typeof turns): void {
	model.clearFixtures();
	for (const [turnIndex, calls] of replies.entries()) {
		const toolCalls = calls.map(({ name, args }, index) => ({
			name,
			arguments: JSON.stringify(args),
			id: `toolu_${turnIndex}_${index}`,
		}));
		model.on({ turnIndex }, { content: `Turn ${turnIndex}.`, toolCalls });
	}
	model.on({ turnIndex: replies.length }, { content: 'Done.' });
}

/** @throws if a job did not end as the scene expects. */
function require(traffic: JobTraffic, outcome: string): JobTraffic {
	const { outcome: got, summary } = traffic.end.outputs;
	if (got !== outcome) throw new Error(`a job ended as ${got}, not as ${outcome}: ${summary}\n${traffic.end.log}`);
	return traffic;
}

export interface OneSignature {
	readonly asking: JobTraffic;
	readonly answering: JobTraffic;
}

/** Plays a run with one approval, up to its draft pull request, in a repository with an earlier run. */
export function playOneSignature(
	speaksGit: boolean,
): Promise<{ readonly first: OneSignature; readonly later: OneSignature }> {
	return onStage({ speaksGit }, async ({ issue, openIssue, job, model }) => {
		teach(model, turns);
		const run = async (on: number): Promise<OneSignature> => ({
			asking: require(await job('/agent make the test pass', on), 'waiting'),
			answering: require(await job('/approve A1', on), 'completed'),
		});
		return { first: await run(issue), later: await run(await openIssue()) };
	});
}

/** Plays a further round of a waiting run: from the answer to its first request to its second request. */
export function playRound(): Promise<JobTraffic> {
	return onStage({}, async ({ job, model }) => {
		teach(model, askingTwice);
		require(await job('/agent do it twice'), 'waiting');
		return require(await job('/approve A1'), 'waiting');
	});
}

/** Plays an answer on a thread with many comments. The newest ones are between the request and its answer. */
export function playLongThread(comments: number, between: number): Promise<JobTraffic> {
	return onStage({}, async ({ github, issue, job, model }) => {
		teach(model, askingTwice.slice(0, 1));
		for (let number = 0; number < comments - between; number++)
			await github.comment({ issue, user: 'maintainer', body: `Talk ${number}.` });
		require(await job('/agent do it'), 'waiting');
		for (let number = 0; number < between; number++)
			await github.comment({ issue, user: 'maintainer', body: `More ${number}.` });
		// All comments were written within these seconds. So pretend that the comments before the task are from another day.
		const first = Math.floor((comments - between) / 100) + 1;
		const sinceTask: Instead = async ({ method, path, query }) => {
			if (method !== 'GET' || !path.endsWith(`/issues/${issue}/comments`) || query['since'] === undefined)
				return undefined;
			const pages = [first, first + 1].map((page) =>
				github.act('maintainer', 'GET', `/issues/${issue}/comments?per_page=100&page=${page}`),
			);
			const later = (await Promise.all(pages)).flatMap(({ body }) => body as { body: string }[]);
			return { status: 200, body: later.slice(later.findIndex((one) => one.body.startsWith('/agent'))) };
		};
		return require(await job('/approve A1', issue, sinceTask), 'completed');
	});
}
