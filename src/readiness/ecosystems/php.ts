import { type Ecosystem, type TestWay, way } from '../ecosystem.ts';
import { objectIn, readJson, textIn } from '../project-texts.ts';
import { type SetupStep, versionOf } from '../setup-steps.ts';
import type { ProjectFacts } from '../stack-facts.ts';

const hosts = ['repo.packagist.org', 'packagist.org', 'api.github.com', 'codeload.github.com', 'github.com'];

/** PHP with Composer. */
export const php: Ecosystem = {
	name: 'PHP',
	marks: [[/^composer\.json$/, 'PHP']],
	toolsets: (project) => {
		if (!project.names.has('composer.json')) return [];
		const manifest = readJson(project.text('composer.json'));
		// Symfony's bridge downloads the PHPUnit that it starts.
		const needed = objectIn(manifest, 'require-dev');
		const isBridged = 'symfony/phpunit-bridge' in needed && !('phpunit/phpunit' in needed);
		const bridge = isBridged ? [{ run: 'vendor/bin/simple-phpunit install', hosts }] : [];
		const setup = [{ run: 'composer install --no-interaction --no-progress', hosts }, ...bridge];
		return [{ name: 'Composer', steps: [phpStep(manifest)], setup, tests: testsOf(project, manifest) }];
	},
};

function phpStep(manifest: unknown): SetupStep {
	const required = { ...objectIn(manifest, 'require'), ...objectIn(manifest, 'require-dev') };
	const extensions = Object.keys(required).flatMap((name) => /^ext-([a-z][a-z0-9_]{1,20})$/.exec(name)?.[1] ?? []);
	const named = versionOf(textIn(manifest, 'config', 'platform', 'php')?.split('.').slice(0, 2).join('.'));
	// For `~8.1.0 || ~8.2.0`, the last version is used. For an open range, the newest is used.
	const range = textIn(manifest, 'require', 'php') ?? '';
	const closed = /^[~\d.\s|*]+$/.test(range) ? [...range.matchAll(/~?\s*(\d\.\d)/g)].at(-1)?.[1] : undefined;
	const version = named ?? closed;
	return {
		tool: 'PHP',
		with: {
			...(version === undefined ? {} : { 'php-version': version }),
			...(extensions.length === 0 ? {} : { extensions: extensions.slice(0, 10).join(', ') }),
		},
	};
}

const scripts = ['test', 'tests', 'test:unit', 'phpunit', 'unit'];
const programs: Readonly<Record<string, string>> = {
	'pestphp/pest': 'vendor/bin/pest',
	'phpunit/phpunit': 'vendor/bin/phpunit',
	'symfony/phpunit-bridge': 'vendor/bin/simple-phpunit',
};

function testsOf(project: ProjectFacts, manifest: unknown): readonly TestWay[] {
	const named = objectIn(manifest, 'scripts');
	const script = scripts.find((name) => name in named);
	if (script !== undefined) return [way(`composer ${script === 'test' ? 'test' : `run-script ${script}`}`)];
	if (project.names.has('artisan')) return [way('php artisan test')];
	const needed = objectIn(manifest, 'require-dev');
	const program = Object.keys(programs).find((name) => name in needed);
	const isConfigured = project.has(/^phpunit(?:\.dist)?\.xml(?:\.dist)?$/);
	return program !== undefined || isConfigured ? [way(programs[program ?? ''] ?? 'vendor/bin/phpunit')] : [];
}
