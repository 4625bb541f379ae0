import { definitionOf, isProjectKind, type NearFile, nearFile } from '../../declared.ts';
import { makeVariables, readingCommands, recipeCommands } from '../../make-recipes.ts';
import { declaresTarget, makeRules } from '../../make-rules.ts';
import { makefileFindings, variableFindings } from '../../makefile.ts';
import {
	data,
	environmentShown,
	exec,
	type Finding,
	type Invocation,
	opaque,
	type Program,
	role,
	rows,
	type Scope,
} from '../../program.ts';
import { outputs, pathOf, writes } from '../../roles.ts';
import { constant, type Word } from '../../word.ts';
import { ownTool, projectScript } from '../project-script.ts';
import { isCompiledTarget } from './cmake-targets.ts';
import { cmakeTool } from './cmake-tool.ts';
import { cmakeVariables } from './cmake-variables.ts';
import { compilerFlag, includedIn, isSwitch, makefiles, movedBy, usedByRecipes } from './make-environment.ts';
import { foreign, outside } from './operands.ts';
import { isWhollyRead, mayFormat, withVariables } from './read-makefile.ts';
import { areProjectKinds, cutShort } from './tool.ts';

type Declared = Extract<Finding, { find: 'declared' }>;

const makeFlags =
	'-j -k -s -n -B -w -d -i -q -r -R -S -t -v -p -b -m -l -O -h -e --jobs --keep-going --silent --quiet --dry-run --just-print --recon --always-make --print-directory --no-print-directory --ignore-errors --question --touch --no-builtin-rules --no-builtin-variables --print-data-base --trace --warn-undefined-variables --output-sync --load-average --max-load --no-keep-going --stop --no-silent --shuffle --debug --environment-overrides';

const makeOptions: Program['options'] = {
	// `-l`, `-O` and their long names take only attached values.
	...data('-C --directory -o --old-file -W --what-if'),
	...role('flag', makeFlags),
	...role('read', '-f --file --makefile -I --include-dir'),
	...role('code', '--eval -E'),
};

const ninjaOptions: Program['options'] = {
	...data(
		'-C -j -k -l -d -w -D --suite --no-suite --num-processes -t --timeout-multiplier --buildtype --prefix --setup --warnlevel --repeat --slice --max-lines --maxfail --backend --default-library --unity --layout --optimization --auto-features --force-fallback-for',
	),
	...role(
		'flag',
		'-v -n -q -a -i --verbose --quiet --no-rebuild --print-errorlogs --list --no-stdsplit --wipe --reconfigure --benchmark --clean --debug --werror --strip --errorlogs --fatal-meson-warnings --interactive --targets --buildoptions --tests --all --indent --dependencies --scan-dependencies --buildsystem-files --projectinfo --installed --benchmarks',
	),
	...role('script', '-f --native-file --cross-file --gdb-path --wrapper --wrap'),
};

const mesonOptions: Program['options'] = {
	...ninjaOptions,
	...data('--logbase --wrap-mode'),
	// Arguments that meson passes on to other builders.
	...role('code', '--ninja-args --vs-args --xcode-args'),
};

const cmakeFlags =
	'--fresh --verbose -v --clean-first --warn-uninitialized --no-warn-unused-cli --trace --trace-expand --debug-output --debug-find --list-presets -L -N --strip --use-stderr --compile-no-warning-as-error --link-no-warning-as-error --version --help';
const ctestFlags =
	'-V -VV -Q -N -U -F --verbose --extra-verbose --output-on-failure --quiet --progress --show-only --rerun-failed --stop-on-failure --schedule-random --force-new-ctest-process --no-label-summary --no-subproject-summary --print-labels --union';

export const makeTools = (): readonly Program[] => [
	rows('make gmake', {
		input: 'data',
		options: makeOptions,
		harmless: /^(--(debug|output-sync|shuffle)=[a-z,]+|-O[a-z]*)$/,
		taken: usedByRecipes,
		yields: (it) => (printsDatabase(it) ? 'environment' : undefined),
		// The database of make contains its environment.
		also: (it) => [...make(it), ...(printsDatabase(it) ? [environmentShown] : [])],
	}),
	rows('cmake', {
		input: 'data',
		options: {
			...data(
				'-S -B -G -T -A -D -U --build --target -t --config --parallel -j --preset --workflow --log-level --install --component --trace-format --debug-find-pkg --resolve-package-references',
			),
			...role('flag', cmakeFlags),
			...role('script', '-P -C --toolchain --project-file --debugger-pipe --debugger-dap-log'),
			...role('write', '--graphviz --trace-redirect --profiling-output'),
		},
		harmless: /^(-W(no-)?(dev|deprecated)|-W(no-)?error=(dev|deprecated)|-L[AH]*|--list-presets=[a-z]+)$/,
		also: cmake,
	}),
	rows('ctest', {
		input: 'data',
		options: {
			...data(
				'-R -E -L -LE -j --parallel -C --build-config --test-dir --timeout --repeat --preset --label-regex --tests-regex --exclude-regex -I --stop-time --tests-information --test-load --max-width --fixture-exclude-any -FA -FS -FC --test-output-size-passed --test-output-size-failed --test-output-truncation',
			),
			...role('flag', ctestFlags),
			...data('--output-junit -O --output-log'),
			// ctest sends these files with its report, and shows them.
			...role('read', '-A --add-notes'),
			...role('script', '-S --script -SP -SS --resource-spec-file'),
		},
		harmless: /^--(show-only=[a-z0-9-]+|no-tests=\w+|test-output-truncation=\w+)$/,
		also: (it) =>
			native(
				it,
				it.has('-D', '--dashboard', '-T', '--test-action', '-M', '--test-model', '--build-and-test', '--extra-submit'),
			),
	}),
	rows('ninja', { input: 'data', options: ninjaOptions, also: (it) => ninja(it, buildsOwn) }),
	rows('meson', { input: 'data', options: mesonOptions, also: meson }),
];

/**
 * Judges a call of make. Only declared targets without overrides are the project's own: `make test CC=./x` runs a program that the project
 * did not choose.
 */
function make(it: Invocation): readonly Finding[] {
	// make expands the values of variables on its command line.
	const set = it.operands.filter(isAssignment);
	return [...called(it), ...givenMakefiles(it), ...set.flatMap((word) => variableFindings(word.text))];
}

function isAssignment({ text }: Word): boolean {
	return /^[\w.]+\s*[:?+!]*=/.test(text);
}

/** Judges a makefile that comes from an option or from the input. Its recipes are judged like command lines. */
function givenMakefiles(it: Invocation): readonly Finding[] {
	const files = it.values('-f', '--file', '--makefile').flatMap((word): readonly Finding[] => {
		const stream = word.text === '-' ? it.stdin : word.stream;
		if (stream === undefined) return [];
		if (stream.fetched) return [{ find: 'shell', source: { ...word, stream } }];
		return stream.text === undefined ? [] : makefileFindings(stream.text);
	});
	return [...it.values('--eval', '-E').flatMap((word) => makefileFindings(word.text)), ...files];
}

/** Returns whether make prints all its rules and variables. `-n` does not prevent this. */
function printsDatabase({ words }: Invocation): boolean {
	return words.some(({ text }) => /^-\w*p\w*$|^--print-da/.test(text));
}

function called(it: Invocation): readonly Finding[] {
	const targets = it.operands.filter((word) => !/^\d+$/.test(word.text) && !isSwitch(word));
	const script = ['make', ...targets.map((word) => word.text)].join(' ');
	const scope = movedBy(it, '-C', '--directory');
	const isOther =
		cutShort(it, ['--directory', '--include-dir']).length > 0 ||
		it.has('-f', '--file', '--makefile', '--eval', '-E', '-e', '--environment-overrides', '-I', '--include-dir');
	const [given] = it.values('-f', '--file', '--makefile');
	const file = nearFile(scope, given?.known === true ? [given.text] : makefiles);
	const isDeclared = ({ text }: Word) => file?.text.split('\n').some((line) => declaresTarget(line, text)) === true;
	// If the gate sees no makefile, it judges targets by their names only.
	const isUnseen = file === undefined && scope === it.scope && definitionOf(scope, makefiles) === '.';
	const areOwn = areProjectKinds(targets, isUnseen ? isProjectKind : (name) => isDeclared(constant(name)));
	const rules = file === undefined || scope.cwd === undefined ? [] : rulesOf(it, file, { ...scope, cwd: scope.cwd });
	const areChecks = areOwn && targets.every(({ text }) => isProjectKind(text));
	const names = targets.filter((word) => !isAssignment(word));
	if (file !== undefined && !isOther && !areChecks && names.every(isDeclared) && isWhollyRead(it, file, rules)) {
		const scripts = withVariables(rules, it.operands.filter(isAssignment));
		const typed = { program: script, definedIn: file.path, scripts, mayFormat: mayFormat(names) };
		return [exec(it, script), { find: 'typed', ...typed }];
	}
	// A dry run still evaluates the makefile, but starts no recipe.
	const isDry = it.has('-n', '--dry-run', '--just-print', '--recon');
	const isDefault = isDry && targets.length === 0 && file !== undefined;
	if (isOther || !(areOwn || isDefault)) return [exec(it, script), ...rules];
	const foreign = isDry ? undefined : targets.find((word) => !isProjectKind(word.text));
	const found = projectScript(it, { script, kind: foreign?.text ?? 'test', definedIn: file?.path ?? 'Makefile' });
	return [...found, ...rules];
}

/** Returns the rules that make would follow, and the rules that these need. Without a target, make follows the first rule. */
function rulesOf(it: Invocation, file: NearFile, scope: Scope & { readonly cwd: string }): readonly Declared[] {
	const set = it.operands.filter(isAssignment);
	const targets = it.operands.filter((word) => !set.includes(word) && !/^\d+$/.test(word.text));
	const text = [file.text, ...includedIn(file.text, scope)].join('\n');
	const variables = makeVariables(
		text,
		set.map((word) => word.text),
	);
	const atOnce = readingCommands(text, variables);
	return makeRules(
		text,
		targets.map((word) => word.text),
	).map((rule, i) => {
		const commands = [...(i === 0 ? atOnce : []), ...recipeCommands(rule, variables)];
		return { find: 'declared', line: { path: file.path, ...rule }, cwd: scope.cwd, commands };
	});
}

function cmake(it: Invocation): readonly Finding[] {
	const script = it.has('--build') ? 'cmake --build' : it.has('--install') ? 'cmake --install' : 'cmake';
	const definedIn = definitionOf(it.scope, ['CMakeLists.txt', 'CMakePresets.json']);
	if (it.words.some(({ text }) => text.startsWith('--help-'))) return helpText(it, script);
	const isOther =
		it.has('-P', '-E', '--install', '--open', '--find-package') || it.words.some((word) => /^(-E|-P)/.test(word.text));
	const targets = it.values('--target', '-t');
	const areOwn = targets.every((word) => word.known && isBuildTarget(word.text, it.scope));
	const folders = [...it.values('-S', '-B', '--build'), ...(it.has('--build') ? [] : it.operands)];
	const made = it.values('-B').flatMap((word) => outputs(word, it.scope));
	if (definedIn === undefined || isOther || !areOwn || folders.some((word) => !isBuildFolder(word, it)))
		return [exec(it, script), ...cmakeTool(it), ...made];
	const native = it.has('--build')
		? it.operands.filter((word) => !/^(-[jkv]?\d*|-[jk]|VERBOSE=1)$/.test(word.text))
		: [];
	return [
		...ownTool(it, { script, definedIn }),
		...made,
		...cmakeVariables(it),
		...native.map((word) => opaque(`what \`${word.text}\` makes the build run`)),
	];
}

function isBuildTarget(name: string, scope: Scope): boolean {
	return /^(all|clean|check|ALL_BUILD)$/.test(name) || isProjectKind(name) || isCompiledTarget(name, scope);
}

/** Judges a request for help. Threat: cmake writes the help text to a file, if a file name follows the subject. */
function helpText(it: Invocation, script: string): readonly Finding[] {
	const asked = it.words.findIndex(({ text }) => text.startsWith('--help-'));
	const [about, ...others] = it.words.slice(asked + 1);
	const isListing = /-(list|full)$|s$/.test(it.words[asked]?.text ?? '');
	const files = isListing && about !== undefined ? [about, ...others] : others;
	const isPlain = asked === 0 && (files.length === 0 || !it.words.some(({ known }) => !known));
	return isPlain ? files.flatMap((word) => writes(word, it.scope)) : [exec(it, script)];
}

function isBuildFolder(word: Word, it: Invocation): boolean {
	const path = pathOf(word, it.scope);
	// Only a folder that cmake makes (`-B`) may be outside of the checkout.
	const isMade = it.values('-B').includes(word);
	return path !== undefined && (!path.startsWith('/') || (isMade && path.startsWith('/tmp/')));
}

function native(it: Invocation, isOther: boolean): readonly Finding[] {
	const definedIn = definitionOf(movedBy(it, '--test-dir'), ['CMakeLists.txt']);
	if (definedIn === undefined || isOther) return [exec(it)];
	return [
		...ownTool(it, { script: it.name, definedIn }),
		...it.values('--output-junit', '-O', '--output-log').flatMap((word) => outputs(word, it.scope)),
	];
}

function ninja(it: Invocation, isOwn: (it: Invocation) => boolean): readonly Finding[] {
	const [verb, ...rest] = it.operands;
	const script = [it.name, ...(verb === undefined ? [] : [verb.text])].join(' ');
	const definedIn = definitionOf(movedBy(it, '-C'), ['meson.build', 'CMakeLists.txt', 'build.ninja']);
	if (definedIn === undefined || !isOwn(it)) return [exec(it, script)];
	return [...ownTool(it, { script, definedIn }), ...outside(rest, it)];
}

/** Tools of ninja that only print what its files say. They run before a build would begin. */
const ninjaReads =
	/^(list|targets|commands|query|deps|graph|inputs|multi-inputs|rules|missingdeps|compdb|compdb-targets)$/;

function buildsOwn(it: Invocation): boolean {
	const areOwn = areProjectKinds(it.operands, (name) => isProjectKind(name) || name === 'all');
	if (it.has('-t')) return it.values('-t').every(({ text, known }) => known && ninjaReads.test(text));
	return it.operands.length === 0 || areOwn;
}

function isMesonVerb({ operands: [verb] }: Invocation): boolean {
	return verb?.known === true && /^(setup|compile|test|configure|introspect)$/.test(verb.text);
}

const mesonName = /_args$|_std$|path|prefix|dir$|file|exe|wrapper|program|command|script|compiler|linker/;

/** Judges meson. Threats: an option of a build may contain compiler options. If two folders are given, meson may build either of them. */
function meson(it: Invocation): readonly Finding[] {
	const [verb, ...folders] = it.operands;
	const set = it.values('-D').filter(({ text }) => {
		const [name = '', value = ''] = text.split('=');
		if (/_args$/.test(name)) return !value.split(/[ ,]/).every((flag) => compilerFlag.test(flag));
		return mesonName.test(name) ? !/^[\w+.-]*$/.test(value) : /[/~]/.test(value);
	});
	const logs = it.values('--logbase').filter(({ text, known }) => !known || !/^[\w-]+$/.test(text));
	const wraps = it
		.values('--wrap-mode')
		.filter(({ text }) => !/^(default|nofallback|nodownload|nopromote)$/.test(text));
	return [
		...ninja(it, isMesonVerb),
		...(verb?.text === 'setup' && folders.length > 1 ? foreign(folders.filter(isThere), it) : []),
		...[...set, ...logs, ...wraps].map(({ text }) => opaque(`what \`${text}\` makes the build run`)),
	];

	// A folder that meson makes has a name such as `build` or `out`. Any other folder may contain a project.
	function isThere({ text }: Word): boolean {
		return !/(^|[/_-])(build|out)[\w-]*$/.test(text);
	}
}
