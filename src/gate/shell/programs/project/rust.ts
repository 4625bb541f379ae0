import { commandOf, shellText } from '../../carried.ts';
import { definitionOf } from '../../declared.ts';
import { empties } from '../../emptied.ts';
import { data, exec, type Finding, type Invocation, type Program, role, rows } from '../../program.ts';
import { pathOf, runsFile, writes } from '../../roles.ts';
import { constant } from '../../word.ts';
import { ownTool } from '../project-script.ts';
import { fetches } from '../registries.ts';
import { compiledOrFed } from './compiled.ts';
import { handedOn } from './handed-on.ts';
import { foreign } from './operands.ts';
import { endings, rewrites } from './rewrites.ts';
import { tool } from './tool.ts';

const cargoFlags =
	'--workspace --all --all-targets --lib --bins --tests --benches --examples --release --all-features --no-default-features --verbose -v --quiet -q --locked --frozen --offline --no-run --no-fail-fast --fail-fast --doc --ignore-rust-version --keep-going --future-incompat-report --no-deps --document-private-items --fix --allow-dirty --allow-staged --allow-no-vcs --broken-code --edition-idioms --check --no-dedupe --duplicates -d --no-capture --nocapture --hide-progress-bar --cargo-quiet --cargo-verbose --html --text --lcov --json --cobertura --codecov --summary-only --no-report --no-clean --show-missing-lines --branch --mcdc --doctests --no-cfg-coverage --skip-functions --include-build-script --ignore-tests --include-tests --ignore-panics --count --line --forward --skip-clean --force-clean --follow-exec --avoid-cfg-tarpaulin --fail-immediately --implicit-test-threads --no-dead-code --feature-powerset --each-feature --ignore-private --rust-version --clean-per-run --with-metadata --skip-target-dir --help --version -V -h --list --timings';

const cargoOptions = {
	...data(
		'-p --package --features -F --target -j --jobs --bin --test --example --bench --exclude --profile --message-format --color -E --filter-expr --test-threads --retries --partition',
	),
	...data(
		'--manifest-path --depth --invert --prefix --charset --edges -e --format --format-version --filter-platform --status-level --final-status-level --failure-output --success-output --run-ignored --no-tests --show-progress --max-fail --stress-count --list-type -T --ignore-filename-regex --fail-under-lines --fail-under-functions --fail-under-regions --fail-uncovered-lines --dep-coverage --engine --timeout --fail-under --exclude-files --include-files --post-test-delay --exclude-features --skip --version-range --at-least-one-of',
	),
	...role('flag', cargoFlags),
	...role('code', '--config --config-file -Z --tool-config-file --coveralls --report-uri --rustflags'),
	...role('shell', '--tracer --debugger --pager'),
	// Programs that were built before, and lists of such programs.
	...role('script', '--user-config-file --binaries-metadata --cargo-metadata'),
	...data('--target-dir-remap --workspace-remap --extract-to'),
	...role(
		'output',
		'--target-dir --out-dir --artifact-dir --lockfile-path --output-path --output-dir --out -o --logfile --junit --archive-file --export-prefix',
	),
};

/** Tools of Rust. */
export const rustTools = (): readonly Program[] => [
	rows('cargo', { input: 'handed', options: cargoOptions, handsOn: true, also: cargo }),
	tool('rustfmt', {
		home: ['rustfmt.toml', '.rustfmt.toml', 'Cargo.toml'],
		options: {
			...data('--edition --emit --color --style-edition --config --print-config --file-lines'),
		},
		flags: '--backup -l --files-with-diff --skip-children --unstable-features --error-on-unformatted',
		config: '--config-path',
		onlyParses: true,
		changes: (it) => !it.has('--check') && it.values('--emit').every(({ text }) => text === 'files'),
		files: endings.rust,
		also: compiledOrFed,
	}),
	rows('rustup', {
		input: 'ignored',
		also: (it) =>
			/^(show|which|check|help|)$/.test(it.operands[0]?.text ?? '') || it.operands[1]?.text === 'list'
				? []
				: [...fetches('rustup', it), exec(it, 'rustup')],
	}),
];

const cargoVerbs =
	/^(test|t|build|b|check|c|clippy|bench|doc|d|nextest|fmt|tree|metadata|verify-project|locate-project|pkgid|llvm-cov|tarpaulin|machete|udeps|hack|fix|clean)$/;

/** Verbs with which other tools of cargo test, check or build. Any other verb of these tools, such as `run`, starts the program itself. */
const innerVerbs: Readonly<Record<string, RegExp>> = {
	nextest: /^(run|list|r)$/,
	hack: /^(test|check|clippy|build)$/,
	'llvm-cov': /^(test|nextest|report|clean|)$/,
};

const cargoFetching =
	/^(fetch|update|install|add|search|info|vendor|generate-lockfile|publish|login|logout|owner|yank|binstall|upgrade)$/;

function cargo(it: Invocation): readonly Finding[] {
	const [verb, ...rest] = it.operands.filter((word, i) => !(i === 0 && /^\+[\w.-]+$/.test(word.text)));
	const name = verb?.text ?? '';
	const script = `cargo ${name}`.trim();
	if (verb === undefined) return it.has('--list', '--version', '-V') ? [] : [exec(it)];
	if (name === 'help') return [];
	const run = it.values('--config').flatMap((word) => configuredRun(word.text));
	const isOwn = verb.known && cargoVerbs.test(name) && !it.has('--open', '-C', '--git', '--index');
	const isOther = innerVerbs[name]?.test(rest[0]?.text ?? '') === false;
	const definedIn = cargoFile(it);
	const asks = cargoFetching.test(name) ? fetches('rust', it) : [];
	if (!isOwn || isOther || definedIn === undefined) return [...asks, exec(it, script), ...run];
	const changes =
		it.has('--fix') || name === 'fix' || (name === 'fmt' && !it.words.some((word) => word.text === '--check'));
	return [
		...run,
		...ownTool(it, { script, definedIn }),
		...foreign(it.values('--lockfile-path'), it),
		...(name === 'clean' ? it.values('--target-dir').flatMap((word) => empties(word, it.scope)) : []),
		...handedOn(afterDashes(it), script, it, endings.rust),
		...handedProgram(name, afterDashes(it)),
		...(name === 'nextest' ? archived(it) : []),
		...(changes ? rewrites([], endings.rust, it.scope) : []),
	];
}

/** Programs to which a command of cargo passes words. They read these words as if they had been typed. */
const programs: Readonly<Record<string, string>> = { clippy: 'rustc', fmt: 'rustfmt' };
const onlyChoosing =
	/^((-[DWAF] ?|--(deny|warn|allow|forbid)[ =])[a-z][\w:-]*( |$)|--(cap-lints[ =]\w+|no-deps|check|verbose|quiet)( |$))*$/;

function handedProgram(verb: string, words: Invocation['words']): readonly Finding[] {
	const program = Object.hasOwn(programs, verb) ? programs[verb] : undefined;
	const isPlain = words.every(({ known, pattern }) => known && !pattern);
	if (program === undefined || (isPlain && onlyChoosing.test(words.map(({ text }) => text).join(' ')))) return [];
	return commandOf([constant(program), ...words]);
}

/** Judges archives of tests. Threat: the tests in an archive were built elsewhere, and the archive is unpacked over existing files. */
function archived(it: Invocation): readonly Finding[] {
	const taken = it.values('--archive-file', '--target-dir-remap', '--workspace-remap');
	return [
		...taken.flatMap((word) => runsFile(word, it.scope)),
		...it.values('--extract-to').flatMap((word) => writes(word, it.scope)),
	];
}

/** Returns the words that cargo passes on to the test, the compiler or the formatter. */
function afterDashes({ words }: Invocation): Invocation['words'] {
	const at = words.findIndex(({ text }) => text === '--');
	return at < 0 ? [] : words.slice(at + 1);
}

/** Judges settings whose value is a program, as a string or as a list. */
function configuredRun(text: string): readonly Finding[] {
	const [, value = ''] =
		/\b(?:runner|linker|rustc|rustdoc|rustc-wrapper|rustc-workspace-wrapper|credential-provider|browser)"?\s*=\s*(.+)$/s.exec(
			text,
		) ?? [];
	const words = [...value.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'/g)].map((match) => match[1] ?? match[2] ?? '');
	const [only, ...others] = words;
	if (only === undefined) return [];
	return others.length === 0 ? [shellText(only)] : commandOf(words.map(constant));
}

function cargoFile(it: Invocation): string | undefined {
	const [named] = it.values('--manifest-path');
	if (named === undefined) return definitionOf(it.scope, ['Cargo.toml']);
	const path = pathOf(named, it.scope);
	return path === undefined || !/(^|[^/])\/?Cargo\.toml$/.test(path) || path.startsWith('/') ? undefined : path;
}
