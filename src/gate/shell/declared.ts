import { posix } from 'node:path';
import type { JsonValue } from '../../core/index.ts';
import { isJsonObject } from '../../core/index.ts';
import { locate } from '../locate.ts';
import type { Scope } from './program.ts';

/** The scripts and dependencies that a project declares, read through `Facts`. */
export interface Manifest {
	/** Relative to the root. */
	readonly path: string;
	readonly scripts: Readonly<Record<string, string>>;
	readonly dependencies: readonly string[];
}

export interface NearFile {
	readonly path: string;
	readonly text: string;
}

/** Returns the first of these files that exists in the current directory. */
export function nearFile(scope: Scope, names: readonly string[]): NearFile | undefined {
	if (scope.cwd === undefined) return undefined;
	for (const name of names) {
		const place = locate(scope.facts, name, scope.cwd);
		const text = place?.inside === true ? scope.facts.readText(place.path) : undefined;
		if (place !== undefined && text !== undefined) return { path: place.path, text };
	}
	return undefined;
}

/** Returns the directories from the current one up to the root. Empty if the current one is unknown or outside the checkout. */
export function directoriesAbove(scope: Scope): readonly Scope[] {
	if (scope.cwd === undefined) return [];
	const here = locate(scope.facts, '.', scope.cwd);
	if (here?.inside !== true) return [];
	if (here.path === '.') return [{ ...scope, cwd: scope.facts.root }];
	const steps = here.path.split('/');
	return Array.from({ length: steps.length + 1 }, (_, i) => {
		const below = steps.slice(0, steps.length - i).join('/');
		return { ...scope, cwd: posix.join(scope.facts.root, below) };
	});
}

/** Returns the nearest of these files, from the current directory upwards. */
export function nearestFile(scope: Scope, names: readonly string[]): NearFile | undefined {
	for (const directory of directoriesAbove(scope)) {
		const file = nearFile(directory, names);
		if (file !== undefined) return file;
	}
	return undefined;
}

/**
 * Returns the nearest file that defines a tool's effects, or `.` for the whole checkout. Returns undefined outside the checkout, or if the
 * directory is unknown.
 */
export function definitionOf(scope: Scope, names: readonly string[]): string | undefined {
	const directories = directoriesAbove(scope);
	if (directories.length === 0) return undefined;
	for (const directory of directories) {
		const path = nearPath(directory, names);
		if (path !== undefined) return path;
	}
	return '.';
}

/** As {@link nearFile}, but does not read the file. */
function nearPath({ facts, cwd }: Scope, names: readonly string[]): string | undefined {
	if (cwd === undefined) return undefined;
	const isFile = (path: string) => facts.isFile?.(path) ?? facts.readText(path) !== undefined;
	for (const name of names) {
		const place = locate(facts, name, cwd);
		if (place?.inside === true && isFile(place.path)) return place.path;
	}
	return undefined;
}

/**
 * As {@link definitionOf}, for a tool that only these files can define. If none of them exists, returns the path that the first would have.
 * So a change of any other file does not change the tool.
 */
export function definitionAt(scope: Scope, names: readonly [string, ...string[]]): string | undefined {
	const found = definitionOf(scope, names);
	return found === '.' ? locate(scope.facts, names[0], scope.cwd ?? '')?.path : found;
}

/** Returns the `package.json` of the current directory. */
export function manifestOf(scope: Scope): Manifest | undefined {
	const file = nearFile(scope, ['package.json']);
	return file === undefined ? undefined : readManifest(file);
}

/** Returns the manifests from the current directory upwards. A workspace may declare a tool for all its packages. */
export function manifestsAbove(scope: Scope): readonly Manifest[] {
	return directoriesAbove(scope).flatMap((directory) => manifestOf(directory) ?? []);
}

/** The last manifest that was read, because a run reads the same one many times. The key is its text, so the entry is never outdated. */
let lastRead: { readonly text: string; readonly manifest: Omit<Manifest, 'path'> | undefined } | undefined;

function readManifest(file: NearFile): Manifest | undefined {
	if (lastRead?.text !== file.text) lastRead = { text: file.text, manifest: parseManifest(file.text) };
	return lastRead.manifest && { path: file.path, ...lastRead.manifest };
}

function parseManifest(text: string): Omit<Manifest, 'path'> | undefined {
	const parsed = parseObject(text);
	if (parsed === undefined) return undefined;
	const { scripts, dependencies, devDependencies, optionalDependencies, peerDependencies } = parsed;
	const names = [dependencies, devDependencies, optionalDependencies, peerDependencies].flatMap((list) =>
		isJsonObject(list) ? Object.keys(list) : [],
	);
	const entries = isJsonObject(scripts) ? Object.entries(scripts) : [];
	const texts = entries.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text] as const] : []));
	return { scripts: Object.fromEntries(texts), dependencies: names };
}

/** Returns the manifest with a script that matches this text, for tools that are not dependencies. */
export function declaredScript(scope: Scope, text: RegExp): string | undefined {
	return manifestsAbove(scope).find(({ scripts }) => Object.values(scripts).some((script) => text.test(script)))?.path;
}

function parseObject(text: string): { readonly [key: string]: JsonValue } | undefined {
	try {
		const value: JsonValue = JSON.parse(text);
		return isJsonObject(value) ? value : undefined;
	} catch {
		// Not JSON, so nothing is declared. A tool that is not declared needs approval.
		return undefined;
	}
}

const checks =
	'tests?|unit|spec|e2e|lint|eslint|type-?check|types|tsc|build|compile|checks?|verify|validate|coverage|cov';
const projectKinds = new RegExp(`^(pre|post)?(${checks}|integration|vet|clippy|ci)([:._-].*)?$`);
const checkKinds = /^(format|fmt|prettier|style)[:._-](check|verify|ci|lint)$/;
/** `web:test`, `docs:build`: a part of the project and an action on it. */
const partKinds = new RegExp(`^[\\w-]+:(${checks})$`);
const acting =
	/(^|[:._-])(deploy|publish|release|push|start|serve|server|dev|watch|fix|write|update|upgrade|install|clean|reset|migrate|rollback|seed|db[:._-](drop|delete|truncate|load)|destroy|purge|wipe|docker|prod|production|up|bump)($|[:._-])/;

/** Returns whether a script's name suggests more than a test, lint, check or build. */
export function isActing(script: string): boolean {
	return acting.test(script);
}

/** Returns whether a script's name suggests only a test, lint, check or build. */
export function isProjectKind(script: string): boolean {
	return [projectKinds, checkKinds, partKinds].some((kind) => kind.test(script)) && !isActing(script);
}

const formats =
	'format|formatting|fmt|reformat|gofmt|rustfmt|prettier|prettify|pretty|style|code-?style|lint|eslint|stylelint|ruff|black|isort|biome|rubocop|fix';
const formatKinds = new RegExp(
	`^(auto-?)?(${formats})([:._-]?(fix|write|all|code|src|apply|py|python|js|ts|go|rust|css|md|docs|web|imports?))*$`,
);

/** Returns whether a script's name suggests that it only formats files, or fixes what a linter finds in them. */
export function isFormatKind(script: string): boolean {
	return formatKinds.test(script);
}

/** Files that declare the tools of a Python project. */
export const pythonFiles = [
	'pyproject.toml',
	'pytest.ini',
	'tox.ini',
	'setup.cfg',
	'requirements-dev.txt',
	'requirements.txt',
	'Pipfile',
	'noxfile.py',
	'setup.py',
];
const pythonTools = new Set([
	'pytest',
	'unittest',
	'mypy',
	'ruff',
	'flake8',
	'black',
	'isort',
	'pylint',
	'pyright',
	'tox',
	'nox',
	'coverage',
	'doctest',
	'build',
]);

/** Returns whether a Python module is a test runner, linter, type checker or build tool. */
export function isDeclaredPython(module: string): boolean {
	return pythonTools.has(module);
}

/** Returns the file of a Python project that names the tool. */
export function pythonDeclaration(scope: Scope, tool: string): string | undefined {
	for (const name of pythonFiles) {
		const file = nearestFile(scope, [name]);
		if (file !== undefined && (file.path.endsWith(`${tool}.ini`) || isNamed(tool, file.text))) return file.path;
	}
	return undefined;
}

function isNamed(tool: string, text: string): boolean {
	if (!text.includes(tool)) return false;
	return new RegExp(`(^|[^\\w-])${tool.replace(/\W/g, '\\$&')}([^\\w-]|$)`, 'm').test(text);
}

/** Returns whether a Python project declares the tool. */
export function hasDeclared(scope: Scope, tool: string): boolean {
	return pythonDeclaration(scope, tool) !== undefined;
}
