import { type SetupStep, stepLines } from './setup-steps.ts';

interface ProgramRow {
	/** The arguments that print its version, if not `--version`. */
	readonly version?: readonly string[];
	/** Other programs that it starts or that start it. */
	readonly needs?: readonly string[];
	/** The workflow step that installs it. Undefined if the runner's own packages contain it. */
	readonly tool: SetupStep['tool'] | undefined;
}

/** The programs at the beginning of test commands in our own tables. */
const programs: Readonly<Record<string, ProgramRow>> = {
	node: { tool: 'Node.js' },
	npm: { needs: ['node'], tool: 'Node.js' },
	npx: { needs: ['node'], tool: 'Node.js' },
	pnpm: { needs: ['node'], tool: 'pnpm' },
	yarn: { needs: ['node'], tool: 'corepack' },
	bun: { tool: 'bun' },
	bunx: { tool: 'bun' },
	deno: { tool: 'Deno' },
	python3: { tool: 'Python' },
	uv: { tool: 'uv' },
	poetry: { needs: ['python3'], tool: 'Poetry' },
	pdm: { needs: ['python3'], tool: 'PDM' },
	pipenv: { needs: ['python3'], tool: 'Pipenv' },
	hatch: { needs: ['python3'], tool: 'Hatch' },
	tox: { needs: ['python3'], tool: 'tox' },
	nox: { needs: ['python3'], tool: 'nox' },
	just: { tool: 'just' },
	go: { version: ['version'], tool: 'Go' },
	cargo: { tool: 'Rust' },
	ruby: { tool: 'Ruby' },
	bundle: { needs: ['ruby'], tool: 'Ruby' },
	rake: { needs: ['ruby'], tool: 'Ruby' },
	java: { version: ['-version'], tool: 'Java' },
	mvn: { needs: ['java'], tool: undefined },
	gradle: { needs: ['java'], tool: undefined },
	php: { tool: 'PHP' },
	composer: { needs: ['php'], tool: 'PHP' },
	dotnet: { tool: '.NET' },
	mix: { tool: 'Elixir' },
	rebar3: { tool: 'Erlang' },
	busted: { tool: 'busted' },
	cmake: { tool: undefined },
	ctest: { tool: undefined },
	make: { tool: undefined },
	perl: { tool: undefined },
	prove: { needs: ['perl'], tool: undefined },
};

/** The program that starts a file in the project's own folders. */
const startedBy: readonly (readonly [RegExp, string])[] = [
	[/^\.\/(?:gradlew|mvnw)$/, 'java'],
	[/^\.venv\//, 'python3'],
	[/^vendor\/bin\//, 'php'],
];

/**
 * The names of the machine's programs that test commands need. They are the programs at the beginning of the commands, and the programs
 * that start those.
 */
export function programsOf(tests: readonly string[]): readonly string[] {
	const first = tests.flatMap((test) => test.split(/\s*(?:&&|\|\||;|\|)\s*/)).flatMap(programOf);
	return [...new Set(first.flatMap((name) => [...(programs[name]?.needs ?? []), name]))];
}

function programOf(command: string): readonly string[] {
	const [word = ''] = command
		.trim()
		.split(/\s+/)
		.filter((one) => !/^[A-Za-z_]\w*=/.test(one));
	const own = startedBy.find(([start]) => start.test(word))?.[1] ?? word;
	return own in programs ? [own] : [];
}

/** The arguments that make a program print its version. */
export function versionArguments(name: string): readonly string[] {
	return programs[name]?.version ?? ['--version'];
}

/** The workflow lines that install a program in a job, ready to paste. Undefined if a runner's own packages contain it. */
export function stepFor(name: string): string | undefined {
	const tool = programs[name]?.tool;
	return tool === undefined
		? undefined
		: stepLines([{ tool }])
				.map((line) => line.replace(/^ {6}/, ''))
				.join('\n');
}

/** How to check a test command without running its tests. The first match is used. */
const dryRuns: readonly (readonly [RegExp, (command: string) => string])[] = [
	[/\bpytest\b/, (command) => `${command} --collect-only -q`],
	[
		/\bcargo test\b/,
		(command) => command.replace(/\bcargo test\b.*/, 'cargo metadata --no-deps --offline --format-version 1'),
	],
	[/\bgo test\b/, (command) => command.replace('go test', 'go list')],
	[/\brspec\b/, (command) => `${command} --dry-run`],
	[/\brake\b/, (command) => command.replace(/\brake\b/, 'rake --dry-run')],
	[/\bphpunit\b/, (command) => `${command} --list-tests`],
	[/\bdeno test\b/, (command) => command.replace('deno test', 'deno test --no-run')],
	[/\bbusted\b/, (command) => `${command} --list`],
	// Without the build before it, because the build leaves files.
	[/\bprove\b/, (command) => command.replace(/(?:perl Makefile\.PL && make && )?\bprove\b/, 'prove --dry')],
	[/\bmake\b/, (command) => command.replace(/\bmake\b/, 'make --dry-run')],
	[/\bjust\b/, (command) => command.replace(/\bjust\b/, 'just --dry-run')],
];

/** A command that shows that tests can start, but runs none. Undefined if the tool has no such command. */
export function dryRunOf(test: string): string | undefined {
	return dryRuns.find(([mark]) => mark.test(test))?.[1](test);
}
