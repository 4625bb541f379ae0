import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { converse, ctrlC, enter, type Turn } from '../support/conversation.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { everything, project, someUses } from './init-stage.ts';

const root = join(import.meta.dirname, '../..');
const workflow = '.github/workflows/agent.yml';
const maintenance = '.github/workflows/agent-maintenance.yml';

let folder: ReturnType<typeof temporaryFolder>;
let repository: string;
/** The program as installed outside a checkout, so it does not know its own commit. */
let cli: string;
beforeEach(() => {
	folder = temporaryFolder();
	const base = realpathSync(folder.path);
	for (const part of ['dist', 'examples', 'package.json', 'policies', 'skills', 'safety'])
		cpSync(join(root, part), join(base, 'program', part), { recursive: true });
	cli = join(base, 'program/dist/cli.js');
	repository = join(base, 'slugs');
	cpSync(join(root, 'LICENSE'), join(repository, 'LICENSE'));
	project(repository);
});
afterEach(() => folder[Symbol.dispose]());

const init = (turns: readonly Turn[], ...args: readonly string[]) =>
	converse([process.execPath, cli, 'init', ...args], repository, turns);

const questions: readonly Turn[] = [
	['Which copy of Countersign', someUses + enter],
	['prepare the checkout with `npm ci`?', enter],
	['every Monday?', 'y'],
	['settings.local.json', enter],
	['Write them?', enter],
];

it('init asks, shows what it will write, and writes it', async () => {
	const { shown, status } = await init(questions);
	expect(shown).toContain('Found: JavaScript, npm.');
	expect(shown).toContain('Decided: the workflow installs Node.js; setup runs `npm ci`; tests are `npm test`.');
	expect(shown).toContain(`+ ${workflow}`);
	expect(shown).toContain('1. Add the secret ANTHROPIC_API_KEY');
	expect(status).toBe(0);
	expect(['.claude', workflow, maintenance].map((path) => existsSync(join(repository, path)))).toEqual([
		false,
		true,
		true,
	]);
});

it('init asks which of two options to use, and follows the answer', async () => {
	writeFileSync(join(repository, 'pnpm-lock.yaml'), '');
	writeFileSync(join(repository, 'Makefile'), 'test:\n\ttrue\n');
	const down = '\x1b[B';
	const turns: readonly Turn[] = [
		['Which tool installs JavaScript?', down + enter],
		['How do you test JavaScript?', down + enter],
		['prepare the checkout with `npm ci`?', enter],
		['every Monday?', 'n'],
		['Claude Code', 'n'],
		['Write them?', enter],
	];
	const { shown, status } = await init(turns, '--uses', someUses);
	expect(shown).toContain('tests are `make test`; of several: `npm`, not `pnpm`; `make test`, not `npm test`.');
	expect(status).toBe(0);
	expect(readFileSync(join(repository, '.github/countersign.yml'), 'utf8')).toContain('  - run: npm ci\n');
});

it('init asks again after an invalid commit', async () => {
	const { shown } = await init([
		['Which copy', `octo-org/countersign${enter}`],
		['40 characters', ctrlC],
	]);
	expect(shown).toContain('Nothing was written.');
});

it.each(questions.map(([seen], index) => [String(seen), index] as const))(
	'init writes nothing after Ctrl-C at: %s',
	async (_, index) => {
		const before = everything(repository);
		const turns = questions.slice(0, index + 1).map(([seen, typed], at): Turn => [seen, at === index ? ctrlC : typed]);
		const { shown, status } = await init(turns);
		expect(shown).toContain('Nothing was written.');
		expect(status).toBe(1);
		expect(everything(repository)).toEqual(before);
	},
);

it('init writes nothing after a final "no", and installs the hook after a "yes"', async () => {
	const before = everything(repository);
	const last = (typed: string): readonly Turn[] => [
		['npm ci', 'n'],
		['every Monday?', enter],
		['Claude Code', 'y'],
		['install the hook?', typed],
	];
	expect(await init(last('n'), '--uses', someUses)).toMatchObject({
		status: 1,
		shown: expect.stringContaining('Nothing was written.'),
	});
	expect(everything(repository)).toEqual(before);
	expect(await init(last('y'), '--uses', someUses)).toMatchObject({
		status: 0,
		shown: expect.stringContaining('created   .claude/settings.local.json'),
	});
});

it('init restores everything after Ctrl-C during the test of the hook', async () => {
	mkdirSync(join(repository, '.claude'));
	const settings = join(repository, '.claude/settings.local.json');
	writeFileSync(settings, '{}\n');
	const before = everything(repository);
	const child = spawn(process.execPath, [cli, 'init', '--yes', '--hook', '--uses', someUses], { cwd: repository });
	const ended = new Promise((resolve) => child.once('close', resolve));
	await expect.poll(() => readFileSync(settings, 'utf8'), { interval: 5, timeout: 30_000 }).toContain('hooks');
	child.kill('SIGINT');
	expect(await ended).toBe(1);
	expect(everything(repository)).toEqual(before);
});
