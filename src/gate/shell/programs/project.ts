import { manifestOf, nearFile, pythonDeclaration } from '../declared.ts';
import { data, exec, type Finding, type Invocation, type Program, role, rows } from '../program.ts';
import { reads, runsFile, writes } from '../roles.ts';
import { constant } from '../word.ts';
import { projectScript } from './project-script.ts';

/** Options by which test runners and linters load code that the project did not name. */
const loading = role(
	'script',
	'-r --require --import --loader --rulesdir --globalSetup --setupFiles --plugin --resolve-plugins-relative-to --experimental-loader',
);

/** Build tools, test runners and linters: `exec.project` where the project declares them, else `exec`. */
export const project: readonly Program[] = [
	rows('make gmake', {
		options: {
			...data('-C --directory -o -W'),
			...role('read', '-f --file --makefile'),
			...role('code', '--eval -E'),
		},
		also: make,
		examples: {
			'make test': ['exec.project make test'],
			'make deploy': ['exec make deploy'],
			'make nothing': ['exec make nothing'],
			make: ['exec make'],
			'make test SHELL=./x': ['exec make test'],
			"make --eval='x:;rm a' x": ['opaque', 'exec make x'],
		},
	}),
	rows('cargo', {
		options: {
			...data('-p --package --features --target --manifest-path -j --bin --test'),
			...role('code', '--config -Z'),
		},
		also: (it) => toolchain(it, 'Cargo.toml', /^(test|t|build|b|check|c|clippy|bench|doc|nextest)$/),
		examples: {
			'cargo test': ['exec.project cargo test'],
			'cargo install x': ['exec cargo install'],
			'cargo run': ['exec cargo run'],
		},
	}),
	rows('go', {
		options: {
			...data('-run -count -timeout -tags -p -coverprofile -C'),
			...role('code', '-exec -toolexec -vettool -overlay -modfile'),
		},
		also: (it) => toolchain(it, 'go.mod', /^(test|build|vet)$/),
		examples: {
			'go test ./...': ['exec.project go test'],
			'go run x': ['exec go run'],
			'go version': ['exec go version'],
			'go test -exec x ./...': ['opaque', 'exec.project go test'],
		},
	}),
	rows('tsc', {
		options: {
			...data('--target --module --lib'),
			...role('read', '-p --project'),
			...role('write', '--outDir --outFile --declarationDir --tsBuildInfoFile'),
		},
		also: nodeTool,
		examples: { 'tsc -p .': ['read .', 'exec.project tsc'], 'tsc --noEmit': ['exec.project tsc'] },
	}),
	rows('eslint biome prettier stylelint oxlint standard xo tslint markdownlint cspell knip', {
		options: {
			...data('--ext --format -f --max-warnings --cache-location --parser --rule --config-path'),
			...role('script', '-c --config'),
			...loading,
			...role('write', '-o --output-file'),
		},
		also: nodeTool,
		examples: {
			'eslint src': ['exec.project eslint'],
			'eslint --fix src': ['exec.project eslint', 'write src'],
			'prettier --check .': ['exec prettier'],
			'eslint -c ./x.js .': ['exec x.js', 'exec.project eslint'],
		},
	}),
	rows('vitest jest mocha ava tap c8 nyc playwright cypress tsx', {
		options: {
			...data('-t --testNamePattern --reporter --grep --bail --maxWorkers --timeout --dir'),
			...role('script', '-c --config'),
			...loading,
			...role('write', '--outputFile --coverageDirectory'),
		},
		also: nodeTool,
		examples: { 'vitest run': ['exec.project vitest'], 'jest src': ['exec jest'] },
	}),
	rows('pytest mypy ruff flake8 black isort pylint pyright tox nox coverage', {
		options: {
			...data('-k -m --maxfail --tb -n --cov --cov-report'),
			...role('script', '-c --config --rootdir --confcutdir'),
			...role('code', '-p -o --override-ini'),
			...role('write', '--junitxml --basetemp'),
		},
		also: pythonTool,
		examples: {
			'pytest -q': ['exec.project pytest'],
			'mypy .': ['exec mypy'],
			'pytest -p evil': ['opaque', 'exec.project pytest'],
		},
	}),
];

/** Exactly one declared target, without overrides: `make test CC=./x` runs another program than the project wrote. */
function make(it: Invocation): readonly Finding[] {
	const [target, ...others] = it.operands.filter((word) => !/^\d+$/.test(word.text));
	const label = target === undefined ? 'make' : `make ${target.text}`;
	if (
		target === undefined ||
		others.length > 0 ||
		it.has('-f', '--file', '--makefile', '-C', '--directory', '--eval', '-E')
	)
		return [exec(it, label)];
	const file = nearFile(it.scope, ['GNUmakefile', 'makefile', 'Makefile']);
	const isDeclared =
		target.known &&
		file?.text.split('\n').some((line) => line.startsWith(`${target.text}:`) && !line.startsWith(`${target.text}:=`));
	if (file === undefined || isDeclared !== true) return [exec(it, label)];
	return projectScript(it, { script: label, kind: target.text, definedIn: file.path });
}

function toolchain(it: Invocation, manifest: string, verbs: RegExp): readonly Finding[] {
	const verb = it.operands[0]?.text ?? '';
	const label = `${it.name} ${verb}`.trim();
	const file = nearFile(it.scope, [manifest]);
	if (file === undefined || !verbs.test(verb) || it.has('--manifest-path', '-C'))
		return it.operands.length === 0 ? [] : [exec(it, label)];
	return projectScript(it, { script: label, kind: 'test', definedIn: file.path });
}

const packageNames: Readonly<Record<string, readonly string[]>> = {
	tsc: ['typescript'],
	biome: ['@biomejs/biome'],
	playwright: ['@playwright/test', 'playwright'],
	markdownlint: ['markdownlint-cli', 'markdownlint-cli2'],
};

/** A tool of the Node world is the project's own where its `package.json` depends on it. */
function nodeTool(it: Invocation): readonly Finding[] {
	const manifest = manifestOf(it.scope);
	const names = packageNames[it.name] ?? [it.name];
	if (manifest === undefined || !names.some((name) => manifest.dependencies.includes(name)) || /^(tsx)$/.test(it.name))
		return [exec(it)];
	return [
		...projectScript(it, { script: it.name, kind: 'check', definedIn: manifest.path }),
		...changed(it, /^--(fix|write|apply|init|updateSnapshot|update)/),
		...outside(it),
		...reporters(it),
	];
}

function pythonTool(it: Invocation): readonly Finding[] {
	const definedIn = pythonDeclaration(it.scope, it.name);
	if (definedIn === undefined) return [exec(it)];
	const writing =
		/^(black|isort)$/.test(it.name) && !it.has('--check', '--check-only')
			? targets(it).flatMap((word) => writes(word, it.scope))
			: [];
	return [
		...projectScript(it, { script: it.name, kind: 'check', definedIn }),
		...writing,
		...changed(it, /^--fix/),
		...outside(it),
		...reporters(it),
	];
}

function targets(it: Invocation) {
	const paths = it.operands.filter((word) => word.known && !/^(check|lint|format|run)$/.test(word.text));
	return paths.length === 0 ? [constant('.')] : paths;
}

/** A formatter or reporter that is named by a path is code, too. */
function reporters(it: Invocation): readonly Finding[] {
	return it
		.values('-f', '--format', '--reporter', '--reporters', '--custom-formatter')
		.filter((word) => /[./]/.test(word.text) || !word.known)
		.flatMap((word) => runsFile(word, it.scope));
}

/** `--fix` and `--write` change the files that are named, or all. */
function changed(it: Invocation, option: RegExp): readonly Finding[] {
	return it.options.some(({ name }) => option.test(name)) ? targets(it).flatMap((word) => writes(word, it.scope)) : [];
}

/** Paths that lead out of the project are read as such. */
function outside(it: Invocation): readonly Finding[] {
	return it.operands
		.filter((word) => /^\/|\.\./.test(word.text))
		.flatMap((word) => reads(word, it.scope))
		.filter(
			(finding) =>
				finding.find === 'effect' && !(finding.effect.kind === 'read' && !finding.effect.path.startsWith('/')),
		);
}
