import { mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { git, writeFiles } from '../../rehearsal/sample-repository.ts';
import { endStatus } from '../../src/bot/delivery-end.ts';
import { endOfError } from '../../src/bot/end-of-error.ts';
import { type LocalRunsOptions, runsLocally } from '../../src/bot/local-runs.ts';
import type { Runs, RunsIn } from '../../src/bot/runs.ts';
import type { AppAnswer } from '../../src/core/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { WaitingAction } from './waiting-action.ts';

const place = { id: 186_853_002, owner: 'octo-org', name: 'slugs', defaultBranch: 'main' };
const where = { place, installation: 3 } as unknown as RunsIn;
const answer: AppAnswer = {
	token: 'ghs_of_the_app',
	expires_at: '2099-01-01T00:00:00Z',
	app: { id: 7, slug: 'countersign', login: 'countersign[bot]', user_id: 99 },
	repository_id: place.id,
	public_key: 'a public key',
};

let folder: ReturnType<typeof temporaryFolder>;
let action: WaitingAction;
let door: string;
let lines: { level: string; message: string; facts: Readonly<Record<string, unknown>> }[];
let made: Runs[];

beforeEach(async () => {
	folder = temporaryFolder();
	action = new WaitingAction(folder.path);
	door = await action.open();
	lines = [];
	made = [];
	const repository = join(folder.path, 'octo-org', 'slugs.git');
	mkdirSync(repository, { recursive: true });
	writeFiles(repository, { 'README.md': '# slugs\n' });
	git(repository, 'init', '-q', '-b', 'main');
	git(repository, 'add', '-A');
	git(repository, 'commit', '-q', '-m', 'Begin');
	mkdirSync(join(folder.path, 'tmp'));
	vi.stubEnv('TMPDIR', join(folder.path, 'tmp'));
	vi.stubEnv('PRIVATE_KEY', 'the key of the App');
	vi.stubEnv('WEBHOOK_SECRET', 'the secret of the App');
});

afterEach(async () => {
	await Promise.all(made.map((runs) => runs.close?.()));
	await action[Symbol.asyncDispose]();
	vi.unstubAllEnvs();
	folder[Symbol.dispose]();
});

function runsWith(change: Partial<LocalRunsOptions> = {}, atOnce = 1): Runs {
	const runs = runsLocally({
		action: action.path,
		apiUrl: 'https://api.example.com',
		serverUrl: `file://${folder.path}`,
		identity: async () => answer,
		runner: { inputs: { model: 'anthropic:x' }, env: { PATH: process.env['PATH'] ?? '', DOOR: door }, atOnce },
		log: (level, message, facts = {}) => void lines.push({ level, message, facts }),
		...change,
	});
	made.push(runs);
	return runs;
}

/** Waits until so many ends of runs are logged, and returns them. */
const ended = (count: number) =>
	vi.waitFor(() => {
		const ends = lines.filter(({ message }) => message.startsWith('a run '));
		if (ends.length < count) throw new Error(`${ends.length} of ${count} have ended`);
		return ends;
	}, 20_000);
const leftOver = () => readdirSync(join(folder.path, 'tmp'));

describe('a run beside the bot', () => {
	it('gets the environment of a GitHub job without secrets of the bot; its folder is deleted', async () => {
		await runsWith().start('comment/5', where);
		const found = await action.next();
		const { env } = found;
		const own = dirname(env['RUNNER_TEMP'] ?? '');
		expect(
			Object.keys(env)
				.filter((name) => !/^(GITHUB|INPUT|RUNNER)_/.test(name))
				.sort(),
		).toEqual(['CI', 'COUNTERSIGN_APP_ANSWER', 'COUNTERSIGN_RUNNER', 'DOOR', 'HOME', 'PATH', 'TMPDIR']);
		expect(JSON.stringify(found)).not.toMatch(/of the App"|the key of|the secret of/);
		expect(env).toMatchObject({
			...{ COUNTERSIGN_RUNNER: 'local', GITHUB_EVENT_NAME: 'workflow_dispatch', GITHUB_REPOSITORY: 'octo-org/slugs' },
			...{ GITHUB_REF_NAME: 'main', GITHUB_SHA: git(join(folder.path, 'octo-org', 'slugs.git'), 'rev-parse', 'main') },
			...{ INPUT_COMMAND: 'comment/5', INPUT_MODEL: 'anthropic:x', INPUT_AUDIT: 'branch' },
			'INPUT_GITHUB-TOKEN': answer.token,
		});
		for (const name of ['HOME', 'TMPDIR', 'GITHUB_WORKSPACE', 'GITHUB_OUTPUT', 'COUNTERSIGN_APP_ANSWER'])
			expect(env[name]).toMatch(new RegExp(`^${own}/`));
		expect(found).toMatchObject({
			...{ cwd: env['GITHUB_WORKSPACE'], files: ['.git', 'README.md'], answer, mode: 0o600 },
			event: { inputs: { command: 'comment/5' }, repository: { name: 'slugs' }, sender: { login: answer.app.login } },
			flags: [expect.stringMatching(/^--max-old-space-size=/)],
		});
		found.end({ outputs: { outcome: 'completed', 'reason-code': 'answered', run: '1-aa' } });
		expect(await ended(1)).toEqual([
			{
				level: 'info',
				message: 'a run ended',
				facts: {
					...{
						command: 'comment/5',
						repository: 'octo-org/slugs',
						outcome: 'completed',
						reason: 'answered',
						run: '1-aa',
					},
					exitCode: 0,
				},
			},
		]);
		expect(lines.filter(({ level }) => level === 'debug').map(({ facts }) => facts['line'])).toEqual(['begun']);
		await vi.waitFor(() => expect(leftOver()).toEqual([]));
	});

	it('waits for the runs before it, and a repeated command is queued once', async () => {
		const runs = runsWith();
		for (const command of ['comment/1', 'comment/2', 'comment/3', 'comment/1', 'comment/3'])
			expect(await runs.start(command, where)).toEqual({ kind: 'started' });
		const order: unknown[] = [];
		for (let count = 1; count <= 3; count++) {
			const found = await action.next();
			order.push(found.env['INPUT_COMMAND']);
			expect(leftOver()).toHaveLength(1);
			found.end();
		}
		await ended(3);
		expect(order).toEqual(['comment/1', 'comment/2', 'comment/3']);
		for (const command of ['comment/4', 'comment/1']) {
			await runs.start(command, where);
			const found = await action.next();
			expect(found.env['INPUT_COMMAND']).toBe(command);
			found.end();
		}
		await ended(5);
	});

	it('starts in parallel up to the limit; the same command in another repository is separate', async () => {
		const runs = runsWith({}, 2);
		await runs.start('comment/1', where);
		await runs.start('comment/1', { ...where, place: { ...place, id: 8 } });
		await runs.start('comment/2', where);
		const both = [await action.next(), await action.next()];
		expect(both.map(({ env }) => env['INPUT_COMMAND'])).toEqual(['comment/1', 'comment/1']);
		expect(action.unasked).toBe(0);
		for (const one of both) one.end();
		(await action.next()).end();
		await ended(3);
	});

	it("is refused when a hundred runs wait, so that GitHub's delivery fails and comes again", async () => {
		const runs = runsWith();
		for (let id = 0; id <= 100; id++) await runs.start(`comment/${id}`, where);
		const busy = await runs.start('comment/101', where).catch((error: unknown) => error);
		expect(busy).toMatchObject({ code: 'github-unreachable', message: expect.stringContaining('100 runs wait') });
		expect(endStatus[endOfError(busy, new AbortController().signal).kind]).toBe(503);
		expect(await runs.start('comment/100', where)).toEqual({ kind: 'started' });
		await action.next();
	});
});

describe('a failed run leaves no files, and the next one starts,', () => {
	it.each<[string, Partial<LocalRunsOptions>, RegExp]>([
		['when GitHub gives no token', { identity: () => Promise.reject(new Error('suspended')) }, /^suspended$/],
		['when there is nothing to clone', { serverUrl: 'file:///nowhere' }, /^git: /],
	])('%s', async (_, change, why) => {
		const runs = runsWith(change);
		await runs.start('comment/1', where);
		await runs.start('comment/2', where);
		const ends = await ended(2);
		expect(ends).toMatchObject([
			{ level: 'error', message: 'a run could not be started', facts: { command: 'comment/1' } },
			{ level: 'error', message: 'a run could not be started', facts: { command: 'comment/2' } },
		]);
		for (const { facts } of ends) expect(facts['why']).toMatch(why);
		await vi.waitFor(() => expect(leftOver()).toEqual([]));
	});

	it('when it crashes', async () => {
		const runs = runsWith();
		await runs.start('comment/1', where);
		await runs.start('comment/2', where);
		process.kill((await action.next()).pid, 'SIGKILL');
		(await action.next()).end({ exit: 3 });
		expect((await ended(2)).map(({ facts }) => [facts['command'], facts['exitCode'], facts['outcome']])).toEqual([
			['comment/1', null, ''],
			['comment/2', 3, ''],
		]);
		await vi.waitFor(() => expect(leftOver()).toEqual([]));
	});

	it('when it takes too long', async () => {
		await runsWith({ minutes: 0.02 }).start('comment/1', where);
		expect(await ended(1)).toMatchObject([{ message: 'a run ended', facts: { exitCode: null, timedOut: true } }]);
		await vi.waitFor(() => expect(leftOver()).toEqual([]));
	});
});

describe('a bot that shuts down', () => {
	it('asks the active run to end, and starts no waiting run', async () => {
		const runs = runsWith();
		await runs.start('comment/1', where);
		await runs.start('comment/2', where);
		await action.next();
		await runs.close?.();
		expect(await ended(1)).toMatchObject([{ facts: { command: 'comment/1', outcome: 'cancelled', exitCode: 1 } }]);
		expect(leftOver()).toEqual([]);
		for (const command of ['comment/2', 'comment/3'])
			await expect(runs.start(command, where)).rejects.toMatchObject({ code: 'github-unreachable' });
		expect(action.unasked).toBe(0);
	});

	it('does not start a run that is still in preparation', async () => {
		const asked = Promise.withResolvers<void>();
		const given = Promise.withResolvers<AppAnswer>();
		const identity = (): Promise<AppAnswer> => {
			asked.resolve();
			return given.promise;
		};
		const runs = runsWith({ identity });
		await runs.start('comment/1', where);
		await asked.promise;
		const closed = runs.close?.();
		given.resolve(answer);
		await closed;
		expect(await ended(1)).toMatchObject([{ level: 'info', message: 'a run could not be started' }]);
		expect(action.unasked).toBe(0);
		expect(leftOver()).toEqual([]);
	});
});
