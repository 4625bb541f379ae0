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
import { constant, type Word } from '../../word.ts';
import { ownTool } from '../project-script.ts';
import { outside } from './operands.ts';
import { endings, rewrites } from './rewrites.ts';
import { isHarmlessCodegen, madeByCodegen } from './rustc-codegen.ts';

const include = '-I -L -l -D -U -x -isystem -idirafter -iquote -MT -MQ -include -std -arch -target --target';

/** Compilers: what they read and make is files; some options make them load or run something. */
export const compilers = (): readonly Program[] => [
	compiler('gcc g++ cc c++ clang clang++ gfortran', {
		...role('flag', '-M -MM -MD -MMD -MP -MG'),
		...data(`${include} -wrapper -Xlinker -Xassembler -Xpreprocessor`),
		...role(
			'output',
			'-o --output -MF -MJ -dumpdir -aux-info -serialize-diagnostics --serialize-diagnostics -index-store-path -object_path_lto',
		),
	}),
	compiler(
		'rustc',
		{
			...data(
				'-L -l --target --edition --crate-type --crate-name --cfg --check-cfg -C --codegen -W -A -D -F --color --error-format --explain --cap-lints --remap-path-prefix',
			),
			...role('script', '--sysroot'),
			// `asm=FILE`, `cfg=FILE`.
			...role('output', '-o --out-dir --emit --print'),
		},
		{ prints: librariesOfRust },
	),
	analyser('clang-tidy', {
		options: {
			...data('-checks --checks -header-filter --header-filter -line-filter --line-filter -extra-arg --extra-arg -j'),
			...role('read', '-p --project --config-file -config-file'),
			...role('script', '--load -load'),
			...role('output', '--export-fixes -export-fixes --store-check-profile -store-check-profile'),
		},
		changes: ['-fix', '--fix', '--fix-errors', '-fix-errors', '--fix-notes', '-fix-notes'],
	}),
	analyser('clang-format', {
		options: {
			...data('-style --style --fallback-style -fallback-style --assume-filename -assume-filename --lines -lines'),
			...role('list', '--files -files'),
		},
		changes: ['-i', '--i'],
	}),
	analyser('cppcheck', {
		options: {
			...data('-j --enable --disable --std --suppress --platform -I -D -U -i --language -x --template --max-configs'),
			...role('read', '--project --suppressions-list --suppress-xml'),
			...role('list', '--file-list --includes-file'),
			...role('script', '--addon --clang --rule-file --library'),
			...role('output', '--output-file --plist-output --checkers-report --cppcheck-build-dir'),
		},
		changes: ['--dump'],
	}),
	analyser('cpplint', {
		options: data('--filter --linelength --root --extensions --headers --output --verbose --counting --exclude'),
		changes: [],
	}),
];

const compiler = (names: string, options: Readonly<Record<string, Role>>, row: Partial<Program> = {}): Program =>
	rows(names, { ...row, input: 'data', options, argumentFiles: true, also: (it) => compile(it, definitionAt) });

interface AnalyserSpec {
	readonly options: Readonly<Record<string, Role>>;
	/** Options by which it changes the files that it is given. */
	readonly changes: readonly string[];
}

const analyser = (name: string, { options, changes }: AnalyserSpec): Program =>
	rows(name, {
		input: 'data',
		options,
		argumentFiles: true,
		also: (it) => [
			...compile(it, definitionOf),
			...(it.has(...changes) ? rewrites(it.operands, endings.c, it.scope) : []),
		],
	});

const loadingFlag =
	/plugin|^-wrapper|^--?specs|^-B|^-load|^-Xclang$|^--?fuse-ld=.*\/|^--?ld-path|^-iplugindir|^--config$|^--config=|^-run$|^--extern|^-Z|^--prefix|^--sysroot=?$/;

/** Where rustc keeps the libraries that it came with; such a folder is public, wherever it lies. */
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
		...loading.map((word) => opaque(`what \`${word.text}\` loads`)),
		...[...attached(it), ...handedToPasses(it), ...codegen.flatMap(madeByCodegen)].flatMap((word) =>
			outputs(word, it.scope),
		),
		...readByPasses(it),
		...styles(it),
		...outside([...it.operands, ...it.values('-include')], it),
	];
}

/** A formatter's style may stand in a file: `--style=file:x`. */
function styles(it: Invocation): readonly Finding[] {
	const files = it.values('-style', '--style').flatMap(({ text }) => /^file:(.+)/.exec(text)?.[1] ?? []);
	return files.flatMap((path) => reads(constant(path), it.scope));
}

const attachedOutput =
	/^-(?:M[FJ](?=.)|f(?:dump-[\w-]+|opt-info[\w-]*|profile-(?:dir|generate|instr-generate|update)|(?:cs-)?profile-generate|time-trace|crash-diagnostics-dir|callgraph-info|stack-usage|diagnostics-(?:add|set)-output|save-optimization-record|modules-cache-path|module-output|record-command-line|sarif-\w+|proc-stat-report|optimization-record-file)=|save-temps=|serialize-diagnostics=|dumpdir=)(.+)$/s;

/** Files that a word of the compiler names without a blank: `-MFx`, `-ftime-trace=x`. */
function attached({ words }: Invocation): readonly Word[] {
	return words.flatMap((word) => {
		const path = attachedOutput.exec(word.text)?.[1];
		return path === undefined ? [] : [{ ...word, ...constant(path), known: word.known }];
	});
}

const passOutput = /^(-o|--?output|-MD|-MMD|-MF|--MD|-Map|--Map|--?dependency-file|--out-implib|--reproduce|-al\w*)$/;

/** What the linker, the assembler and the preprocessor are handed, word by word. */
function passItems({ words }: Invocation): readonly string[] {
	return words.flatMap((word, i) => {
		if (/^-X(linker|assembler|preprocessor)$/.test(words[i - 1]?.text ?? '')) return [word.text];
		return /^-W[lpa],/.test(word.text) ? word.text.split(',').slice(1) : [];
	});
}

/** Arguments that stand in a file, and files that it shows when it cannot read them: `-Wl,@file`, `-Wl,-T,file`. */
function readByPasses(it: Invocation): readonly Finding[] {
	const items = passItems(it);
	const files = items.flatMap((item) => (item.startsWith('@') ? [constant(item.slice(1))] : []));
	const isWritten = (item: string | undefined) => passOutput.test(item?.split('=')[0] ?? '');
	const taken = items.filter((item, i) => !isWritten(item) && !isWritten(items[i - 1]));
	const named = taken.flatMap((item) => [item, ...item.split('=').slice(1)]).map(constant);
	const doubt = files.length === 0 ? [] : [opaque('arguments that stand in a file')];
	return [...doubt, ...files.flatMap((word) => reads(word, it.scope)), ...credentialsIn(named, it.scope)];
}

/** What they write: `-Wl,-Map=x`, `-Wp,-MD,x`, `-Xlinker -Map=x`. */
function handedToPasses(it: Invocation): readonly Word[] {
	const items = passItems(it);
	return items.flatMap((item, i) => {
		const [name = '', value] = item.split('=');
		if (!passOutput.test(name)) return [];
		return [value ?? items[i + 1]].flatMap((path) => (path === undefined ? [] : [constant(path)]));
	});
}
