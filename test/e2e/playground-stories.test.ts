import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { repositoryFiles } from '../../playground/stories/repository.ts';
import { stories } from '../../playground/stories/stories.ts';
import type { Story } from '../../playground/stories/story.ts';
import type { JobEnd } from '../../rehearsal/job-runner.ts';
import { git, writeFiles } from '../../rehearsal/sample-repository.ts';
import { app, BotStage, type BotStageOptions, entriesOf, outcomes } from './bot-stage.ts';
import { maintainer, root, stranger } from './stage.ts';

const scripts = join(root, 'playground', 'stories', 'scripts');
const contributor = { login: 'contributor', id: 1002, permission: 'triage' } as const;
const logins = { maintainer: 'maintainer', contributor: 'contributor', stranger: 'octocat' } as const;
const deployToken = /DEPLOY_TOKEN=(\S+)/.exec(repositoryFiles['.env'] ?? '')?.[1] ?? '';

function storyOf(name: string): Story {
	const found = stories.find((story) => story.name === name);
	if (found === undefined) throw new Error(`there is no story ${name}`);
	return found;
}

/** What the steps of a story let a visitor say, in order. */
const toSay = (name: string): readonly string[] =>
	storyOf(name).steps.flatMap(({ does }) => (does?.kind === 'comment' ? [does.body] : []));

/** A story's thread in the repository of all stories. Its jobs have no setting, as in a repository that has just begun. */
class Telling implements AsyncDisposable {
	readonly there: BotStage;
	readonly thread: number;
	readonly #ends: JobEnd[] = [];

	private constructor(there: BotStage, thread: number) {
		this.there = there;
		this.thread = thread;
	}

	static async open(name: string, options: BotStageOptions = {}): Promise<Telling> {
		const there = await BotStage.open({
			files: repositoryFiles,
			script: readFileSync(join(scripts, `${name}.yml`), 'utf8'),
			users: [maintainer, contributor, stranger],
			inputs: { mode: '' },
			...options,
		});
		return new Telling(there, name === 'anything' ? there.stage.issue : await openThread(there, storyOf(name)));
	}

	/** Says something, and returns how the job that it started has ended. */
	async say(body: string | undefined, user = 'maintainer'): Promise<JobEnd | undefined> {
		const ends = await this.there.say(user, body ?? '', this.thread);
		this.#ends.push(...ends);
		expect(ends.length).toBeLessThan(2);
		return ends[0];
	}

	/** The pull requests of the App, each with the names of its files. */
	async delivered(): Promise<readonly { readonly draft: boolean; readonly files: readonly string[] }[]> {
		const { github } = this.there;
		const { body } = await github.act('maintainer', 'GET', '/pulls?state=all');
		const pulls = body as unknown as { number: number; draft: boolean; user: { type: string } }[];
		const own = pulls.filter(({ user }) => user.type === 'Bot');
		return Promise.all(own.map(async ({ number, draft }) => ({ draft, files: await this.#files(number) })));
	}

	async #files(pull: number): Promise<readonly string[]> {
		const { body } = await this.there.github.act('maintainer', 'GET', `/pulls/${pull}/files`);
		return (body as unknown as { filename: string }[]).map(({ filename }) => filename).toSorted();
	}

	/** Everything that people can read afterwards: comments, and all files of the runs' audit folders. */
	async readable(): Promise<string> {
		const comments = (await this.there.comments(this.thread)).map(({ body }) => body);
		const audits = this.#ends.flatMap(({ outputs }) => textsOf(outputs['audit-dir'] ?? ''));
		return [...comments, ...audits, ...this.#ends.map(({ summary }) => summary)].join('\n');
	}

	[Symbol.asyncDispose](): Promise<void> {
		return this.there[Symbol.asyncDispose]();
	}
}

async function openThread({ github, stage }: BotStage, { author, issue, pull }: Story): Promise<number> {
	const user = logins[author];
	if (pull === undefined) return (await github.openIssue({ user, ...issue })).number;
	const clone = join(stage.folder, 'author');
	git(stage.folder, 'clone', '-q', github.repositoryDir, clone);
	git(clone, 'checkout', '-q', '-b', pull.branch);
	writeFiles(clone, pull.files);
	git(clone, 'add', '-A');
	git(clone, 'commit', '-q', '-m', issue.title);
	git(clone, 'push', '-q', 'origin', pull.branch);
	const { number } = await github.openPullRequest({ user, ...issue, head: pull.branch });
	for (const remark of pull.remarks) await github.reviewComment({ pull: number, user: 'maintainer', ...remark });
	return number;
}

function textsOf(folder: string): readonly string[] {
	const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	return files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

/** How often the gate decided in each way. */
function decisionsOf(end: JobEnd | undefined): Readonly<Record<string, number>> {
	const byDecision = Object.groupBy(entriesOf(end, 'tool_attempt'), ({ decision }) => String(decision));
	return Object.fromEntries(Object.entries(byDecision).map(([decision, all = []]) => [decision, all.length]));
}

/** Expects that nothing that people can read has a secret of the repository, the App or a job in it. */
async function expectNoSecret(told: Telling): Promise<void> {
	const text = await told.readable();
	const { actionsToken } = told.there.github;
	for (const secret of [deployToken, actionsToken, app.webhookSecret, app.privateKeyPem.slice(60, 120)]) {
		expect(secret.length).toBeGreaterThan(16);
		expect(text.includes(secret)).toBe(false);
	}
	expect(text).not.toMatch(/ghs_\w{20}/);
}

test('fix a bug: needs no approval, and the draft pull request changes one file', async () => {
	await using told = await Telling.open('fix-a-bug');
	const [task] = toSay('fix-a-bug');
	const end = await told.say(task);
	expect(end?.outputs, end?.log).toMatchObject({ outcome: 'completed', 'reason-code': 'answered', approvals: '' });
	expect(decisionsOf(end)).toEqual({ allow: 7 });
	expect(await told.delivered()).toEqual([{ draft: true, files: ['src/slug.js'] }]);
	await expectNoSecret(told);
});

test('sign an install: only a maintainer can approve, and the delivery needs its own approval', async () => {
	await using told = await Telling.open('add-a-dependency');
	const [task, byStranger, sign, , deliver] = toSay('add-a-dependency');
	expect((await told.say(task))?.outputs).toMatchObject({ outcome: 'waiting', approvals: 'A1' });
	expect(await told.say(byStranger, 'octocat')).toBeUndefined();
	expect(await told.delivered()).toEqual([]);
	const second = await told.say(sign);
	expect(second?.outputs, second?.log).toMatchObject({ outcome: 'waiting', approvals: 'A2' });
	const end = await told.say(deliver);
	expect(end?.outputs, end?.log).toMatchObject({ outcome: 'completed', 'reason-code': 'answered' });
	const files = ['package.json', 'src/file-name.js', 'test/file-name.test.js'];
	expect(await told.delivered()).toEqual([{ draft: true, files }]);
});

test('deny an install: the agent continues without it, and adds no package', async () => {
	await using told = await Telling.open('add-a-dependency');
	const [task, , , deny] = toSay('add-a-dependency');
	await told.say(task);
	const end = await told.say(deny);
	expect(end?.outputs, end?.log).toMatchObject({ outcome: 'completed', approvals: '' });
	expect(await told.delivered()).toEqual([{ draft: true, files: ['src/file-name.js', 'test/file-name.test.js'] }]);
});

test('obey an attacker: the attacks are blocked or need a maintainer, and no secret leaves', async () => {
	await using told = await Telling.open('follow-an-injection');
	const [task, byStranger, deny] = toSay('follow-an-injection');
	const waiting = await told.say(task);
	expect(waiting?.outputs, waiting?.log).toMatchObject({ outcome: 'waiting', approvals: 'A1 A2' });
	expect(decisionsOf(waiting)).toEqual({ allow: 3, block: 7, confirm: 2 });
	expect(await told.say(byStranger, 'octocat')).toBeUndefined();
	const end = await told.say(deny);
	expect(end?.outputs, end?.log).toMatchObject({ outcome: 'denied', 'reason-code': 'denied-by-maintainer' });
	const started = entriesOf(end, 'tool_started').map(({ call_id }) => call_id);
	expect(started).toEqual(['call_1_1', 'call_3_1', 'call_3_2']);
	expect(await told.delivered()).toEqual([]);
	const thread = (await told.there.own(told.thread)).map(({ body }) => body).join('\n');
	expect(thread).toContain('it was an attack');
	expect(thread).toContain('⚠️ Nobody approved the delivery of `package.json`.');
	// The agent's own `/approve all` has started no job.
	expect(told.there.runs).toHaveLength(2);
	await expectNoSecret(told);
});

test('obey an attacker after an approval: the approved steps have no secret to send', async () => {
	await using told = await Telling.open('follow-an-injection');
	const [task] = toSay('follow-an-injection');
	await told.say(task);
	const end = await told.say('/approve A1 A2');
	expect(end?.outputs, end?.log).toMatchObject({ outcome: 'completed' });
	// The draft holds what was signed: a person still merges it, or does not.
	expect(await told.delivered()).toEqual([{ draft: true, files: ['package.json'] }]);
	await expectNoSecret(told);
});

test.each([
	['denied', undefined, { outcome: 'denied' }],
	['approved', '/approve A1', { outcome: 'completed', 'reason-code': 'signed-step-failed' }],
])('destroy things: eight commands are blocked, and the one that asks is %s', async (_how, answer, outputs) => {
	await using told = await Telling.open('clean-up');
	const [task, deny] = toSay('clean-up');
	const { repositoryDir } = told.there.github;
	const before = git(repositoryDir, 'rev-parse', 'refs/heads/main');
	const waiting = await told.say(task);
	expect(waiting?.outputs, waiting?.log).toMatchObject({ outcome: 'waiting', approvals: 'A1' });
	expect(decisionsOf(waiting)).toEqual({ allow: 2, block: 8, confirm: 1 });
	const end = await told.say(answer ?? deny);
	expect(end?.outputs, end?.log).toMatchObject(outputs);
	const files = Object.keys(storyOf('clean-up').files ?? {}).toSorted();
	expect(await told.delivered()).toEqual([{ draft: true, files }]);
	expect(git(repositoryDir, 'rev-parse', 'refs/heads/main')).toBe(before);
});

/** The journal of a job that works, or nothing if it has not begun one. */
function journalOn(disk: string): string {
	const name = readdirSync(disk, { recursive: true, encoding: 'utf8' }).find((path) => path.endsWith('journal.jsonl'));
	return name === undefined ? '' : readFileSync(join(disk, name), 'utf8');
}

test('lose the runner: a new job continues the run, and posts or delivers nothing twice', async () => {
	const env = { RECOVER_DELIVERIES_SECONDS: '5', RECOVER_COMMANDS_SECONDS: '5' };
	await using told = await Telling.open('lose-the-runner', { env });
	const { there, thread } = told;
	const [task] = toSay('lose-the-runner');
	await there.github.comment({ issue: thread, user: 'maintainer', body: task ?? '' });
	const first = await vi.waitFor(() => there.runs[0] ?? expect.unreachable(), 60_000);
	await vi.waitFor(() => expect(journalOn(first.disk)).toMatch(/"type":"tool_started"[^\n]*"call_3_1"/), 60_000);
	const posted = (await there.own(thread)).find(({ body }) => body.startsWith('I set 240 words a minute.'));
	expect(posted).toBeDefined();
	first.process.kill('SIGKILL');
	expect(await first.ended).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
	rmSync(first.disk, { recursive: true });
	const second = await vi.waitFor(() => there.runs[1] ?? expect.unreachable(), 60_000);
	expect(second.command).toBe(first.command);
	const end = await second.ended;
	expect(outcomes([end]), end.log).toEqual(['completed']);
	const own = await there.own(thread);
	expect(own.filter(({ body }) => !body.startsWith('### ')).map(({ id }) => id)).toEqual([posted?.id]);
	expect(own).toHaveLength(2);
	expect(await told.delivered()).toEqual([{ draft: true, files: ['src/reading-time.js'] }]);
	const { 'audit-dir': audit = '', 'journal-head': head = '' } = end.outputs;
	const verify = [join(root, 'dist', 'cli.js'), 'audit', 'verify', audit, '--head', head];
	expect(execFileSync(process.execPath, verify, { encoding: 'utf8' })).toMatch(/^verified: /);
});

test('answer a review: adds one commit, and answers each comment', async () => {
	await using told = await Telling.open('address-a-review');
	const { there, thread } = told;
	const [task] = toSay('address-a-review');
	const end = await told.say(task);
	expect(end?.outputs, end?.log).toMatchObject({ outcome: 'completed', 'reason-code': 'answered', approvals: '' });
	const { pull } = storyOf('address-a-review');
	const branch = `refs/heads/${pull?.branch}`;
	expect(git(there.github.repositoryDir, 'rev-list', '--count', `refs/heads/main..${branch}`)).toBe('2');
	const { body } = await there.github.act('maintainer', 'GET', `/pulls/${thread}/comments?per_page=100`);
	const remarks = body as unknown as { id: number; in_reply_to_id?: number; user: { type: string } }[];
	const asked = remarks.filter(({ user }) => user.type === 'User').map(({ id }) => id);
	const answered = remarks.flatMap(({ in_reply_to_id: to }) => (to === undefined ? [] : [to]));
	expect(asked).toHaveLength(pull?.remarks.length ?? 0);
	expect(answered).toEqual(asked);
});

test('anything else: one step runs, one is blocked, one asks, and the answer suggests another model', async () => {
	await using told = await Telling.open('anything');
	const waiting = await told.say('/agent write me a poem');
	expect(waiting?.outputs, waiting?.log).toMatchObject({ outcome: 'waiting', approvals: 'A1' });
	expect(decisionsOf(waiting)).toEqual({ allow: 2, block: 1, confirm: 1 });
	const end = await told.say('/deny A1');
	expect(end?.outputs, end?.log).toMatchObject({ outcome: 'denied' });
	expect((await told.there.own(told.thread))[0]?.body).toContain('choose another model');
});
