import { chmodSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import {
	type Answer,
	countersign,
	everything,
	git,
	hookFiles,
	project,
	put,
	someUses,
	workflow,
	written,
} from './init-stage.ts';

const root = join(import.meta.dirname, '../..');
let folder: ReturnType<typeof temporaryFolder>;
let repository: string;
beforeEach(() => {
	folder = temporaryFolder();
	repository = realpathSync(folder.path);
});
afterEach(() => folder[Symbol.dispose]());

const read = (path: string) => readFileSync(join(repository, path), 'utf8');

/** Returns the new files, and expects all other files to keep their bytes and modes. */
function newFiles(before: Readonly<Record<string, string>>): readonly string[] {
	const after = everything(repository);
	for (const [path, digest] of Object.entries(before)) expect([path, after[path]]).toEqual([path, digest]);
	return Object.keys(after).filter((path) => !(path in before) && statSync(join(repository, path)).isFile());
}

interface Told {
	readonly cwd?: string;
	readonly args?: readonly string[];
}

/** Calls init twice: the second call must find nothing to do. */
function initTwice({ cwd = repository, args = [] }: Told = {}): {
	readonly answer: Answer;
	readonly came: readonly string[];
} {
	const before = everything(repository);
	const answer = countersign(cwd, ['init', '--yes', '--uses', someUses, ...args]);
	expect(answer).toMatchObject({ stderr: '', status: 0 });
	const came = newFiles(before);
	const settled = everything(repository);
	const again = countersign(cwd, ['init', '--yes', '--uses', someUses, ...args]);
	expect(again).toMatchObject({ stderr: '', status: 0, stdout: expect.stringContaining('Nothing to do') });
	expect(everything(repository)).toEqual(settled);
	return { answer, came };
}

/** Expects a call to stop with this message and exit code 2, and to change nothing. */
function expectStop(word: RegExp, ...args: readonly string[]): void {
	const before = everything(repository);
	const answer = countersign(repository, ['init', '--yes', ...args]);
	expect(answer).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(word) });
	expect(answer.stderr).not.toMatch(/\n\s+at /);
	expect(everything(repository)).toEqual(before);
}

describe('countersign init on a repository', () => {
	it('that is empty: writes all files, and all are valid [seeds 61]', () => {
		git(repository, 'init', '-q', '-b', 'main');
		const { answer, came } = initTwice();
		expect(came).toEqual(written);
		expect(read(workflow)).toBe(
			readFileSync(join(root, 'examples', 'workflows', 'agent.yml'), 'utf8').replace(/\.\/ #.*/, someUses),
		);
		expect(answer.stdout).toContain('no known language');
		expect(answer.stdout).toContain('stops the schedules of a public repository after 60 days');
		expect(read('.github/countersign.yml')).toMatch(
			/^# yaml-language-server: \$schema=countersign\/config\.schema\.json\n/,
		);
		expect(read('.github/countersign/config.schema.json')).toBe(
			readFileSync(join(root, 'countersign.schema.json'), 'utf8'),
		);
		expect(countersign(repository, ['policy', 'test'])).toMatchObject({
			status: 0,
			stdout: expect.stringContaining('✓ .github/policies/own.yml'),
		});
		expect(countersign(repository, ['skills', 'check'])).toMatchObject({
			status: 0,
			stdout: expect.stringContaining('✓ .github/countersign/skills/house-rules/SKILL.md'),
		});
	});

	it('that is a monorepo: uses its install command, and lists what is left to do [seeds 61]', () => {
		project(repository);
		put(repository, {
			'pnpm-workspace.yaml': 'packages: [packages/*]\n',
			'pnpm-lock.yaml': '',
			'packages/a/package.json': '{}',
		});
		git(repository, 'remote', 'add', 'origin', 'https://octocat:ghp_madeUp@github.com/octo-org/slugs.git');
		const { answer } = initTwice();
		expect(answer.stdout).toContain(
			'Found: JavaScript, pnpm, pnpm workspaces.\nDecided: the workflow installs pnpm, Node.js; ',
		);
		expect(answer.stdout).toContain('; of several: `pnpm`, not `npm`.\n');
		expect(read(workflow)).toMatch(/- uses: pnpm\/action-setup@[0-9a-f]{40} # v/);
		expect(answer.stdout).toContain(
			'1. Add the secret ANTHROPIC_API_KEY (Settings → Secrets and variables → Actions): https://github.com/octo-org/slugs/settings/secrets/actions/new\n',
		);
		expect(answer.stdout).toMatch(
			/2\. Let Actions open pull requests .*: https:\/\/github\.com\/octo-org\/slugs\/settings\/actions\n/,
		);
		expect(answer.stdout).not.toMatch(/^3\.|ghp_/m);
		expect(read('.github/countersign.yml')).toContain(
			'  - run: pnpm install --frozen-lockfile\n    hosts: [registry.npmjs.org]\n',
		);
		expect(read('.github/countersign/skills/house-rules/SKILL.md')).toContain('several packages');
		expect(countersign(repository, ['policy', 'test']).status).toBe(0);
	});

	it('that has workflows: keeps them, and picks another name for its own', () => {
		project(repository);
		put(repository, {
			[workflow]: 'name: other\non: push\njobs: { a: { runs-on: x, steps: [{ run: ls }] } }\n',
			'.github/workflows/ci.yml': 'on: push\n',
		});
		const { answer, came } = initTwice({ args: ['--maintenance'] });
		expect(came).toEqual(
			expect.arrayContaining(['.github/workflows/agent-maintenance.yml', '.github/workflows/countersign.yml']),
		);
		expect(answer.stdout).toContain('created   .github/workflows/countersign.yml');
	});

	it('whose workflow already handles comments: adds no second one', () => {
		project(repository);
		const own = readFileSync(join(root, 'examples', 'workflows', 'federated.yml'), 'utf8');
		put(repository, { '.github/workflows/bot.yaml': own });
		const { answer, came } = initTwice();
		expect(came).toEqual(written.filter((path) => path !== workflow));
		expect(answer.stdout).toContain(`left out  ${workflow}: .github/workflows/bot.yaml serves comments already`);
		expect(answer.stdout).toMatch(/3\. Add these steps to your workflow.*\n {6}- uses: actions\/setup-node@/);
	});

	it('that has a configuration and skills: shows differences, and adds only what has an effect', () => {
		project(repository);
		put(repository, {
			'.github/countersign.yml': 'mode: plan\n',
			'.github/countersign/skills/mine/SKILL.md': '---\nname: mine\ndescription: Mine\ntriggers: [mine]\n---\n',
		});
		const { answer, came } = initTwice();
		expect(came).toEqual([workflow]);
		expect(answer.stdout).toContain(
			'kept      .github/countersign.yml: your file, not changed. The difference from your file to the one that init writes:\n--- a/.github/countersign.yml',
		);
		expect(answer.stdout).toContain('-mode: plan\n');
		expect(answer.stdout).toContain('left out  .github/policies/own.yml: .github/countersign.yml does not name it');
		expect(answer.stdout).toContain(
			'left out  .github/countersign/skills/house-rules/SKILL.md: there are skills already',
		);
	});

	it('that has team hooks: leaves them alone', () => {
		project(repository);
		const hooks = { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'echo mine' }] }] };
		put(repository, {
			'.claude/settings.json': `${JSON.stringify({ model: 'opus', hooks }, undefined, 4)}\n`,
			'.codex/hooks.json': '{}',
			'.gemini/settings.json': '{}',
		});
		expect(initTwice().came).toEqual(written);
		git(repository, 'add', '-A');
		git(repository, 'commit', '-qm', 'Set up');
		expect(git(repository, 'ls-files')).not.toContain('.countersign/');
	});

	it('with --hook: installs a personal hook that git does not see', () => {
		project(repository);
		put(repository, { '.claude/settings.json': '{}\n' });
		git(repository, 'add', '-A');
		git(repository, 'commit', '-qm', 'Begin');
		const { ['.git/info/exclude']: _, ...before } = everything(repository);
		const args = ['init', '--yes', '--uses', someUses, '--hook'];
		expect(countersign(repository, args)).toMatchObject({ status: 0, stderr: '' });
		const came = newFiles(before).filter((path) => path !== '.git/info/exclude');
		expect(came).toEqual([...hookFiles, ...written].sort());
		expect(JSON.parse(read('.claude/settings.local.json')).hooks.PreToolUse).toMatchObject([{ matcher: '*' }]);
		expect(git(repository, 'status', '--porcelain')).toBe('?? .github/\n');
		const settled = everything(repository);
		expect(countersign(repository, args)).toMatchObject({ stdout: expect.stringContaining('Nothing to do') });
		expect(everything(repository)).toEqual(settled);
		expect(countersign(repository, ['hook', 'check']).status).toBe(0);
	});

	it('whose settings are invalid JSON: stops before it writes, and works without the hook', () => {
		project(repository);
		put(repository, { '.claude/settings.local.json': '{ "hooks": ' });
		expectStop(/added to \.claude\/settings\.local\.json: it is not valid JSON.*init without --hook/, '--hook');
		initTwice();
	});

	it('that uses Windows line endings: writes valid files with the same endings', () => {
		project(repository);
		put(repository, { '.gitattributes': '* text=auto eol=crlf\r\n', '.github/workflows/ci.yml': 'on: push\r\n' });
		const { came } = initTwice({ args: ['--maintenance'] });
		for (const path of came) expect([path, /[^\r]\n/.test(read(path))]).toEqual([path, false]);
		expect(countersign(repository, ['policy', 'test']).status).toBe(0);
		expect(countersign(repository, ['skills', 'check']).status).toBe(0);
		expect(countersign(repository, ['hook', 'install']).status).toBe(0);
	});

	it('without a default branch: works the same', () => {
		git(repository, 'init', '-q', '-b', 'topic/one');
		put(repository, { 'go.mod': 'module example.com/slugs\n' });
		initTwice();
		expect(read('.github/countersign.yml')).not.toMatch(/^(?:setup|sandbox):/m);
		expect(read(workflow)).toMatch(/- uses: actions\/setup-go@[0-9a-f]{40} # v/);
		expect(read('.github/countersign/skills/house-rules/SKILL.md')).toContain('`go test ./...`');
	});

	it('from a subfolder: writes to the top, and says so', () => {
		project(repository);
		mkdirSync(join(repository, 'src/deep'), { recursive: true });
		const { answer, came } = initTwice({ cwd: join(repository, 'src/deep') });
		expect(came).toEqual(written);
		expect(answer.stdout).toContain(`Done in ${repository}, the top of this checkout.`);
	});

	it('with a read-only file: keeps it, but stops if it would have to change it', () => {
		project(repository);
		put(repository, { '.github/countersign.yml': 'mode: plan\n', '.claude/settings.local.json': '{}\n' });
		chmodSync(join(repository, '.github/countersign.yml'), 0o444);
		chmodSync(join(repository, '.claude/settings.local.json'), 0o444);
		expectStop(/\.claude\/settings\.local\.json is read-only.*chmod u\+w \.claude\/settings\.local\.json/, '--hook');
		initTwice({ args: ['--no-hook'] });
	});

	it.each([
		['.claude', /\.claude is a link\. Nothing was written/, ['--hook']],
		['.github', /\.github is a link\. Nothing was written/, ['--no-hook']],
		['.github/policies', /\.github\/policies is a link\. Nothing was written/, ['--no-hook']],
	])('with a link at %s: stops, and writes nothing to its target', (path, word, args) => {
		project(repository);
		mkdirSync(join(repository, 'elsewhere'));
		mkdirSync(join(repository, path, '..'), { recursive: true });
		symlinkSync(join(repository, 'elsewhere'), join(repository, path));
		expectStop(word, ...args);
	});

	it('with a folder in place of a file, or a file in place of a folder: stops', () => {
		project(repository);
		mkdirSync(join(repository, workflow), { recursive: true });
		expectStop(/\.github\/workflows\/agent\.yml is not a file/);
		put(repository, { '.github/policies': 'x' });
		expectStop(/is not a f(?:ile|older)/);
	});

	it('with a file in place of the skills folder: stops', () => {
		project(repository);
		put(repository, { '.github/countersign/skills': 'x' });
		expectStop(/\.github\/countersign\/skills is not a folder/, '--no-hook');
	});

	it('that is bare, or is not a git repository: says what to do', () => {
		expectStop(/is in no git repository.*git init/);
		put(repository, { '.git': 'gitdir: /nowhere\n' });
		expectStop(/does not lead to a repository/);
		rmSync(join(repository, '.git'));
		git(repository, 'init', '-q', '--bare');
		expectStop(/without files of its own.*git clone/);
	});

	it('with a detached head, or in a linked work tree: works the same', () => {
		project(repository);
		git(repository, 'checkout', '-q', '--detach');
		git(repository, 'worktree', 'add', '-q', 'tree', 'main');
		expect(initTwice({ cwd: join(repository, 'tree') }).came).toEqual(written.map((path) => `tree/${path}`));
		expect(initTwice().came).toEqual(written);
	});
});
