import { describe, expect, it } from 'vitest';
import type { Facts, Mode } from '../../../../src/core/index.ts';
import { exampleFacts } from '../../../../src/gate/policy-examples.ts';
import { judgeTool } from '../../support.ts';

const folders = new Set(['src', '.github', '.github/workflows', '.husky', 'v1.2']);
const facts: Facts = {
	...exampleFacts,
	isDirectory: (path) => folders.has(path.replace('/workspace/', '')),
};
const decide = (command: string, mode: Mode = 'default') =>
	judgeTool('shell_exec', { command }, { mode, facts }).decision;

/** Tools with an option that names a file which they write, as `@` in its place. */
const writers = [
	'npm test -- --outputFile@',
	'npm run build -- --outDir@',
	'npm run lint -- --cache-location@',
	'yarn test --coverageDirectory@',
	'npx esbuild src/a.ts --metafile@',
	'npx vitest run --outputFile@',
	'npx eslint . --output-file@',
	'npx tsc --outDir@',
	'npx tsc --tsBuildInfoFile@',
	'node --test --test-reporter-destination@',
	'node --test --heap-prof-dir@',
	'pytest --junitxml@',
	'pytest --log-file@',
	'poetry run pytest --junit-xml@',
	'uv run coverage xml -o @',
	'coverage json -o @',
	'coverage html --directory@',
	'python -m coverage lcov -o @',
	'mypy src --junit-xml@',
	'ruff check --output-file@',
	'flake8 --output-file@',
	'bandit -r src --output@',
	'pylint src --output@',
	'tox --result-json@',
	'golangci-lint run --output.sarif.path@',
	'go test -coverprofile@ ./...',
	'go test -memprofile@ ./...',
	'go test -args -test.trace@',
	'go build -o @ .',
	'go tool cover -func=c.out -o @',
	'gotestsum --junitfile@',
	'cargo test -- --logfile@',
	'cargo build --target-dir@',
	'cargo llvm-cov --output-path@',
	'gcc -o @ a.c',
	'gcc -MD -MF @ a.c',
	'clang -MJ @ a.c',
	'rustc --out-dir@ a.rs',
	'rustc -o @ a.rs',
	'javac -d @ A.java',
	'kotlinc a.kt -d @',
	'mvn test --log-file@',
	'gradle test --project-cache-dir@',
	'dotnet build --output@',
	'dotnet test --results-directory@',
	'phpunit --log-junit@',
	'php-cs-fixer check --cache-file@',
	'rspec --out@',
	'rubocop --cache-root@',
	'mix docs --output@',
	'nim c --out@ a.nim',
	'crystal build a.cr -o @',
	'swift build --scratch-path@',
	'bun build a.ts --outfile@',
	'bun test --reporter-outfile@',
	'deno test --junit-path@',
	'hadolint --output@ Dockerfile',
	'buf build -o @',
	'protoc --descriptor_set_out@ a.proto',
	'semgrep -e x --lang ts --sarif-output@',
	'cppcheck --output-file@ src',
	'ktlint --output@',
	'swiftlint --output@',
];
/** The value after a blank, and after `=` if the option has a long name. */
const spellings = (writer: string, path: string): readonly string[] =>
	writer.includes(' @')
		? [writer.replace('@', path)]
		: [writer.replace('@', ` ${path}`), writer.replace('@', `=${path}`)];

describe('a file that a tool of the project writes', () => {
	it.each(writers)('is blocked when it is a hook of git: %s', (writer) => {
		const commands = spellings(writer, '.git/hooks/pre-commit');
		expect(commands.map((command) => decide(command))).toEqual(commands.map(() => 'block'));
	});

	it.each(writers)('is blocked when it is a file of the home: %s', (writer) => {
		const commands = spellings(writer, '/home/user/.bashrc');
		expect(commands.map((command) => decide(command))).toEqual(commands.map(() => 'block'));
	});

	it.each(writers)('is asked about when it is committed: %s', (writer) => {
		const commands = spellings(writer, 'go.mod');
		expect(commands.map((command) => decide(command))).toEqual(commands.map(() => 'confirm'));
	});

	it.each(writers)('is allowed in a folder for build output: %s', (writer) => {
		const commands = spellings(writer, 'build/made');
		expect(commands.map((command) => decide(command))).toEqual(commands.map(() => 'allow'));
	});
});

describe('a formatter in mode edit', () => {
	it.each([
		'gofmt -w a.go',
		'gofmt -w .',
		'go fmt ./...',
		'cargo fmt',
		'rustfmt a.rs',
		'npx eslint --fix src',
		'npx biome check --write .',
		'npx biome format --write v1.2',
		'npm run lint -- --fix',
		'black .',
		'ruff format',
		'ruff check --fix',
		'isort .',
		'python -m black src',
		'uv run ruff format .',
		'clang-format -i a.c',
		'dotnet format',
		'mix format',
		'rubocop -a',
		'php-cs-fixer fix',
		'shfmt -w scripts',
		'stylua src',
		'swiftformat Sources',
		'terraform fmt',
		'deno fmt',
		'npx vitest run -u',
	])('may write its files: %s', (command) => {
		expect(decide(command, 'edit')).toBe('allow');
		expect(decide(command)).toBe('confirm');
	});

	it.each([
		'npx biome check --write .github',
		'npx biome check --write .github/workflows/ci.yml',
		'npx biome check --write .github/**/*.json',
		"npx biome check --write '.github/**/*.json'",
		"npx biome check --write '.*/*.json'",
		'npm run lint -- --fix .github/workflows/ci.yml',
		'shfmt -w .husky',
		'shfmt -w .husky/pre-commit',
		'gofmt -w .git',
		'gofmt -w ../other',
		'black /srv/app',
	])('may not write files that are obeyed later: %s', (command) => {
		expect(decide(command, 'edit')).not.toBe('allow');
	});
});
