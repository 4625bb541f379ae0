import { describe, expect, it } from 'vitest';
import { dryRunOf, programsOf, stepFor, versionArguments } from '../../src/readiness/test-programs.ts';

describe('the programs of a test command', () => {
	it.each<[string, readonly string[]]>([
		['npm test', ['node', 'npm']],
		['pnpm test', ['node', 'pnpm']],
		['cd backend && uv run --no-sync pytest', ['uv']],
		['.venv/bin/python -m pytest', ['python3']],
		['vendor/bin/phpunit', ['php']],
		['./gradlew test', ['java']],
		['mvn -B test', ['java', 'mvn']],
		['HATCH_DATA_DIR=~/.cache/hatch-data hatch run pytest', ['python3', 'hatch']],
		['cmake -B build && cmake --build build && ctest --test-dir build', ['cmake', 'ctest']],
		['bundle exec rspec', ['ruby', 'bundle']],
		['rebar3 eunit', ['rebar3']],
		['busted', ['busted']],
		['perl Makefile.PL && make && prove -b -r t', ['perl', 'make', 'prove']],
		['a script of the project', []],
	])('%s', (test, programs) => {
		expect(programsOf([test])).toEqual(programs);
	});

	it('are listed once', () => {
		expect(programsOf(['npm test', 'npm run lint', 'npx vitest'])).toEqual(['node', 'npm', 'npx']);
	});

	it('have their own option for the version', () => {
		expect([versionArguments('go'), versionArguments('java'), versionArguments('npm')]).toEqual([
			['version'],
			['-version'],
			['--version'],
		]);
	});

	it('get a pinned step in a workflow', () => {
		expect(stepFor('pnpm')).toMatch(/^- uses: pnpm\/action-setup@[0-9a-f]{40} # v/);
		expect(stepFor('cargo')).toBe('- run: rustup show');
		expect(stepFor('make')).toBeUndefined();
	});
});

it.each<[string, string | undefined]>([
	['uv run --no-sync pytest', 'uv run --no-sync pytest --collect-only -q'],
	['cd core && go test ./...', 'cd core && go list ./...'],
	['cargo test', 'cargo metadata --no-deps --offline --format-version 1'],
	['bundle exec rake test', 'bundle exec rake --dry-run test'],
	['make test', 'make --dry-run test'],
	['cd core && prove -l -r t', 'cd core && prove --dry -l -r t'],
	['perl Makefile.PL && make && prove -b -r t', 'prove --dry -b -r t'],
	['busted', 'busted --list'],
	['npm test', undefined],
])('the dry run of `%s` is `%s`', (test, command) => {
	expect(dryRunOf(test)).toBe(command);
});
