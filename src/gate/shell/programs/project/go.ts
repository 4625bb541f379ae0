import { commandOf } from '../../carried.ts';
import { definitionOf, nearestFile } from '../../declared.ts';
import {
	data,
	exec,
	type Finding,
	type Invocation,
	opaque,
	type Program,
	type Role,
	role,
	rows,
} from '../../program.ts';
import { outputs, pathOf, reads, writes } from '../../roles.ts';
import { constant, type Word } from '../../word.ts';
import { readsHere } from '../here.ts';
import { ownTool } from '../project-script.ts';
import { fetches } from '../registries.ts';
import { foreign } from './operands.ts';
import { endings, rewrites } from './rewrites.ts';
import { given, tool } from './tool.ts';

const goFiles = ['go.work', 'go.mod'];
const profiles = '-coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile -trace -outputdir';
const goOutputs = [
	`-o ${profiles} -debug-trace -debug-actiongraph -debug-runtime-trace`,
	// Options of the test binary itself, which it also takes after `-args`.
	profiles.replaceAll(' -', ' -test.').replace(/^-/, '-test.'),
	'-test.gocoverdir -test.testlogfile -test.fuzzcachedir',
].join(' ');

/** Go accepts every option with one dash or two. */
function dashed(roles: Readonly<Record<string, Role>>): Readonly<Record<string, Role>> {
	const entries = Object.entries(roles);
	return Object.fromEntries([
		...entries,
		...entries.filter(([name]) => name.length > 2).map(([name, role]) => [`-${name}`, role] as const),
	]);
}

const goOptions = dashed({
	...data(
		'-run -list -count -timeout -tags -p -bench -benchtime -parallel -covermode -coverpkg -skip -shuffle -cpu -C -f -mod -fuzz -fuzztime -vet -buildmode -mode -var -http -fuzzminimizetime -blockprofilerate -memprofilerate -mutexprofilefraction -lang -vettags',
	),
	// Error messages show the parts of these files that go cannot parse.
	...role('read', '-pgo -func -html'),
	...role(
		'flag',
		'-m -versions -json -deps -race -short -v -x -n -a -all -u -c -cmd -src -cover -benchmem -failfast -fullpath -i -work -msan -asan -trimpath -linkshared -modcacherw -buildvcs -diff -h -e -export -find -test -compiled -args -w -appends -asmdecl -assign -atomic -bools -buildtag -cgocall -composites -copylocks -defers -directive -errorsas -framepointer -httpresponse -ifaceassert -loopclosure -lostcancel -nilfunc -printf -shift -sigchanyzer -slog -stdmethods -stdversion -stringintconv -structtag -testinggoroutine -tests -timeformat -unmarshal -unreachable -unsafeptr -unusedresult -waitgroup',
	),
	...role('output', goOutputs),
	...role('shell', '-exec -toolexec'),
	...role('code', '-vettool -fixtool -overlay -modfile -pkgdir -gccgoflags'),
	...data('-ldflags -gcflags -asmflags'),
});

const lintReports = ['text', 'json', 'tab', 'html', 'checkstyle', 'code-climate', 'junit-xml', 'teamcity', 'sarif']
	.map((form) => `--output.${form}.path`)
	.join(' ');

export const goTools = (): readonly Program[] => [
	rows('go', { input: 'ignored', options: goOptions, also: go, prints: goFolder }),
	tool('golangci-lint', {
		home: ['.golangci.yml', '.golangci.yaml', '.golangci.toml', ...goFiles],
		options: data(
			'-E -D --enable --disable --enable-only --default --timeout -j --build-tags --path-prefix --new-from-rev --new-from-merge-base --max-issues-per-linter --max-same-issues -p --presets --go --concurrency --issues-exit-code --modules-download-mode --exclude --exclude-dirs --exclude-files --skip-dirs --skip-files --path-mode',
		),
		flags:
			'--fast --fast-only --new -n --show-stats --allow-parallel-runners --allow-serial-runners --no-config --print-issued-lines --print-linter-name --sort-results --tests --uniq-by-line --whole-files --diff -d --diff-colored --stdin --enable-all --disable-all --exclude-use-default',
		config: '-c --config',
		output: `--out-format --cpu-profile-path --mem-profile-path --trace-path ${lintReports}`,
		files: endings.go,
		verbs: /^(run|linters|config|fmt|formatters|version)$/,
		changes: (it) => it.has('--fix') || (it.operands[0]?.text === 'fmt' && !it.has('--diff', '-d')),
	}),
	tool('misspell', {
		home: goFiles,
		options: data('-i -j -f -locale -source'),
		flags: '-error -legal -debug -w',
		output: '-o',
		changes: given('-w --w'),
	}),
	goChecker('staticcheck revive gosec errcheck ineffassign gocyclo deadcode', false),
	goChecker('gofumpt gofmt goimports', true),
	rows('gotestsum ginkgo', {
		input: 'ignored',
		options: {
			...role('flag', testFlags),
			...data(
				'--format -f --packages --timeout -p --procs --focus --skip --label-filter --seed --repeat --flake-attempts --tags --covermode --coverpkg --max-fails --rerun-fails-max-failures --hide-summary --no-summary --format-icons --junitfile-testsuite-name --junitfile-testcase-classname --junitfile-project-name --skip-package --skip-file --focus-file --nodes --output-interceptor-mode --compilers',
			),
			...role('shell', '--post-run-command --after-run-hook -afterSuiteHook'),
			...role('code', '--raw-command --watch -exec -toolexec'),
			...dashed(
				role(
					'output',
					`${goOutputs} -junitfile -jsonfile -jsonfile-timing-events -rerun-fails-report -output-dir -junit-report -json-report -teamcity-report -gojson-report`,
				),
			),
		},
		also: (it) => [
			...goOwn(it, it.name),
			...handedToGo(it),
			...foreign(
				// For ginkgo, `-p` has no value, and the next word is a folder.
				it.values('--packages', '-p').flatMap((word) => (word.known ? word.text.split(/\s+/).map(constant) : [word])),
				it,
			),
		],
	}),
];

const checkerFlags =
	'-l -w -d -s -extra -format-only -tests -show-ignored -merge -list-checks -set_exit_status -quiet -no-fail -verbose -exclude-generated -sort -stdout -color -blank -asserts -abspath -ignoretests -ignoregenerated -avg -total -test -generated -json';
const testFlags =
	'-v -r -vv --vv --race --cover --fail-fast --keep-going --dry-run --randomize-all --randomize-suites --no-color --succinct --trace --until-it-fails --show-node-events --silence-skips --fail-on-pending --fail-on-empty --github-output --force-newlines --debug --format-hide-empty-pkg --hide-summary --rerun-fails --rerun-fails-abort-on-data-race --ignore-non-json-output-lines';

/** Judges words after `--` of gotestsum as options of `go test`. */
function handedToGo({ name, words }: Invocation): readonly Finding[] {
	const at = words.findIndex(({ text }) => text === '--');
	const handed = name === 'gotestsum' && at >= 0 ? words.slice(at + 1) : [];
	return handed.length === 0 ? [] : commandOf([constant('go'), constant('test'), ...handed]);
}

/** Checkers and formatters for Go. Some load the packages that they are given, with all imports. Others only parse the files. */
function goChecker(names: string, onlyParses: boolean): Program {
	return tool(names, {
		onlyParses,
		home: goFiles,
		files: endings.go,
		options: {
			...data(
				'-checks -f -go -tags -fmt -exclude -r -local -srcdir -formatter -severity -confidence -over -lang -modpath -explain -fail -exclude-dir -concurrency -ignore -mod -top -filter -whylive',
			),
			...role('flag', '-e'),
			...role('code', '-debug'),
		},
		flags: checkerFlags,
		config: '-config -conf',
		output: '-out -o -cpuprofile -debug.cpuprofile -debug.memprofile -debug.trace',
		changes: given('-w --w'),
	});
}

const goVerbs = /^(test|build|vet|doc)$/;
const goReading = /^(list|version|env|help)$/;
const goFetching = /^(get|install|mod|work)$/;

function go(it: Invocation): readonly Finding[] {
	const [verb, ...rest] = it.operands;
	const name = verb?.text ?? '';
	if (verb === undefined) return [];
	if (!verb.known) return [opaque('which command of go runs cannot be known')];
	if (/^(version|env|help)$/.test(name)) return it.has('-w', '-u', '--w', '--u') ? [exec(it, `go ${name}`)] : [];
	const asksRegistry = name === 'list' && it.has('-u', '--u', '-versions', '--versions');
	const isOther = (goVerbs.test(name) || name === 'list') && isForeign(rest, it);
	if (isOther || asksRegistry) return [...fetches('go', it), exec(it, `go ${name}`)];
	if (it.has('-http', '--http')) return [exec(it, 'go doc -http')];
	if (goReading.test(name) || (name === 'mod' && /^(verify|graph|why)$/.test(rest[0]?.text ?? '')))
		return [...foreign(it.values('-C'), it), ...readsHere(it)];
	if (/^mod edit( -(json|print))+$/.test(textOf(it))) return reads(constant('go.mod'), it.scope);
	if (name === 'mod' && editsVersion(it)) return writes(constant('go.mod'), it.scope);
	const isFormat = name === 'fmt' || name === 'fix';
	const isTool = name === 'tool' && /^(cover|nm|objdump|vet)$/.test(rest[0]?.text ?? '');
	if (goVerbs.test(name) || isFormat || isTool)
		return [
			...goOwn(it, `go ${name}`),
			...shownSources(isTool ? `tool ${rest[0]?.text}` : name, it),
			...(isFormat && !it.has('-n', '-diff') ? rewrites(rest, endings.go, it.scope) : []),
		];
	return goFetching.test(name) ? [...fetches('go', it), exec(it, `go ${name}`)] : [exec(it, `go ${name}`)];
}

/** Judges calls that show lines of source files. A profile, a comment `//line` or a compiled program names these files. */
function shownSources(command: string, it: Invocation): readonly Finding[] {
	const isShowing =
		(/^(tool )?vet$/.test(command) && it.has('-c', '--c')) ||
		(command === 'tool objdump' && it.words.some(({ text }) => /^--?S/.test(text)));
	const profiles = command === 'tool cover' ? it.values('-html', '--html') : [];
	return profiles
		.filter((word) => !isOfSources(word, it))
		.map(({ text }) => text)
		.concat(isShowing ? [command] : [])
		.map((text) => opaque(`source files that \`${text}\` names`));
}

/** Returns whether a profile exists, and each of its lines names a Go source by the path of its package. */
function isOfSources(word: Word, { scope }: Invocation): boolean {
	const path = pathOf(word, scope);
	const lines = path === undefined ? [] : (scope.facts.readText(path)?.trimEnd().split('\n') ?? []);
	const isSource = (line: string) => /^(mode: \w+|[\w-][\w./~+-]*\.go:[\d., ]+)$/.test(line) && !line.includes('..');
	return lines.length > 0 && lines.every(isSource);
}

/**
 * Returns whether a call names a package that the module does not require. Threat: go fetches such a package, and runs its tests. The path
 * of a package can also send data to its host.
 */
function isForeign(words: readonly Word[], it: Invocation): boolean {
	const names = words.filter(({ prefix, text }) =>
		/^[\w-]+(\.[\w-]+)+\/|@/.test(`${prefix}${prefix === '' ? text : ''}`),
	);
	if (names.length === 0) return false;
	const module = nearestFile(it.scope, ['go.mod'])?.text ?? '';
	const required = [...module.matchAll(/^\s*(?:module\s+|require\s+)?([\w-]+(?:\.[\w-]+)+\/\S+)/gm)].map(
		([, name = '']) => name,
	);
	return names.some(
		({ text, known }) =>
			!known ||
			text.includes('@') ||
			!required.some((one) => text === one || text.startsWith(`${one}/`) || text.startsWith(`${one}...`)),
	);
}

/** Returns output files in flags for the compiler, the linker and the assembler, which also write files. */
function handedFlags({ text }: Word): readonly Word[] {
	const items = text.replace(/^[^\s-]*=(?=-)/, '').split(/\s+/);
	return items.flatMap((item, i) => {
		const [, name = '', attached] = /^--?(\w+)(?:=(.*))?$/s.exec(item) ?? [];
		const value = attached ?? items[i + 1];
		const isPath = name !== '' && !/^(X|trimpath|I|L|D|p|r|B|buildid|installsuffix|importmap)$/.test(name);
		return isPath && value !== undefined && !value.startsWith('-') ? [constant(value)] : [];
	});
}

/**
 * Returns whether a flag for the compiler or linker names code. Threat: such flags name the program's loader, and folders with libraries
 * and compiled packages.
 */
function findsCode({ text }: Word): boolean {
	return text.split(/[\s'"]+/).some((item) => /^([^\s-]*=)?--?[IrL](=|$)/.test(item));
}

/** Returns whether a call only changes simple lines of `go.mod`, as `go mod edit -go=1.24` does. It fetches nothing. */
function editsVersion(it: Invocation): boolean {
	return /^mod edit( -(go|toolchain)=(go)?[\d.]+| -fmt| -module=[\w./-]+)+$/.test(textOf(it));
}

function textOf({ words }: Invocation): string {
	return words.map(({ known, pattern, text }) => (known && !pattern ? text : '')).join(' ');
}

/** Returns a stand-in for the folder that `go env` prints. Go keeps public sources there, wherever the folder is. */
function goFolder({ words: [verb, name, ...others], scope }: Invocation): string | undefined {
	if (verb?.text !== 'env' || others.length > 0) return undefined;
	const folders = { GOROOT: '/usr/local/go', GOMODCACHE: `${scope.facts.home}/go/pkg/mod` };
	return Object.entries(folders).find(([one]) => one === name?.text)?.[1];
}

function goOwn(it: Invocation, script: string): readonly Finding[] {
	const [moved] = it.values('-C');
	const elsewhere = moved === undefined ? '.' : pathOf(moved, it.scope);
	const definedIn = elsewhere === undefined || elsewhere.startsWith('/') ? undefined : definitionOf(it.scope, goFiles);
	// After `--`, these words are options of `go test`.
	const runners = it.operands.filter(({ text }) => /^--?(exec|toolexec)(=|$)/.test(text));
	const told = runners.map((word) => opaque(`what \`${word.text}\` starts`));
	if (definedIn === undefined) return [exec(it, script), ...told];
	const handed = it.values('-ldflags', '-gcflags', '-asmflags', '--ldflags', '--gcflags', '--asmflags');
	const flags = handed.filter((word) => /-ext|-plugin|-tool|-importcfg|-embedcfg|@/.test(word.text) || findsCode(word));
	return [
		...ownTool(it, { script, definedIn }),
		...told,
		...flags.map((word) => opaque(`flags of go's own tools: ${word.text}`)),
		...handed.flatMap(handedFlags).flatMap((word) => outputs(word, it.scope)),
		...foreign(
			it.operands.slice(it.name === script ? 0 : 1).filter(({ text }) => !/[*?[]/.test(text)),
			it,
		),
	];
}
