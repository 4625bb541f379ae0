import { commandOf } from '../../carried.ts';
import { definitionAt, definitionOf } from '../../declared.ts';
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
import { credentialsIn, outputs, reads } from '../../roles.ts';
import { unlisted } from '../../unlisted.ts';
import { constant, type Word } from '../../word.ts';
import { ownTool } from '../project-script.ts';
import { compiled } from './compiled.ts';
import { compilerWord, oddItems, passItems, passOutput } from './compiler-words.ts';
import { outside } from './operands.ts';
import { endings, rewrites } from './rewrites.ts';

const harmlessCodegen =
	'code-model codegen-units collapse-macro-debuginfo control-flow-guard debug-assertions debuginfo default-linker-libraries default-visibility dwarf-version embed-bitcode force-frame-pointers force-unwind-tables inline-threshold instrument-coverage link-dead-code link-self-contained lto no-prepopulate-passes no-redzone no-stack-check no-vectorize-loops no-vectorize-slp opt-level overflow-checks panic prefer-dynamic profile-generate relocation-model relro-level remark rpath save-temps soft-float split-debuginfo strip symbol-mangling-version target-cpu target-feature tune-cpu metadata extra-filename';
const harmlessCodegenNames = new Set(harmlessCodegen.split(' '));

/**
 * Returns whether a value of `-C` only makes a choice by a word, such as `opt-level=3`. A path, a program or options for a program are more
 * than that.
 */
function isHarmlessCodegen({ text, known, pattern }: Word): boolean {
	const [, name = '', value = ''] = /^([\w-]+)(?:=(.*))?$/s.exec(text) ?? [];
	if (!known || pattern) return false;
	if (name === 'profile-generate' || name === 'save-temps') return true;
	return harmlessCodegenNames.has(name.replaceAll('_', '-')) && /^[\w+,.-]*$/.test(value);
}

/**
 * Returns the files and folders that a value of `-C` makes the compiler write. Threat: rustc appends `extra-filename` unchanged to the name
 * of the crate. So `/../.git/hooks/x` leads anywhere if there is a folder with the name of the crate.
 */
function madeByCodegen(word: Word): readonly Word[] {
	const [, name = '', value = ''] = /^([\w-]+)=(.+)$/s.exec(word.text) ?? [];
	if (/^extra.filename$/.test(name) && /[/\\]/.test(value)) return [{ ...word, ...constant(`crate${value}`) }];
	return /^(profile.gen|save)/.test(name) ? [word] : [];
}

const include = '-I -L -l -D -U -x -isystem -idirafter -iquote -MT -MQ -include -std -arch -target --target';

/** Compilers read and write files. Some options make them load or run code. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table without logic
export const compilers = (): readonly Program[] => [
	compiler(
		'gcc g++ cc c++ clang clang++ gfortran',
		{
			...role('flag', '-M -MM -MD -MMD -MP -MG'),
			...data(
				`${include} -wrapper -Xlinker -Xassembler -Xpreprocessor -framework -param --param -z -e -u -rpath -isysroot`,
			),
			// A linker script can name files to write.
			...role('script', '-T -ccc-install-dir -specs --specs --config --config-user-dir --config-system-dir'),
			...role(
				'output',
				'-o --output -MF -MJ -dumpdir -aux-info -serialize-diagnostics --serialize-diagnostics -index-store-path -object_path_lto -dumpbase -dumpbase-ext -gen-cdb-fragment-path',
			),
		},
		{ harmless: judgedWord },
	),
	compiler(
		'rustc',
		{
			...data(
				'-L -l --target --edition --crate-type --crate-name --cfg --check-cfg -C --codegen -W -A -D -F --color --error-format --explain --cap-lints --remap-path-prefix',
			),
			...role('script', '--sysroot'),
			// Values such as `asm=FILE` and `cfg=FILE`.
			...role('output', '-o --out-dir --emit --print'),
		},
		{ prints: librariesOfRust, harmless: /^(-[OgvVq]|-vV|-Vv|--test|--verbose|--version|--help|-[ADFW][\w:-]+)$/ },
	),
	analyser('clang-tidy', {
		options: {
			...data(
				'-checks --checks -header-filter --header-filter -line-filter --line-filter -extra-arg --extra-arg -extra-arg-before --extra-arg-before -j -warnings-as-errors --warnings-as-errors -format-style --format-style -exclude-header-filter --exclude-header-filter',
			),
			...role(
				'flag',
				'-quiet --quiet -use-color --use-color --list-checks -list-checks --dump-config --verify-config --explain-config --enable-check-profile --system-headers --allow-no-checks -fix --fix --fix-errors -fix-errors --fix-notes -fix-notes --version --help',
			),
			...role('read', '-p --project --config-file -config-file'),
			...role('script', '--load -load'),
			...role('output', '--export-fixes -export-fixes --store-check-profile -store-check-profile'),
		},
		follows: true,
		handsOn: true,
		changes: ['-fix', '--fix', '--fix-errors', '-fix-errors', '--fix-notes', '-fix-notes'],
	}),
	analyser('clang-format', {
		options: {
			...role(
				'flag',
				'-i --i -n --dry-run -Werror --Werror --verbose --sort-includes -sort-includes --dump-config -dump-config --fail-on-incomplete-format --output-replacements-xml -output-replacements-xml --Wclang-format-violations --version --help',
			),
			...data('-length --length -offset --offset -cursor --cursor --ferror-limit --qualifier-alignment --Wno-error'),
			...data('-style --style --fallback-style -fallback-style --assume-filename -assume-filename --lines -lines'),
			...role('list', '--files -files'),
		},
		changes: ['-i', '--i'],
	}),
	analyser('cppcheck', {
		options: {
			...data(
				'-j --enable --disable --std --suppress --platform -I -D -U -i --language -x --template --max-configs --error-exitcode --xml-version --check-level --max-ctu-depth --showtime --template-location --template-format --config-exclude --file-filter --output-format --relative-paths -rp --performance-valueflow-max-time',
			),
			...role(
				'flag',
				'-q --quiet -f --force -v --verbose --inline-suppr --inconclusive --check-config --xml --report-progress --safety --errorlist --doc --debug-warnings --exception-handling --fsigned-char --funsigned-char --check-library --dump --version --help -h',
			),
			...role('read', '--project --suppressions-list --suppress-xml'),
			...role('list', '--file-list --includes-file'),
			...role('script', '--addon --clang --rule-file --library'),
			...role('output', '--output-file --plist-output --checkers-report --cppcheck-build-dir'),
		},
		follows: true,
		changes: ['--dump'],
	}),
	analyser('cpplint', {
		options: {
			...data(
				'--filter --linelength --root --extensions --headers --output --verbose --counting --exclude --repository --includeorder --config --third_party_headers',
			),
			...role('flag', '--quiet --recursive --version --help'),
		},
		changes: [],
	}),
];

const compiler = (names: string, options: Readonly<Record<string, Role>>, row: Partial<Program> = {}): Program =>
	rows(names, {
		...row,
		input: 'data',
		options,
		argumentFiles: true,
		also: (it) => [...compile(it, definitionAt), ...compiled(it)],
	});

interface AnalyserSpec {
	readonly options: Readonly<Record<string, Role>>;
	/** Options that make the analyser change the files that it is given. */
	readonly changes: readonly string[];
	/** The analyser reads the files that a text includes. */
	readonly follows?: true;
	/** The words after `--` are for a compiler, and are judged there. */
	readonly handsOn?: true;
}

const analyser = (name: string, { options, changes, follows, handsOn }: AnalyserSpec): Program =>
	rows(name, {
		input: 'data',
		options,
		...(handsOn === true && { handsOn }),
		argumentFiles: true,
		also: (it) => [
			...compile(it, definitionOf),
			...(follows === true ? compiled(it) : []),
			...(it.has(...changes) ? rewrites(it.operands, endings.c, it.scope) : []),
		],
	});

const loadingFlag =
	/plugin|^-wrapper|^--?specs|^-B|^-load|^-Xclang$|^--?fuse-ld=.*\/|^--?ld-path|^-iplugindir|^--config$|^--config=|^-run$|^--extern|^-Z|^--prefix|^--sysroot=?$/;

/** Returns a stand-in for the folder that `rustc --print sysroot` prints. The libraries in it are public, wherever the folder is. */
function librariesOfRust({ words, scope }: Invocation): string | undefined {
	const isAsked = /^(--print sysroot|--print=sysroot)$/.test(words.map(({ text }) => text).join(' '));
	return isAsked ? `${scope.facts.home}/.rustup/toolchains/stable\n` : undefined;
}

function compile(it: Invocation, definition: typeof definitionAt): readonly Finding[] {
	const definedIn = definition(it.scope, [
		'CMakeLists.txt',
		'meson.build',
		'GNUmakefile',
		'makefile',
		'Makefile',
		'Cargo.toml',
		'compile_commands.json',
	]);
	const wrapped = it.words.flatMap((word, i) => (word.text === '-wrapper' ? it.words.slice(i + 1, i + 2) : []));
	const run = wrapped.flatMap((word) => commandOf(word.text.split(',').map(constant)));
	if (definedIn === undefined) return [exec(it), ...run];
	const codegen = it.values('-C', '--codegen');
	const loading = [
		...it.words.filter((word) => loadingFlag.test(word.text)),
		...codegen.filter((word) => !isHarmlessCodegen(word)),
	];
	return [
		...ownTool(it, { script: it.name, definedIn }),
		...run,
		...[...loading.map(({ text }) => text), ...oddItems(it)].map((text) => opaque(`what \`${text}\` loads`)),
		...handedToCompiler(it),
		...[...attached(it), ...handedToPasses(it), ...codegen.flatMap(madeByCodegen)].flatMap((word) =>
			outputs(word, it.scope),
		),
		...readByPasses(it),
		...styles(it),
		...outside([...it.operands, ...it.values('-include')], it),
	];
}

/** Judges words that an analyser passes on to a compiler: values of some options, and the words after `--`. */
function handedToCompiler(it: Invocation): readonly Finding[] {
	const at = it.words.findIndex(({ text }) => text === '--');
	const behind = at < 0 ? [] : it.words.slice(at + 1);
	const words = [...it.values('-extra-arg', '--extra-arg', '-extra-arg-before', '--extra-arg-before'), ...behind];
	const options = { ...data(include), ...role('flag', '-M -MM -MD -MMD -MP -MG') };
	return [...unlisted(words, { options, harmless: compilerWord }, it.scope), ...loadedBy(words)];
}

function loadedBy(words: readonly Word[]): readonly Finding[] {
	return words.filter(({ text }) => loadingFlag.test(text)).map(({ text }) => opaque(`what \`${text}\` loads`));
}

/** Judges files with the style of a formatter: `--style=file:x`. */
function styles(it: Invocation): readonly Finding[] {
	const files = it.values('-style', '--style').flatMap(({ text }) => /^file:(.+)/.exec(text)?.[1] ?? []);
	return files.flatMap((path) => reads(constant(path), it.scope));
}

const attachedOutput =
	/^-(?:M[FJ](?=.)|f(?:dump-[\w-]+|opt-info[\w-]*|profile-(?:dir|generate|instr-generate|update)|(?:cs-)?profile-generate|time-trace|crash-diagnostics-dir|callgraph-info|stack-usage|diagnostics-(?:add|set)-output|save-optimization-record|modules-cache-path|module-output|record-command-line|sarif-\w+|proc-stat-report|optimization-record-file)=|save-temps=|serialize-diagnostics=|dumpdir=)(.+)$/s;

/** Words that are harmless, or that other functions of this file judge. */
const judgedWord = new RegExp(`${compilerWord.source}|^-W[lpa],|${attachedOutput.source}`, 's');

/** Returns the files that a word names without a blank: `-MFx`, `-ftime-trace=x`. */
function attached({ words }: Invocation): readonly Word[] {
	return words.flatMap((word) => {
		const path = attachedOutput.exec(word.text)?.[1];
		return path === undefined ? [] : [{ ...word, ...constant(path), known: word.known }];
	});
}

/** Judges files with arguments (`-Wl,@file`), and files that may show up in error messages (`-Wl,-T,file`). */
function readByPasses(it: Invocation): readonly Finding[] {
	const items = passItems(it);
	const files = items.flatMap((item) => (item.startsWith('@') ? [constant(item.slice(1))] : []));
	const isWritten = (item: string | undefined) => passOutput.test(item?.split('=')[0] ?? '');
	const taken = items.filter((item, i) => !isWritten(item) && !isWritten(items[i - 1]));
	const named = taken.flatMap((item) => [item, ...item.split('=').slice(1)]).map(constant);
	const doubt = files.length === 0 ? [] : [opaque('arguments that stand in a file')];
	return [...doubt, ...files.flatMap((word) => reads(word, it.scope)), ...credentialsIn(named, it.scope)];
}

/** Returns the files that the linker, the assembler and the preprocessor write: `-Wl,-Map=x`, `-Wp,-MD,x`, `-Xlinker -Map=x`. */
function handedToPasses(it: Invocation): readonly Word[] {
	const items = passItems(it);
	return items.flatMap((item, i) => {
		const stuck = /^-o(.+)$/s.exec(item)?.[1];
		if (stuck !== undefined) return [constant(stuck.replace(/^=/, ''))];
		const [name = '', value] = item.split('=');
		if (!passOutput.test(name)) return [];
		// Without a file name, a listing goes to the output of the compiler.
		if (name.startsWith('-al') && value === undefined) return [];
		return [value ?? items[i + 1]].flatMap((path) => (path === undefined ? [] : [constant(path)]));
	});
}
