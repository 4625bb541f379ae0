import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A small real repository whose test fails, for two reasons: a bug, and a vendored dependency that nobody installed. */
export const sampleFiles: Readonly<Record<string, string>> = {
	'README.md': '# slugs\n\nTurns titles into addresses. `npm ci && npm test`.\n',
	'.gitignore': 'node_modules/\n',
	// A lock file would contain the digest of the archive, which each machine packs again.
	'.npmrc': 'package-lock=false\n',
	'package.json': `${JSON.stringify(
		{
			name: 'slugs',
			version: '1.0.0',
			private: true,
			type: 'module',
			scripts: { test: 'node --test' },
			dependencies: { 'tiny-words': 'file:vendor/tiny-words-1.0.0.tgz' },
		},
		null,
		2,
	)}\n`,
	'src/slug.js':
		"import { words } from 'tiny-words';\n\nexport function slug(title) {\n\treturn words(title).join('_');\n}\n",
	'test/slug.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slug } from '../src/slug.js';

test('a title becomes an address', () => {
	assert.equal(slug('Hello, wide World!'), 'hello-wide-world');
});
`,
};

const vendoredPackage: Readonly<Record<string, string>> = {
	'package/package.json': '{ "name": "tiny-words", "version": "1.0.0", "type": "module", "exports": "./index.js" }\n',
	'package/index.js': 'export const words = (text) => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];\n',
};

/** Creates the sample repository with one commit on `main`. A test can add further files. */
export function makeSampleRepository(folder: string, further: Readonly<Record<string, string>> = {}): string {
	writeFiles(folder, { ...sampleFiles, ...further });
	pack(join(folder, 'vendor', 'tiny-words-1.0.0.tgz'));
	git(folder, 'init', '-q', '-b', 'main');
	git(folder, 'add', '-A');
	git(folder, 'commit', '-q', '-m', 'Turn titles into addresses');
	return git(folder, 'rev-parse', 'HEAD');
}

/** Runs git as a person of the sample, without the settings of a real person. */
export function git(folder: string, ...args: readonly string[]): string {
	const author = {
		GIT_AUTHOR_NAME: 'maintainer',
		GIT_AUTHOR_EMAIL: 'maintainer@example.com',
		GIT_AUTHOR_DATE: '2026-01-05T10:00:00Z',
	};
	const committer = {
		GIT_COMMITTER_NAME: 'maintainer',
		GIT_COMMITTER_EMAIL: 'maintainer@example.com',
		GIT_COMMITTER_DATE: '2026-01-05T10:00:00Z',
	};
	const env = {
		PATH: process.env['PATH'],
		GIT_CONFIG_GLOBAL: '/dev/null',
		GIT_CONFIG_NOSYSTEM: '1',
		...author,
		...committer,
	};
	return execFileSync('git', args, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
	for (const [name, text] of Object.entries(files)) {
		const path = join(folder, name);
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, text);
	}
}

/** Packs the same bytes on every machine, so that the sample's commit always has the same hash. */
function pack(path: string): void {
	const folder = mkdtempSync(join(tmpdir(), 'countersign-vendor-'));
	try {
		writeFiles(folder, vendoredPackage);
		mkdirSync(dirname(path), { recursive: true });
		const settled = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=2026-01-05 00:00Z'];
		execFileSync('tar', [...settled, '-C', folder, '-czf', path, 'package'], {
			env: { PATH: process.env['PATH'] },
		});
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
