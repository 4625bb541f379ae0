import { cutFrom } from '../../arguments.ts';
import { definitionOf, isProjectKind, manifestsAbove } from '../../declared.ts';
import { empties } from '../../emptied.ts';
import {
	data,
	exec,
	type Finding,
	type Input,
	type Invocation,
	opaque,
	type Program,
	type Role,
	role,
} from '../../program.ts';
import { contacts, outputs, pathOf, runsFile, writes } from '../../roles.ts';
import { constant, type Word } from '../../word.ts';
import { ownTool } from '../project-script.ts';
import { executed, foreign, isFile, outside } from './operands.ts';
import { rewrites } from './rewrites.ts';
import { outputOptions } from './unnamed-paths.ts';

/** A test runner, linter, checker, compiler or build: what sets it apart from others of its kind. */
export interface ToolSpec {
	/** Files that configure or declare it, or how to find the one that does. */
	readonly home: readonly string[] | ((it: Invocation) => string | undefined);
	/** What it does with what it is fed; default: it reads it as text. */
	readonly input?: Input;
	readonly options?: Program['options'];
	/** Its options that take no value; all rows know how to be quiet, and coloured. */
	readonly flags?: string;
	/** Whole words that only choose, where there are too many for a table. */
	readonly harmless?: RegExp;
	/** Options that name a configuration file. */
	readonly config?: string;
	/** Options that name a module or file of code to load. */
	readonly loads?: string;
	/** Options that name a file or directory for what it makes: their role is `output`. */
	readonly output?: string;
	/** Options that name a directory which it empties first. */
	readonly empties?: string;
	/** Its options are not understood when they are cut short. */
	readonly wholeOptions?: boolean;
	/** The first operands that are tests, checks or builds; every one without it. */
	readonly verbs?: RegExp;
	/** First operands by which it does something else. */
	readonly acts?: RegExp;
	/** Whether this call changes the files that it is given. */
	readonly changes?: (it: Invocation) => boolean;
	/** The endings of the files that it then changes below a folder, parted by commas; any file without it. */
	readonly files?: string;
	/** Executes the files that it is given, so that they must be tests by their names; the endings that they may have. */
	readonly executesOperands?: RegExp;
	/** Options that name a folder or a file which it tests or builds. */
	readonly folders?: string;
	/** What stands behind `--` is handed on, and judged as such. */
	readonly handsOn?: true;
	/** Neither executes its operands nor obeys what lies beside them. */
	readonly onlyParses?: boolean;
	/** It reads more arguments from a file that is named behind an `@`. */
	readonly argumentFiles?: boolean;
	/** Its operands are no paths. */
	readonly hasNoPaths?: boolean;
	readonly also?: (it: Invocation) => readonly Finding[];
}

/** Flags that mean the same to all. */
export const commonFlags =
	'--fix --write --check -v --verbose -q --quiet --silent --color --colors --colour --no-color --no-colors --no-colour --help --version';

/** Rows for tools that are the project's own when nothing speaks against it. */
export function tool(names: string, spec: ToolSpec): Program {
	const { config = '', loads = '', empties = '', folders = '', options = {} } = spec;
	const named = [config, loads, empties, folders].flatMap(split).join(' ');
	const all: Readonly<Record<string, Role>> = {
		...role('flag', `${commonFlags} ${spec.flags ?? ''}`.trim()),
		...(named === '' ? {} : data(named)),
		...outputRoles(spec),
		...options,
	};
	const telling = [
		...split(named),
		...split(spec.output),
		...Object.keys(options).filter((name) => options[name] !== 'data'),
	];
	return {
		names: split(names),
		input: spec.input ?? 'data',
		options: all,
		...(spec.harmless && { harmless: spec.harmless }),
		...(spec.handsOn === true && { handsOn: true }),
		...(spec.argumentFiles === true && { argumentFiles: true }),
		...(spec.wholeOptions === true && { wholeOptions: true }),
		also: (it) => [...judgeTool(it, spec), ...respelled(it, all, telling)],
	};
}

/** Where names are never cut short, one that begins like another is an option of its own: only its own value counts. */
function outputRoles({ output = '', wholeOptions }: ToolSpec): Record<string, Role> {
	return output === '' ? {} : role(wholeOptions === true ? 'data' : 'output', output);
}

/** A name in a list of names, `--fix`, among the options that were given. */
export const given =
	(names: string) =>
	(it: Invocation): boolean =>
		it.has(...split(names));

function judgeTool(it: Invocation, spec: ToolSpec): readonly Finding[] {
	const verb = spec.verbs === undefined ? undefined : (it.operands[0] ?? constant(''));
	const script = verb === undefined ? it.name : `${it.name} ${verb.text}`.trim();
	const home = typeof spec.home === 'function' ? spec.home(it) : definitionOf(it.scope, spec.home);
	if (home === undefined || (verb !== undefined && !(verb.known && spec.verbs?.test(verb.text) === true)))
		return [exec(it, script)];
	const [first] = it.operands;
	if (first !== undefined && spec.acts?.test(first.text) === true) return [exec(it, `${script} ${first.text}`)];
	const paths = it.operands.slice(verb === undefined ? 0 : 1);
	return [
		...ownTool(it, { script, definedIn: home }),
		...it.values(...split(spec.config)).flatMap((word) => configured(word, script, it)),
		...it.values(...split(spec.loads)).flatMap((word) => loaded(word, it)),
		...it.values(...split(spec.empties)).flatMap((word) => empties(word, it.scope)),
		...(spec.wholeOptions === true
			? it.values(...split(spec.output)).flatMap((word) => outputs(word, it.scope))
			: cutShort(
					it,
					[spec.config, spec.loads, spec.output, spec.empties, spec.folders].flatMap(split),
					split(spec.flags),
				)),
		...(spec.changes?.(it) === true ? changed(paths, spec.files, it) : []),
		...operandsOf(paths, spec, it),
		...foreign(it.values(...split(spec.folders)), it),
		...(spec.also?.(it) ?? []),
	];
}

function operandsOf(paths: readonly Word[], spec: ToolSpec, it: Invocation): readonly Finding[] {
	const isMade = (word: Word) => outputOptions.test(it.words[it.words.indexOf(word) - 1]?.text ?? '');
	const made = spec.onlyParses === true ? paths : paths.filter(isMade);
	const led = [
		...outside(made, it),
		...foreign(
			paths.filter((word) => !made.includes(word)),
			it,
		),
	];
	return [
		...(spec.hasNoPaths === true ? [] : led),
		...(spec.executesOperands === undefined ? [] : executed(paths, it, spec.executesOperands)),
	];
}

const lists = new Map<string, readonly string[]>([['', []]]);

/** The names in a text of a row, which is split once. */
function split(names = ''): readonly string[] {
	const known = lists.get(names);
	if (known !== undefined) return known;
	const list = names.split(' ');
	lists.set(names, list);
	return list;
}

const configNames: readonly RegExp[] = [
	/\.(json[c5]?|toml|ini|cfg|ya?ml|neon|xml|properties|dist|runsettings)$/,
	/(^|[._-])(config|conf)([._-][\w-]+)*\.[cm]?[jt]sx?$/,
	/(^|[._-])(config|conf|dist)\.(php|rb|exs)$/,
	/^(webpack|vite|vitest|rollup|babel|jest|karma|playwright|wdio)\.[\w.-]+\.[cm]?[jt]s$/,
	/rc(\.[cm]?js)?$|^noxfile\.py$|^\.(rspec|credo\.exs|php-cs-fixer\.php)$/,
];

/** A configuration of the project's own is as good as the one that the tool finds by itself; anything else is code. */
export function configured(word: Word, script: string, it: Invocation): readonly Finding[] {
	if (/^[a-z][\w+.-]*:\/\//i.test(word.prefix)) return [...contacts(word, it.scope), ...runsFile(word, it.scope)];
	const path = word.pattern ? undefined : pathOf(word, it.scope);
	const name = path?.slice(path.lastIndexOf('/') + 1) ?? '';
	if (path === undefined || path.startsWith('/') || !configNames.some((rule) => rule.test(name)))
		return runsFile(word, it.scope);
	return ownTool(it, { script, definedIn: path });
}

/** Modules that come with the tools, and say nothing of what is loaded from where. */
const ordinaryModules =
	/^(jsdom|node|happy-dom|edge-runtime|tsx|dot|spec|min|list|line|html|verbose|json|junit|default|basic|text|lcov|clover|github|github-actions|teamcity|tap|compact|unix|stylish|progress|documentation|bdd|tdd|xunit|landing|nyan|pretty|string|formatted|clang|codeframe|gitlab|sarif|checkstyle|colored|parseable|json2|msvs|gcc|emacs|simple|full|short|auto|silent|agent|blob|dots|terse|cobertura|none|no|yes|playwright|webdriverio|preview|forks|threads|vmThreads|vmForks|[dfhjp])$/;

/** Threat: a tool takes a bare name for a file or a folder that lies there, before it looks for a package of that name. */
const modulesAt = ['', '.js', '.cjs', '.mjs', '.ts', '.json', '.node', '/index.js', '/index.cjs', '/package.json'];

/** Code that an option names: a package that the project depends on is its own; a path, or any other package, is not. */
export function loaded(word: Word, it: Invocation): readonly Finding[] {
	const name = /^(@[\w.-]+\/)?[\w-][\w.-]*/.exec(word.known ? word.text : '')?.[0];
	if (name === undefined) return runsFile(word, it.scope);
	const known = manifestsAbove(it.scope).flatMap(({ dependencies }) => dependencies);
	const isOwn = known.some((one) => one === name || one.endsWith(`-${name}`) || one.endsWith(`/${name}`));
	if (modulesAt.some((end) => isFile(`${word.text}${end}`, it.scope))) return runsFile(word, it.scope);
	return isOwn || ordinaryModules.test(word.text) ? [] : runsFile(word, it.scope);
}

const verbs = /^(check|lint|format|fmt|fix|run|process|analyse|analyze|scan)$/;

/** A long option that is cut short, as many parsers take it, might be any of these. */
export function cutShort(it: Invocation, names: readonly string[], whole: readonly string[] = []): readonly Finding[] {
	if (it.options.length === 0) return [];
	return it.options
		.filter(({ name }) => !whole.includes(name) && cutFrom(name, names).length > 0)
		.map(({ name }) => opaque(`what \`${name}\` stands for`));
}

/** `--global-setup`, `-outDir` and `--setupFiles.0` mean to many parsers what the names in the table mean. */
export function respelled(
	it: Invocation,
	roles: Readonly<Record<string, unknown>>,
	telling: readonly string[],
): readonly Finding[] {
	const bare = (name: string) =>
		name
			.toLowerCase()
			.replace(/[[.]\d*\]?$/, '')
			.replace(/-/g, '');
	const spelled = it.words
		.flatMap((word) => /^--?[A-Za-z][\w.[\]-]+/.exec(word.text)?.[0] ?? [])
		.filter((name) => !Object.hasOwn(roles, name));
	if (spelled.length === 0) return [];
	const told = new Set(telling.map(bare).filter((name) => name.length > 1));
	return spelled.filter((name) => told.has(bare(name))).map((name) => opaque(`what \`${name}\` stands for`));
}

function changed(operands: readonly Word[], files: string | undefined, it: Invocation): readonly Finding[] {
	const paths = operands.filter((word) => !verbs.test(word.text));
	if (files !== undefined) return rewrites(paths, files, it.scope);
	return (paths.length === 0 ? [constant('.')] : paths).flatMap((word) => writes(word, it.scope));
}

/** Tasks that are all of project kinds, as `test`, `:app:build` or `web:lint` name them. */
export function areProjectKinds(words: readonly Word[], kinds: (name: string) => boolean = isProjectKind): boolean {
	return words.length > 0 && words.every((word) => word.known && !word.pattern && kinds(word.text));
}
