import { isCredential } from '../../../sensitive.ts';
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
	secret,
} from '../../program.ts';
import { beyondIgnored, contacts, outputs, pathOf, runsFile, writes } from '../../roles.ts';
import { meantBy } from '../../tool-patterns.ts';
import { constant, type Word } from '../../word.ts';
import { ownTool } from '../project-script.ts';
import { keptFiles } from './kept-files.ts';
import { executed, foreign, isFile, outside } from './operands.ts';
import { rewrites } from './rewrites.ts';
import { choosingOptions, outputOptions } from './unnamed-paths.ts';

/** Describes a test runner, linter, checker, compiler or build: how it differs from other tools of the same kind. */
export interface ToolSpec {
	/** Files that configure or declare the tool, or a function that finds this file. */
	readonly home: readonly string[] | ((it: Invocation) => string | undefined);
	/** How the tool uses its standard input. By default, the tool reads it as text. */
	readonly input?: Input;
	readonly options?: Program['options'];
	/** Options that take no value. Every row also knows the flags in `commonFlags`. */
	readonly flags?: string;
	/** A pattern for words that only choose a behaviour, if there are too many for a list. */
	readonly harmless?: RegExp;
	/** Options that name a configuration file. */
	readonly config?: string;
	/** Options that name a module or a file with code to load. */
	readonly loads?: string;
	/** Options that name an output file or directory. Their role is `output`. */
	readonly output?: string;
	/** Options that name a directory which the tool empties first. */
	readonly empties?: string;
	/** The tool accepts no abbreviated long options. */
	readonly wholeOptions?: boolean;
	/** First operands that select a test, check or build. If left out, every call is one. */
	readonly verbs?: RegExp;
	/** First operands that make the tool do something else. */
	readonly acts?: RegExp;
	/** Whether this call changes the files that it is given. */
	readonly changes?: (it: Invocation) => boolean;
	/** Endings, separated by commas, of the files that the tool changes below a folder. If left out, it may change any file. */
	readonly files?: string;
	/**
	 * The tool executes the files that it is given, so these must be tests by their names.
	 * The pattern matches the endings that they may have.
	 */
	readonly executesOperands?: RegExp;
	/** Options that name a folder or a file to test or build. */
	readonly folders?: string;
	/** Options after which the tool also shows lines of hidden or ignored files. */
	readonly widens?: string;
	/** The tool passes the words after `--` on to another program, and they are judged as words for that program. */
	readonly handsOn?: true;
	/** The tool neither executes its operands nor obeys configuration files next to them. */
	readonly onlyParses?: boolean;
	/** The tool reads more arguments from a file that is named after an `@`. */
	readonly argumentFiles?: boolean;
	/** The operands of the tool are not paths. */
	readonly hasNoPaths?: boolean;
	readonly also?: (it: Invocation) => readonly Finding[];
}

/** Flags that mean the same to all tools. */
export const commonFlags =
	'--fix --write --check -v --verbose -q --quiet --silent --color --colors --colour --no-color --no-colors --no-colour --help --version';

/** Returns the row for tools that run as the project's own, unless a call shows otherwise. */
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

/**
 * If a tool accepts no abbreviations, an option that begins like an output option is a different option. `judgeTool` then uses only the
 * values of the exact names.
 */
function outputRoles({ output = '', wholeOptions }: ToolSpec): Record<string, Role> {
	return output === '' ? {} : role(wholeOptions === true ? 'data' : 'output', output);
}

/** Returns a check whether a call has one of these options, such as `--fix`. */
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
		...(spec.changes?.(it) === true
			? changed(paths, spec.files, it)
			: keptFiles(it, [...Object.keys(spec.options ?? {}), ...split(spec.flags)])),
		...operandsOf(paths, spec, it),
		...foreign([...it.values(...split(spec.folders)), ...elsewhere(it, spec)], it),
		...it.values(...split(spec.folders)).flatMap((word) => rooted(word, it)),
		...chosenCredentials(it),
		...(spec.widens !== undefined && it.has(...split(spec.widens)) ? widened(paths, it) : []),
		...(spec.also?.(it) ?? []),
	];
}

/** Values of other options that name a place outside of the checkout. It may have another configuration, with other code. */
function elsewhere(it: Invocation, { options = {} }: ToolSpec): readonly Word[] {
	const isPattern = (name: string) => choosingOptions.test(name) && !/^--(projects?|scope)$/.test(name);
	return it.options.flatMap(({ name, value }) =>
		value !== undefined && options[name] === 'data' && !isPattern(name) && isPlace(value) ? [value] : [],
	);
}

const isPlace = ({ text }: Word): boolean =>
	/^(\.\.\/|~|\/(tmp|var|home|root|etc|opt|srv|mnt|media|usr|run|dev|proc)(\/|$))/.test(text);

/** Judges a folder that a tool works in. Threat: the tool also writes its cache and its reports there. */
function rooted(word: Word, { scope }: Invocation): readonly Finding[] {
	const isHidden = /(^|\/)\.[^./]/.test(pathOf(word, scope) ?? '');
	return isHidden ? outputs(word, scope) : [];
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
		...paths.filter(({ prefix }) => /^[a-z][\w+.-]*:\/\//i.test(prefix)).flatMap((word) => contacts(word, it.scope)),
		...(spec.executesOperands === undefined ? [] : executed(paths, it, spec.executesOperands)),
	];
}

/** Reports the files that a tool reads if it also looks at hidden or ignored files. */
export function widened(paths: readonly Word[], { scope }: Invocation): readonly Finding[] {
	return (paths.length === 0 ? [constant('.')] : paths).flatMap((word) => beyondIgnored(word, scope));
}

const choosing = /^--(globs?|include|files|pattern|ext|extensions?)$/;

/** Reports credentials that an option chooses by a pattern or an ending. Many tools show lines of the files that they check. */
export function chosenCredentials({ options }: Invocation): readonly Finding[] {
	return options.flatMap(({ name, value }) => {
		if (value === undefined || !choosing.test(name)) return [];
		const isEnding = name.startsWith('--ext');
		const ends = isEnding ? value.text.split(/[,:]/).map((end) => constant(`x.${end.replace(/^\./, '')}`)) : [];
		const meant = isEnding ? ends : meantBy(value).filter(({ text }) => /[.*]/.test(text) && !text.startsWith('!'));
		if (meant.some(({ known, text }) => known && isCredential(text))) return [secret(value.text)];
		return meant.every(({ known }) => known) ? [] : [opaque(`which files \`${name}\` chooses`)];
	});
}

const lists = new Map<string, readonly string[]>([['', []]]);

/** Splits the names in a string of a row. Each string is split only once. */
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

/**
 * Judges a configuration file. A file of the project is as safe as the one that the tool finds by itself; any other file is judged as code.
 */
export function configured(word: Word, script: string, it: Invocation): readonly Finding[] {
	if (/^[a-z][\w+.-]*:\/\//i.test(word.prefix)) return [...contacts(word, it.scope), ...runsFile(word, it.scope)];
	const path = word.pattern ? undefined : pathOf(word, it.scope);
	const name = path?.slice(path.lastIndexOf('/') + 1) ?? '';
	if (path === undefined || path.startsWith('/') || !configNames.some((rule) => rule.test(name)))
		return runsFile(word, it.scope);
	return ownTool(it, { script, definedIn: path });
}

/** Names of modules that come with the tools. An option that names one of them loads no code from elsewhere. */
const ordinaryModules =
	/^(jsdom|node|happy-dom|edge-runtime|tsx|dot|spec|min|list|line|html|verbose|json|junit|default|basic|text|lcov|clover|github|github-actions|teamcity|tap|compact|unix|stylish|progress|documentation|bdd|tdd|xunit|landing|nyan|pretty|string|formatted|clang|codeframe|gitlab|sarif|checkstyle|colored|parseable|json2|msvs|gcc|emacs|simple|full|short|auto|silent|agent|blob|dots|terse|cobertura|none|no|yes|playwright|webdriverio|preview|forks|threads|vmThreads|vmForks|[dfhjp])$/;

/** Threat: a tool first looks for a file or folder with a bare name in the current directory, and only then for a package of that name. */
const modulesAt = ['', '.js', '.cjs', '.mjs', '.ts', '.json', '.node', '/index.js', '/index.cjs', '/package.json'];

/**
 * Judges code that an option names. A package that the project depends on is the project's own. A path, or any other package, may be
 * foreign code.
 */
export function loaded(word: Word, it: Invocation): readonly Finding[] {
	const name = /^(@[\w.-]+\/)?[\w-][\w.-]*/.exec(word.known ? word.text : '')?.[0];
	if (name === undefined) return runsFile(word, it.scope);
	const known = manifestsAbove(it.scope).flatMap(({ dependencies }) => dependencies);
	const isOwn = known.some((one) => one === name || one.endsWith(`-${name}`) || one.endsWith(`/${name}`));
	if (modulesAt.some((end) => isFile(`${word.text}${end}`, it.scope))) return runsFile(word, it.scope);
	return isOwn || ordinaryModules.test(word.text) ? [] : runsFile(word, it.scope);
}

const verbs = /^(check|lint|format|fmt|fix|run|process|analyse|analyze|scan)$/;

/**
 * Reports options that may be abbreviations of `names`. Many parsers accept abbreviations, so the gate cannot know which option is meant.
 */
export function cutShort(it: Invocation, names: readonly string[], whole: readonly string[] = []): readonly Finding[] {
	if (it.options.length === 0) return [];
	return it.options
		.filter(({ name }) => !whole.includes(name) && cutFrom(name, names).length > 0)
		.map(({ name }) => opaque(`what \`${name}\` stands for`));
}

/** Reports options that many parsers treat as an option of the table: `--global-setup`, `-outDir` and `--setupFiles.0`. */
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
	return (paths.length === 0 ? [constant('.')] : paths.flatMap(meantBy)).flatMap((word) => writes(word, it.scope));
}

/** Returns whether all tasks are tests, checks or builds by their names, such as `test`, `:app:build` or `web:lint`. */
export function areProjectKinds(words: readonly Word[], kinds: (name: string) => boolean = isProjectKind): boolean {
	return words.length > 0 && words.every((word) => word.known && !word.pattern && kinds(word.text));
}
