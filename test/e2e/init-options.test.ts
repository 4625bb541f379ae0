import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { countersign, everything, git, hookFiles, project, put, someUses, workflow, written } from './init-stage.ts';

const root = join(import.meta.dirname, '../..');

let folder: ReturnType<typeof temporaryFolder>;
let repository: string;
beforeEach(() => {
	folder = temporaryFolder();
	repository = realpathSync(folder.path);
});
afterEach(() => folder[Symbol.dispose]());

const read = (path: string) => readFileSync(join(repository, path), 'utf8');

describe('countersign init', () => {
	beforeEach(() => project(repository));

	it('shows all changes and writes nothing with --dry-run', () => {
		const before = everything(repository);
		const { stdout, status } = countersign(repository, ['init', '--dry-run', '--uses', someUses, '--hook']);
		expect(status).toBe(0);
		expect(everything(repository)).toEqual(before);
		expect(stdout).toContain(`+++ b/${workflow}\n`);
		expect(stdout).toContain(`+        uses: ${someUses}\n`);
		expect(stdout).toContain('+++ b/.claude/settings.local.json\n');
		expect(stdout.endsWith('Nothing was written.\n')).toBe(true);
	});

	it('refuses to ask without a terminal, and rejects unknown arguments', () => {
		const before = everything(repository);
		const stops: readonly (readonly [readonly string[], RegExp])[] = [
			[[], /only in a terminal.*init --yes/],
			[['--json'], /without `--json`/],
			[['--yes', 'here'], /Unexpected argument `here`/],
			[['--yes', '--dryrun'], /did you mean `--dry-run`/],
			[['--yes', '--root', 'nowhere'], /nowhere is not a folder/],
			[['--yes', '--root', 'package.json'], /package\.json is not a folder/],
			[['--yes', '--uses', 'octo-org/countersign@v1'], /names no commit.*full commit SHA/],
			[['--yes', '--uses', './../x'], /names no commit/],
		];
		for (const [args, word] of stops)
			expect(countersign(repository, ['init', ...args])).toMatchObject({
				status: 2,
				stdout: '',
				stderr: expect.stringMatching(word),
			});
		expect(everything(repository)).toEqual(before);
	});

	it.each([
		['a remote on an Enterprise Server', 'git@github.example.com:octo-org/slugs.git', [], false],
		['--ghes', 'https://github.com/octo-org/slugs.git', ['--ghes'], false],
		['github.com', 'https://github.com/octo-org/slugs.git', [], true],
		['github.com through an SSH alias', 'git@github.com-work:octo-org/slugs.git', [], true],
		['a tenant of ghe.com', 'https://octo.ghe.com/octo-org/slugs.git', [], true],
	])('writes `queue: max` only where GitHub supports it: %s', (_where, remote, args, isKnown) => {
		git(repository, 'remote', 'add', 'origin', remote);
		const { stdout, status } = countersign(repository, ['init', '--yes', '--uses', someUses, ...args]);
		expect(status).toBe(0);
		expect(read(workflow).includes('queue: max')).toBe(isKnown);
		expect(read(workflow)).toContain('cancel-in-progress: false');
		expect(stdout.includes('For GitHub Enterprise Server, the workflow has no `queue: max`.')).toBe(!isKnown);
	});

	it('restores everything if a file cannot be written', () => {
		const before = everything(repository);
		mkdirSync(join(repository, '.github/workflows'), { recursive: true });
		const settled = everything(repository);
		const answer = countersign(repository, ['init', '--yes', '--uses', someUses], withModule(failing));
		expect(answer).toMatchObject({
			status: 2,
			stderr: expect.stringMatching(/Not everything could be written: ENOSPC.*Everything is as it was/),
		});
		expect(everything(repository)).toEqual(settled);
		expect(Object.keys(settled).length).toBeGreaterThan(Object.keys(before).length);
	});

	it('restores everything if the hook fails its test', () => {
		mkdirSync(join(repository, '.claude'));
		const before = everything(repository);
		const answer = countersign(repository, ['init', '--yes', '--uses', someUses, '--hook'], withModule(unexecutable));
		expect(answer).toMatchObject({ status: 1, stderr: '' });
		expect(answer.stdout).toMatch(/not hook: it does not allow `ls`[\s\S]*All files are restored\.\n$/);
		expect(everything(repository)).toEqual(before);
	});

	it('stops if the hook cannot be installed', () => {
		writeFileSync(join(repository, '.countersign'), 'x');
		const before = everything(repository);
		const answer = countersign(repository, ['init', '--yes', '--hook']);
		expect(answer).toMatchObject({
			status: 2,
			stderr: expect.stringMatching(/\.countersign is not a folder.*init without --hook/),
		});
		expect(everything(repository)).toEqual(before);
	});

	it('reports the same as JSON with --json', () => {
		const args = ['init', '--yes', '--json', '--uses', someUses, '--hook'];
		const told = JSON.parse(countersign(repository, args).stdout);
		expect(told).toMatchObject({
			root: repository,
			written: true,
			uses: someUses,
			stack: { managers: ['npm'], tests: ['npm test'] },
			found: 'JavaScript, npm',
			decided: 'the workflow installs Node.js; setup runs `npm ci`; tests are `npm test`',
		});
		expect(told.files.map(({ state }: { state: string }) => state)).toEqual(written.map(() => 'new'));
		expect(told.hook.map(({ path }: { path: string }) => path).sort()).toEqual(
			[...hookFiles, '.git/info/exclude'].sort(),
		);
		expect(told.left).toHaveLength(2);
		expect(JSON.parse(countersign(repository, args).stdout)).toMatchObject({ written: false });
	});

	it('warns that `./` works only in the repository of Countersign', () => {
		expect(countersign(repository, ['init', '--yes', '--uses', './']).stdout).toMatch(
			/^3\. In the workflow, replace `uses: \.\/`/m,
		);
		expect(read(workflow)).toContain('        uses: ./ # works only in Countersign');
	});

	it('does the same as `skills update` with --update-skills', () => {
		put(repository, {
			'.github/countersign/skills/triage/SKILL.md': readFileSync(join(root, 'skills/triage/SKILL.md'), 'utf8'),
		});
		const { stdout, status } = countersign(repository, ['init', '--update-skills', '--dry-run']);
		expect([stdout, status]).toEqual([countersign(repository, ['skills', 'update', '--dry-run']).stdout, 0]);
		expect(stdout).toContain('triage/SKILL.md: same as shipped');
		expect(existsSync(join(repository, workflow))).toBe(false);
	});
});

/** A disk that is full when the last file is begun. */
const failing = `
import { syncBuiltinESMExports } from 'node:module';
import fs from 'node:fs';
const open = fs.openSync;
fs.openSync = (path, flags, mode) => {
	if (String(path).endsWith('agent.yml') && flags === 'wx') throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
	return open(path, flags, mode);
};
syncBuiltinESMExports();
`;

/** A disk that ignores permissions, as some mounted disks do. */
const unexecutable = `
import { syncBuiltinESMExports } from 'node:module';
import fs from 'node:fs';
const change = fs.fchmodSync;
fs.fchmodSync = (descriptor, mode) => change(descriptor, mode & 0o666);
syncBuiltinESMExports();
`;

function withModule(text: string): NodeJS.ProcessEnv {
	return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(text)}` };
}
