import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { type LocalGitHub, startLocalGitHub } from './github/local-github.ts';
import { type JobEnd, runJob } from './job-runner.ts';
import { git, makeSampleRepository } from './sample-repository.ts';
import { tell } from './tell.ts';

const root = join(import.meta.dirname, '..');
const maintainer = { login: 'maintainer', id: 1001, permission: 'admin' } as const;
const firstRun = 7_000_000_001;

export interface RehearsalOptions {
	/** Whether a real model replaces the script. */
	readonly live: boolean;
	readonly apiKey: string;
}

/** The parts of one rehearsal. */
interface Stage {
	readonly options: RehearsalOptions;
	readonly github: LocalGitHub;
	readonly folder: string;
	readonly issue: number;
}

/** Plays the main job with real parts and checks the results. Returns whether everything was as expected. */
export async function rehearse(options: RehearsalOptions): Promise<boolean> {
	if (options.live && options.apiKey === '')
		throw new Error('--model claude needs ANTHROPIC_API_KEY in the environment');
	const folder = mkdtempSync(join(tmpdir(), 'countersign-rehearsal-'));
	const source = join(folder, 'source');
	makeSampleRepository(source);
	await using github = await startLocalGitHub({
		owner: 'octo-org',
		repo: 'slugs',
		repositoryPath: source,
		users: [maintainer],
	});
	try {
		introduce(options, github);
		const opened = await github.openIssue({
			user: 'maintainer',
			title: 'Titles get underscores',
			body: 'The test of `slug` fails.',
		});
		return await play({ options, github, folder, issue: opened.number });
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

async function play(stage: Stage): Promise<boolean> {
	tell('step', 'A maintainer comments on the issue');
	let { end, disk } = await job(stage, '/agent make the failing test pass, and open a pull request', 0);
	for (let round = 1; end.outputs['outcome'] === 'waiting' && round <= 6; round++) {
		await showRequest(stage, end);
		rmSync(disk, { recursive: true, force: true });
		tell('done', 'The process has ended and its disk is deleted. Nothing runs while it waits.');
		tell('step', 'The maintainer answers');
		({ end, disk } = await job(stage, await answerTo(stage, end), round));
	}
	if (end.outputs['outcome'] !== 'completed') {
		tell('bad', `The run ended as ${end.outputs['outcome']} (${end.outputs['reason-code']}), not as completed.`);
		return false;
	}
	const delivered = await checkPullRequest(stage);
	const audited = checkAudit(end);
	showWhatIsLeft(end);
	return delivered && audited;
}

function introduce({ live }: RehearsalOptions, github: LocalGitHub): void {
	tell('step', 'What is real here, and what is not');
	tell(
		'plain',
		'real: a git repository with a failing test, the built dist/action.js as its own process for each job, bubblewrap, npm, HTTP',
	);
	tell('plain', `emulated: GitHub's API and its runner, on ${github.url}`);
	tell(
		'plain',
		live
			? 'real: Claude is the model; it is sent the sample repository'
			: 'played: the model. A script says its lines (rehearsal/scripts/main-job.yml)',
	);
}

/** Writes one comment, and runs the job that GitHub would start for it, on an empty disk. */
async function job(
	{ github, folder, issue, options }: Stage,
	body: string,
	round: number,
): Promise<{ end: JobEnd; disk: string }> {
	const comment = await github.comment({ issue, user: 'maintainer', body });
	tell('said', body);
	const disk = join(folder, `disk-${round + 1}`);
	tell('step', `Job ${round + 1} starts on an empty disk`);
	const model = options.live
		? { 'anthropic-api-key': options.apiKey }
		: { model: `scripted:${join(root, 'rehearsal/scripts/main-job.yml')}` };
	const end = await runJob({
		github,
		disk,
		event: { name: 'issue_comment', payload: await github.issueCommentEvent(comment) },
		runId: firstRun + round,
		inputs: { 'github-token': github.actionsToken, label: 'agent', audit: 'artifact', state: 'refs', ...model },
		action: join(root, 'dist', 'action.js'),
		onLine: (line) => tell('log', line),
	});
	tell(
		end.exitCode === 0 ? 'done' : 'bad',
		`Job ${round + 1} ended: outcome ${end.outputs['outcome']}, reason ${end.outputs['reason-code']}, exit code ${end.exitCode}`,
	);
	return { end, disk };
}

async function showRequest({ github, issue }: Stage, end: JobEnd): Promise<void> {
	const { body } = await github.act('maintainer', 'GET', `/issues/${issue}/comments?per_page=100`);
	const comments = Array.isArray(body) ? body.map((comment) => String((comment as { body: unknown }).body)) : [];
	const [id = 'A1'] = (end.outputs['approvals'] ?? '').split(' ');
	const request = comments.findLast((text) => text.includes(`#### ${id} `)) ?? '';
	tell('step', 'What the maintainer sees in the thread');
	tell('said', request);
}

/**
 * Returns the answer to the run's request. A script's request is approved. Only the person at this terminal answers a real model's request.
 */
async function answerTo({ options }: Stage, end: JobEnd): Promise<string> {
	const [id = 'A1'] = (end.outputs['approvals'] ?? '').split(' ');
	if (!options.live) return `/approve ${id}`;
	const prompt = createInterface({ input: process.stdin, output: process.stdout });
	const answer = await prompt.question(`  your answer (/approve ${id} or /deny ${id} because …): `);
	prompt.close();
	return answer.trim() === '' ? `/deny ${id} no answer was given` : answer;
}

/** Checks that the pull request is a draft, and that a fresh clone of its branch passes the test. */
async function checkPullRequest({ github, folder }: Stage): Promise<boolean> {
	tell('step', 'Is the draft pull request what was asked for?');
	const { body } = await github.act('maintainer', 'GET', '/pulls?state=open');
	const [pull] = Array.isArray(body)
		? (body as unknown as { number: number; title: string; draft: boolean; head: { ref: string } }[])
		: [];
	if (pull === undefined) {
		tell('bad', 'There is no open pull request.');
		return false;
	}
	const clone = join(folder, 'reviewer');
	git(folder, 'clone', '-q', '--branch', pull.head.ref, github.repositoryDir, clone);
	tell('said', git(clone, 'diff', '--stat', `origin/${github.defaultBranch}`, 'HEAD'));
	const passes = testPasses(clone);
	tell(
		pull.draft ? 'done' : 'bad',
		`#${pull.number} "${pull.title}" is ${pull.draft ? 'a draft' : 'not a draft'}, on ${pull.head.ref}`,
	);
	tell(
		passes ? 'done' : 'bad',
		`cloned afresh, \`npm install && npm test\` ${passes ? 'passes' : 'fails'} on it; on ${github.defaultBranch} it failed`,
	);
	return pull.draft && passes;
}

function testPasses(clone: string): boolean {
	try {
		for (const args of [['install', '--offline', '--no-audit', '--no-fund'], ['test']])
			execFileSync('npm', args, { cwd: clone, stdio: 'pipe' });
		return true;
	} catch (error) {
		tell('log', error instanceof Error ? error.message : String(error));
		return false;
	}
}

function checkAudit(end: JobEnd): boolean {
	tell('step', 'Is the audit whole?');
	try {
		const args = [
			join(root, 'dist', 'cli.js'),
			'audit',
			'verify',
			end.outputs['audit-dir'] ?? '',
			'--head',
			end.outputs['journal-head'] ?? '',
		];
		tell('done', execFileSync(process.execPath, args, { encoding: 'utf8' }));
		return true;
	} catch (error) {
		tell('bad', error instanceof Error ? error.message : String(error));
		return false;
	}
}

function showWhatIsLeft(end: JobEnd): void {
	const kept = join(root, '.countersign', 'rehearsal', end.outputs['run'] ?? 'run');
	rmSync(kept, { recursive: true, force: true });
	cpSync(end.outputs['audit-dir'] ?? '', kept, { recursive: true });
	tell('step', 'What the run leaves');
	tell('plain', `${kept}\n  journal.jsonl, blobs/, context.md, episodes/, feedback/`);
}
