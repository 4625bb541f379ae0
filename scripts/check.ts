import { spawnSync } from 'node:child_process';

/** The steps that check whether the tree may be committed. The first failure ends the check. */
const steps: readonly (readonly [string, readonly string[]])[] = [
	['format and lint', ['biome', 'check', '--error-on-warnings', '.']],
	['types', ['tsc', '-p', '.']],
	["types of the playground's page", ['tsc', '-p', 'playground/page']],
	['import rules', ['node', 'scripts/check-imports.ts']],
	['nothing is exported that nobody uses', ['knip', '--no-progress']],
	['shipped patterns are linear', ['node', 'scripts/compile-controls.ts', '--prove']],
	['every feature of the seeds has its test', ['node', 'scripts/seeds-coverage.ts', '--check']],
	['dist is up to date', ['node', 'scripts/check-dist.ts']],
	['docs/api.md says what the types say', ['node', 'scripts/api-docs.ts', '--check']],
	['what is published is sound', ['publint', '--strict']],
	['error rates of the gate', ['node', 'scripts/error-rates.ts']],
	['quick tests', ['npm', 'test', '--silent']],
];

// With `--static`, CI has already run the tests by the README's command.
const only = process.argv.includes('--static') ? steps.slice(0, -1) : steps;

for (const [name, [command = '', ...args]] of only) {
	const started = performance.now();
	const { status } = spawnSync(command, args, { stdio: 'inherit' });
	const seconds = ((performance.now() - started) / 1000).toFixed(1);
	console.log(`${status === 0 ? '✓' : '✗'} ${name} (${seconds} s)`);
	if (status !== 0) process.exit(1);
}
