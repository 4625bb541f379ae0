import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { manifestWith, Project } from './release-project.ts';

let project: Project;
beforeEach(() => {
	project = new Project();
});
afterEach(() => project[Symbol.dispose]());

const slow = 180_000;

/** Everything that a dry run must not change. */
function snapshot(): object {
	const files = readdirSync(project.root, { recursive: true, withFileTypes: true }).filter(
		(entry) => entry.isFile() && !join(entry.parentPath, entry.name).includes('/.git/'),
	);
	const contents = files.map((entry) => [
		join(entry.parentPath, entry.name),
		readFileSync(join(entry.parentPath, entry.name), 'utf8'),
	]);
	return { contents, refs: project.git('for-each-ref'), status: project.git('status', '--porcelain') };
}

describe('npm run release -- --dry-run', () => {
	it(
		'describes the release and changes nothing',
		() => {
			const before = snapshot();
			const { status, stdout, stderr } = project.release(['--dry-run']);
			expect([stderr, status]).toEqual(['', 0]);
			for (const words of [
				'Version 0.1.0: the first release',
				'The build there gives dist/ byte for byte',
				'The release commit changes CHANGELOG.md and 0 files of dist/',
				'made-up-0.1.0.tgz contains 5 files',
				'git push origin <commit>:refs/tags/v0.1.0',
				'npm publish ./release/made-up-0.1.0.tgz --provenance',
				'git push --force origin <commit>:refs/tags/v0\n',
				'package.json has no `repository`',
				'nothing in this checkout changed',
			])
				expect(stdout).toContain(words);
			expect(snapshot()).toEqual(before);
			expect(project.git('ls-remote', 'origin')).toBe('');
		},
		slow,
	);

	it(
		'lists every problem of a release and exits with 1',
		() => {
			project.write('dist/cli.js', 'old\n');
			project.write('action.yml', 'name: Other\n');
			project.write('package.json', manifestWith({ files: ['dist', 'action.yml', 'skills'] }));
			project.write(
				'CHANGELOG.md',
				'# Changelog\n\n## Unreleased\n\n- More.\n\n## 0.1.0 - 2026-11-27\n\n- The beginning.\n',
			);
			project.commit('Forget to build');
			project.write('action.yml', 'name: Not committed\n');
			const before = snapshot();
			const { status, stdout, stderr } = project.release(['--dry-run']);
			expect(status).toBe(1);
			expect(stderr).toContain('✗ The checkout has 1 uncommitted changes.');
			expect(stderr).toContain('✗ The build does not give the committed file dist/cli.js.');
			expect(stderr).toContain('Move them to the section about 0.1.0.');
			expect(stderr).toContain('✗ `files` of package.json names skills');
			expect(stdout).not.toContain('byte for byte');
			expect(snapshot()).toEqual(before);
		},
		slow,
	);

	it('refuses an impossible version before it does anything', () => {
		project.git('tag', 'v0.1.0');
		expect(project.release(['--dry-run', '0.0.1'])).toMatchObject({
			status: 1,
			stderr: '✗ 0.0.1 is not newer than 0.1.0, which is released.\n',
		});
		expect(project.release(['--dry-run', '--push']).status).toBe(1);
	});
});

describe('npm run release', () => {
	it(
		'commits version, changelog and bundles in the name of the maintainer, and pushes nothing',
		() => {
			project.git('tag', 'v0.1.0');
			const { status, stderr, stdout } = project.release(['minor']);
			expect([stderr, status]).toEqual(['', 0]);
			expect(project.git('log', '-1', '--format=%s by %an')).toBe('Release 0.2.0 by maintainer');
			expect(project.git('show', '--name-only', '--format=').split('\n').sort()).toEqual([
				...['CHANGELOG.md', 'dist/cli.js', 'package-lock.json', 'package.json', 'src/version.ts'],
			]);
			expect(project.git('show', 'HEAD:dist/cli.js')).toContain("'0.2.0'");
			expect(project.git('show', 'HEAD:CHANGELOG.md')).toMatch(/## Unreleased\n\n## 0\.2\.0 - \d{4}-\d\d-\d\d\n/);
			expect(project.git('status', '--porcelain')).toBe('');
			expect(stdout).toContain(`git push origin ${project.git('rev-parse', 'HEAD')}:refs/tags/v0.2.0`);
			expect([project.git('tag'), project.git('ls-remote', 'origin')]).toEqual(['v0.1.0', '']);
		},
		slow,
	);

	it(
		'commits nothing if the bundles differ from a new build',
		() => {
			project.write('dist/cli.js', 'old\n');
			project.commit('Forget to build');
			expect(project.release([]).status).toBe(1);
			expect(project.git('log', '-1', '--format=%s')).toBe('Forget to build');
		},
		slow,
	);
});

describe('the workflow', () => {
	const env = { GITHUB_REPOSITORY: 'octo-org/made-up' };

	/** Stand-ins for npm and gh: a published version stays and cannot be published again. */
	function publishers(): void {
		project.program(
			'npm',
			'echo "npm $*" >> "$LOG"\nif [ "$1" = view ]; then test -f "$LOG.npm" && cat "$LOG.npm"; exit $?; fi\n' +
				'test ! -f "$LOG.npm" && node -p "JSON.parse(fs.readFileSync(\'release/release.json\')).integrity" > "$LOG.npm"',
		);
		project.program(
			'gh',
			'echo "gh $*" >> "$LOG"\nif [ "$2" = view ]; then test -f "$LOG.gh"; exit $?; fi\n> "$LOG.gh"',
		);
	}

	function pack(): void {
		project.write('package.json', manifestWith({ repository: 'github:octo-org/made-up' }));
		project.write(
			'CHANGELOG.md',
			'# Changelog\n\n## Unreleased\n\n## 0.1.0 - 2026-11-27\n\n### Added\n\n- The beginning.\n',
		);
		project.commit('Release 0.1.0');
		const { status, stderr } = project.release(['--pack', 'release'], env);
		expect([stderr, status]).toEqual(['', 0]);
	}

	const done = () =>
		readFileSync(project.log, 'utf8')
			.split('\n')
			.filter((line) => !/ view /.test(line) && line !== '');

	it(
		'packs the commit and publishes it once, even on a second attempt',
		() => {
			pack();
			expect(project.git('status', '--porcelain')).toBe('');
			expect(readdirSync(join(project.root, 'release')).sort()).toEqual([
				...['made-up-0.1.0.cdx.json', 'made-up-0.1.0.tgz', 'notes.md', 'release.json'],
			]);
			expect(readFileSync(join(project.root, 'release/notes.md'), 'utf8')).toBe('### Added\n\n- The beginning.\n');
			publishers();
			const head = project.git('rev-parse', 'HEAD');
			for (let attempt = 0; attempt < 2; attempt += 1) {
				expect(project.release(['--publish', 'release'], env)).toMatchObject({ status: 0, stderr: '' });
				expect(done()).toEqual([
					'npm publish ./release/made-up-0.1.0.tgz --provenance --access public',
					expect.stringMatching(/^gh release create v0\.1\.0 .*--verify-tag/),
				]);
				const refs = project.git('ls-remote', 'origin').split('\n');
				expect(refs).toEqual([`${head}\trefs/tags/v0`, `${head}\trefs/tags/v0.1.0`]);
			}
		},
		slow,
	);

	it(
		'moves only the tag of the major version, and stops at the first failure',
		() => {
			pack();
			publishers();
			const [head, other] = [project.git('rev-parse', 'HEAD'), project.git('rev-parse', 'HEAD~1')];
			project.git('push', '--quiet', 'origin', `${other}:refs/tags/v0`, `${other}:refs/tags/v0.1.0`);
			expect(project.release(['--publish', 'release'], env)).toMatchObject({
				status: 1,
				stderr: expect.stringMatching(/rejected/),
			});
			expect(existsSync(project.log)).toBe(false);
			project.git('push', '--quiet', 'origin', ':refs/tags/v0.1.0');
			expect(project.release(['--publish', 'release'], env).status).toBe(0);
			expect(project.git('ls-remote', 'origin', 'refs/tags/v0')).toBe(`${head}\trefs/tags/v0`);
		},
		slow,
	);

	it(
		'refuses a fork, another commit, and a version that another commit has',
		() => {
			pack();
			project.git('tag', 'v0.1.0', 'HEAD~1');
			expect(project.release(['--pack', 'release'], env).stderr).toContain('belongs to another commit');
			publishers();
			for (const repository of ['octocat/made-up', ''])
				expect(project.release(['--publish', 'release'], { GITHUB_REPOSITORY: repository }).stderr).toMatch(
					/names the repository octo-org\/made-up, but this job belongs to/,
				);
			project.write('README.md', '# Changed\n');
			project.commit('Change more');
			expect(project.release(['--publish', 'release'], env).stderr).toContain('but this checkout is at');
			expect(existsSync(project.log)).toBe(false);
		},
		slow,
	);
});

it('the publishing scripts import only Node modules, so that their job installs no packages', () => {
	const root = join(import.meta.dirname, '../../scripts');
	for (const path of ['release.ts', ...globSync('release/*.ts', { cwd: root })]) {
		const imported = [...readFileSync(join(root, path), 'utf8').matchAll(/ from '([^']+)'/g)].map(([, name]) => name);
		expect(imported.filter((name) => !/^(node:|\.\/(release\/)?[\w-]+\.ts$)/.test(name ?? ''))).toEqual([]);
	}
});
