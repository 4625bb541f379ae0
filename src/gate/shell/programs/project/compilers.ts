import { commandOf } from '../../carried.ts';
import { definitionOf } from '../../declared.ts';
import { data, exec, type Finding, type Invocation, opaque, type Program, role, rows } from '../../program.ts';
import { writes } from '../../roles.ts';
import { constant } from '../../word.ts';
import { ownTool } from '../project-script.ts';
import { outputs, outside } from './tool.ts';

/** Compilers: what they read and make is files; some options make them load or run something. */
export const compilers = (): readonly Program[] => [
	rows('gcc g++ cc c++ clang clang++ gfortran', {
		input: 'data',
		options: data(
			'-o --output -I -L -l -D -U -x -isystem -idirafter -iquote -MF -MT -MQ -include -std -arch -wrapper --target -target --edition --crate-type --crate-name --emit --cfg --out-dir',
		),
		also: compile,
	}),
	rows('rustc', {
		input: 'data',
		options: data(
			'-o -L -l --target --edition --crate-type --crate-name --emit --cfg --check-cfg --out-dir -C --codegen -W -A -D -F --print --color --error-format --cap-lints',
		),
		also: compile,
	}),
	rows('clang-tidy clang-format cppcheck cpplint', {
		input: 'data',
		options: {
			...data(
				'-checks --checks -style --style -j --enable --std --suppress --platform -I -D -U --fallback-style --header-filter -header-filter --filter --linelength',
			),
			...role('read', '-p --project --suppressions-list'),
			...role('script', '--addon --load -load --clang --rule-file --library'),
			...role('write', '--output-file --export-fixes -export-fixes --plist-output'),
		},
		also: (it) => {
			const isChanging = it.has('-i', '-fix', '--fix', '--fix-errors', '-fix-errors', '--dump');
			return [...compile(it), ...(isChanging ? it.operands.flatMap((word) => writes(word, it.scope)) : [])];
		},
	}),
];

const loadingFlag =
	/plugin|^-wrapper|^--?specs|^-B|^-load|^-Xclang$|^--?fuse-ld=.*\/|^--?ld-path|^-iplugindir|^@|^--config|^-run$|^--extern|^-Z|^--prefix|^-aux-info|^-MJ|^--sysroot=?$/;
const loadingCodegen = /^(linker|link-arg|passes|llvm-args|ar|incremental)/;

function compile(it: Invocation): readonly Finding[] {
	const definedIn = definitionOf(it.scope, [
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
	const loading = [
		...it.words.filter((word) => loadingFlag.test(word.text)),
		...(it.name === 'rustc' ? it.values('-C').filter((word) => loadingCodegen.test(word.text)) : []),
	];
	return [
		...ownTool(it, { script: it.name, definedIn }),
		...run,
		...loading.map((word) => opaque(`what \`${word.text}\` loads`)),
		...it.values('-o', '--output', '-MF', '--out-dir').flatMap((word) => outputs(word, it)),
		...outside([...it.operands, ...it.values('-include')], it),
	];
}
