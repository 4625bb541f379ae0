import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { runIdOf } from '../../src/run/index.ts';
import type { ApiComment, InterceptedRequest, Phase } from '../github/local-github.ts';
import { Faults } from './faults.ts';
import type { Begun } from './job-host.ts';
import { JobHosts } from './job-hosts.ts';
import { readRuns } from './journals.ts';
import { approvalsOf, type Evidence, judge, type Line } from './judge.ts';
import { Network } from './network.ts';
import { pack } from './pack.ts';
import { People, planTasks, type Task } from './people.ts';
import { Random } from './random.ts';
import { Replicas } from './replicas.ts';
import { ChaosStage } from './stage.ts';
import { type Figure, figuresOf } from './table.ts';

export interface StormOptions {
	/** The number of comments with commands, including answers. */
	readonly commands: number;
	readonly seed: number;
	/** Gets the progress from time to time. */
	readonly onProgress?: (text: string) => void;
}

export interface StormEnd {
	readonly figures: readonly Figure[];
	readonly lines: readonly Line[];
	/** Problems of single jobs and replicas, to find the cause of a failure. */
	readonly complaints: readonly string[];
}

/** Everything that takes part. */
interface Parts {
	readonly stage: ChaosStage;
	readonly people: People;
	readonly network: Network;
	readonly faults: Faults;
	readonly replicas: Replicas;
	readonly hosts: JobHosts;
	readonly tasks: readonly Task[];
	readonly onProgress: (text: string) => void;
}

const replicaCount = 3;
const hostCount = 2;
/** People write nothing while more jobs than this are waiting. */
const mostBacklog = 40;
/** How long nothing must happen at the end. It is longer than a round of recovery and its waiting time. Milliseconds. */
const quietFor = 22_000;
/** The longest calm, after which the storm fails. Many jobs still wait when it begins, more of them after more comments. Milliseconds. */
const longestCalm = (commands: number): number => Math.max(1_800_000, commands * 4_000);

/** Plays people, a bad network, a bad GitHub and dying processes, then a calm, and returns the judgement. */
export async function storm(options: StormOptions): Promise<StormEnd> {
	const { commands, seed, onProgress = () => undefined } = options;
	const started = performance.now();
	const tasks = planTasks(commands, new Random(seed, 'tasks'));
	await using stage = await ChaosStage.open(tasks.at(-1)?.issue ?? 1);
	const { github } = stage;
	const random = (stream: string): Random => new Random(seed, stream);
	let ports: readonly number[] = [];
	const network = new Network(random('network'), () => ports);
	await network.open();
	const replicas = await Replicas.start(replicaCount, (port) => stage.botEnvironment(network.url, port));
	({ ports } = replicas);
	const people = new People(github, random('people'), runIdOf);
	const models = (command: string): string =>
		stage.model(scriptOf(people.said.find((one) => one.command === command)?.task));
	const hosts = new JobHosts(hostCount, github, stage.forHosts(network.url), models);
	const faults = new Faults(random('faults'));
	github.webhookUrl = `${network.url}/webhooks`;
	github.onDispatch = (dispatch) => hosts.take(dispatch);
	github.intercept = (request, phase) => {
		const written = commentIn(request, phase);
		if (written !== undefined) people.reads(written);
		const givenUp = givenUpIn(written?.body ?? '');
		if (givenUp !== undefined) hosts.runAgain(givenUp);
		return faults.at(request, phase);
	};
	const parts: Parts = { stage, people, network, faults, replicas, hosts, tasks, onProgress };
	try {
		await rage(parts, random);
		await calm(parts, longestCalm(commands));
		const evidence = await evidenceOf(parts);
		const lines = judge(evidence);
		const redelivered = (await github.delivered()).filter(({ redelivery }) => redelivery).length;
		const seconds = Math.round((performance.now() - started) / 1000);
		const figures = figuresOf({
			...parts,
			seed,
			seconds,
			redelivered,
			dispatches: github.dispatches.length,
			approvals: approvalsOf(evidence),
		});
		return {
			figures,
			lines,
			complaints: [...replicas.complaints, ...hosts.failures, ...storyOf(evidence, lines, hosts)],
		};
	} finally {
		github.onDispatch = undefined;
		await Promise.all([replicas.close(), hosts.close(), network.close()]);
	}
}

function scriptOf(task: Task | undefined): string {
	return task?.kind === 'label' ? `label-${task.slot}` : (task?.kind ?? 'plain');
}

/** Returns the command that the App gave up, if the comment says so. A person then does what the comment advises. */
function givenUpIn(body: string): string | undefined {
	return /<!-- countersign:given-up:(\S+) -->\s*$/.exec(body)?.[1];
}

/** Returns the App's new comment, if the request created one. */
function commentIn({ method, path, response }: InterceptedRequest, phase: Phase): ApiComment | undefined {
	if (phase === 'before' || method !== 'POST' || response?.status !== 201) return undefined;
	return path.endsWith('/comments') ? (response.body as ApiComment) : undefined;
}

/** Lasts until all comments are written, all requests are made, and most jobs are done. */
async function rage(
	{ stage: { github }, people, replicas, hosts, tasks, onProgress }: Parts,
	random: (stream: string) => Random,
): Promise<void> {
	const over = new AbortController();
	const kills = [replicas.storm(random('replicas'), over.signal), hosts.storm(random('hosts'), over.signal)];
	try {
		await say({ github, people, hosts, tasks, onProgress }, random('pace'));
	} finally {
		// If the storm fails, the kills end, too. Otherwise they would hide the cause.
		over.abort();
		await Promise.all(kills);
	}
}

async function say(
	{
		github,
		people,
		hosts,
		tasks,
		onProgress,
	}: Pick<Parts, 'people' | 'hosts' | 'tasks' | 'onProgress'> & Pick<ChaosStage, 'github'>,
	pace: Random,
): Promise<void> {
	for (const [index, task] of tasks.entries()) {
		while (hosts.backlog > mostBacklog) await sleep(50);
		await people.ask(task);
		if (index % 100 === 99) await pack(github.repositoryDir);
		if (index % 50 === 49)
			onProgress(`${index + 1} of ${tasks.length} tasks are said, ${hosts.backlog} jobs at work or waiting`);
		await sleep(pace.between(20, 200));
	}
	for (let waited = 0; waited < 20_000 && !(people.areQuiet && hosts.backlog === 0); waited += 200) await sleep(200);
}

/** Waits without faults and kills, until nothing happens for longer than recovery takes. */
async function calm({ people, network, faults, hosts, stage, onProgress }: Parts, longest: number): Promise<void> {
	onProgress('the storm is over');
	faults.isCalm = true;
	network.isCalm = true;
	const start = Date.now();
	let last = start;
	let seen = -1;
	while (Date.now() - last < quietFor) {
		// Jobs that still run cannot be judged.
		if (Date.now() - start > longest) throw new Error(`It never got quiet: ${hosts.backlog} jobs are at work or wait.`);
		await sleep(200);
		const isQuiet = people.areQuiet && network.isQuiet && hosts.backlog === 0;
		const now = stage.github.dispatches.length + people.said.length;
		if (!isQuiet || now !== seen) last = Date.now();
		seen = now;
	}
}

/** Returns details of the threads in which a promise was broken: the journals of their runs, and the jobs for their comments. */
function storyOf({ runs, said }: Evidence, lines: readonly Line[], { ends }: JobHosts): readonly string[] {
	const told = lines.flatMap(({ against }) => against).join('\n');
	const issueOf = new Map(said.map(({ command, task }) => [command, task.issue]));
	const commands = [
		...said.flatMap(({ command }) => (told.includes(command) ? [command] : [])),
		...runs.flatMap(({ run, command }) => (told.includes(run) ? [command] : [])),
	];
	const issues = new Set(commands.map((command) => issueOf.get(command)));
	return [...issues].flatMap((issue) => {
		const journals = runs
			.filter(({ command }) => issueOf.get(command) === issue)
			.flatMap(({ run, entries }) => [`journal of ${run}:`, ...entries.map((entry) => JSON.stringify(entry))]);
		const jobs = ends.filter(({ command }) => issueOf.get(command) === issue).map(({ text }) => text);
		return [...journals, `jobs of #${issue}:`, ...jobs];
	});
}

async function evidenceOf({ stage, people, hosts }: Parts) {
	const { github } = stage;
	const issues = new Set(people.said.map(({ task }) => task.issue));
	const labels = new Map<number, readonly string[]>();
	for (const issue of issues) labels.set(issue, await stage.labels(issue));
	const lines = readFileSync(`${stage.folder}/begun.jsonl`, 'utf8')
		.split('\n')
		.filter((line) => line !== '');
	return {
		said: people.said,
		dispatched: github.dispatches.map(({ inputs }) => inputs['command'] ?? ''),
		runs: readRuns(github.repositoryDir, stage.vault),
		begun: lines.map((line) => JSON.parse(line) as Begun),
		labels,
		duplicateModelCalls: hosts.duplicateModelCalls,
	};
}
