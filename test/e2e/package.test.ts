import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');
const folder = temporaryFolder();
const project = join(folder.path, 'project');
const unpacked = join(folder.path, 'unpacked');
afterAll(() => folder[Symbol.dispose]());

function run(program: string, args: readonly string[], { cwd = root, input = '' } = {}) {
	// No module comes from a folder above, and none of our programs is on the PATH.
	const { PATH } = process.env;
	const env = { PATH, HOME: folder.path, NO_COLOR: '1' };
	const { stdout, stderr, status } = spawnSync(program, args, { cwd, input, env, encoding: 'utf8' });
	return { stdout, stderr, status };
}

/** Packs as a release does, installs that into an empty project without a network, and unpacks it on its own. */
beforeAll(() => {
	for (const one of [project, unpacked]) mkdirSync(one);
	const packed = run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder.path]);
	expect([packed.status, packed.stderr]).toEqual([0, expect.any(String)]);
	const tarball = join(folder.path, packed.stdout.trim().split('\n').at(-1) ?? '');
	writeFileSync(join(project, 'package.json'), '{"name":"project","version":"1.0.0","type":"module"}\n');
	const installed = run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: project });
	expect([installed.status, installed.stderr]).toEqual([0, expect.any(String)]);
	expect(run('tar', ['-xzf', tarball, '-C', unpacked]).status).toBe(0);
}, 120_000);

describe('the installed package', () => {
	it('installs nothing else', () => {
		const found = readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'));
		expect(found).toEqual(['countersign']);
		expect(readdirSync(join(project, 'node_modules/.bin'))).toEqual(['countersign']);
	});

	function example(name: string, ...args: readonly string[]): string {
		copyFileSync(join(root, 'examples/library', name), join(project, name));
		const { stdout, stderr, status } = run(process.execPath, [name, ...args], { cwd: project });
		expect([stderr, status]).toEqual(['', 0]);
		return stdout;
	}

	it('judges a command for a program', () => {
		expect(example('judge.mjs', 'rm -rf /')).toMatch(/^block: /);
		expect(example('judge.mjs', 'ls')).toMatch(/^allow: /);
	});

	it('writes the journal of a program, and the command line verifies it', () => {
		expect(example('journal.mjs', 'log')).toBe('verified\n1 tool_call\n2 answer\n2100 characters were kept.\n');
		expect(example('journal.mjs', 'log')).toContain('\n4 answer\n');
		const bin = join(project, 'node_modules/.bin/countersign');
		expect(run(bin, ['audit', 'verify', 'log'], { cwd: project })).toMatchObject({
			stdout: expect.stringContaining('unanchored: 4 lines hold together'),
			status: 0,
		});
		const journal = join(project, 'log/journal.jsonl');
		writeFileSync(journal, readFileSync(journal, 'utf8').replace('The tests pass', 'The tests fail'));
		expect(run(bin, ['audit', 'verify', 'log'], { cwd: project })).toMatchObject({
			stdout: expect.stringContaining('journal.jsonl:2: broken'),
			status: 1,
		});
	});

	it('chooses a skill for a program, from the shipped skills and its own', () => {
		expect(example('skills.mjs', 'review this pull request')).toMatch(/^review-pr: .*file_read/);
		mkdirSync(join(project, 'own/poet'), { recursive: true });
		const text = '---\nname: poet\ndescription: Writes\ntriggers: [sonnet]\nallowed_tool: [file_read]\n---\nWrite.\n';
		writeFileSync(join(project, 'own/poet/SKILL.md'), text);
		expect(example('skills.mjs', 'sonnet about the sea', 'own')).toContain('own/poet/SKILL.md:5 allowed_tool: ');
		writeFileSync(join(project, 'own/poet/SKILL.md'), text.replace('allowed_tool:', 'allowed_tools:'));
		expect(example('skills.mjs', 'sonnet about the sea', 'own')).toMatch(/^poet: file_read/);
	});

	it.each(['gate', 'journal', 'skills'])('can be loaded with `require`: %s', (name) => {
		const { stderr, status } = run(process.execPath, ['-e', `require('countersign/${name}')`], { cwd: project });
		expect([stderr, status]).toEqual(['', 0]);
	});

	it('exports only its libraries', () => {
		writeFileSync(join(project, 'inner.mjs'), "import 'countersign/dist/cli.js';\n");
		expect(run(process.execPath, ['inner.mjs'], { cwd: project }).stderr).toContain('ERR_PACKAGE_PATH_NOT_EXPORTED');
	});
});

describe('the unpacked package', () => {
	const cli = (args: readonly string[], input = '') =>
		run(process.execPath, ['package/dist/cli.js', ...args], { cwd: unpacked, input });

	it('contains only what it needs', () => {
		expect(readdirSync(join(unpacked, 'package')).sort()).toEqual(
			[
				'LICENSE',
				'README.md',
				'action.yml',
				'countersign.schema.json',
				'dist',
				'examples',
				'package.json',
				'playground',
				'policies',
				'safety',
				'skills',
			].sort(),
		);
	});

	it('contains only the story scripts in its playground folder', () => {
		const scripts = readdirSync(join(unpacked, 'package', 'playground'), { recursive: true, encoding: 'utf8' });
		expect(scripts.filter((name) => !name.endsWith('.yml')).sort()).toEqual(['stories', 'stories/scripts']);
		expect(scripts.filter((name) => name.endsWith('.yml'))).toHaveLength(7);
		expect(cli(['play', '--port', 'none'])).toMatchObject({ status: 2, stderr: expect.stringContaining('"none"') });
	});

	it('prints its version', () => {
		const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
		expect(cli(['--version'])).toEqual({ stdout: `${version}\n`, stderr: '', status: 0 });
	});

	it('judges a tool call', () => {
		const { stdout, stderr, status } = cli(['gate'], '{"tool":"Bash","args":{"command":"rm -rf /"}}\n');
		expect([stderr, status, JSON.parse(stdout).verdict]).toEqual(['', 0, 'block']);
	});

	it.each(['autonomous', 'default', 'dev-tools', 'floor', 'maintenance', 'permissive', 'strict'])(
		'passes the tests of the shipped policy %s',
		(name) => {
			expect(cli(['policy', 'test', name])).toMatchObject({ stderr: '', status: 0 });
		},
	);

	it('lists the shipped skills', () => {
		const { stdout, stderr, status } = cli(['skills', 'list', '--json']);
		const shipped = readdirSync(join(root, 'skills'));
		expect([stderr, status]).toEqual(['', 0]);
		expect(
			JSON.parse(stdout)
				.map(({ name }: { name: string }) => name)
				.sort(),
		).toEqual(shipped.sort());
	});
});
