import type { JsonValue } from '../../core/index.ts';
import { isJsonObject } from '../../core/index.ts';
import { locate } from '../locate.ts';
import type { Scope } from './program.ts';

/** What the project declares: its scripts and the tools that it depends on, read through `Facts`. */
export interface Manifest {
	/** Relative to the root. */
	readonly path: string;
	readonly scripts: Readonly<Record<string, string>>;
	readonly dependencies: readonly string[];
}

/** A file of the current directory, by the first of its names that exists. */
export function nearFile(
	scope: Scope,
	names: readonly string[],
): { readonly path: string; readonly text: string } | undefined {
	if (scope.cwd === undefined) return undefined;
	for (const name of names) {
		const place = locate(scope.facts, name, scope.cwd);
		const text = place?.inside === true ? scope.facts.readText(place.path) : undefined;
		if (place !== undefined && text !== undefined) return { path: place.path, text };
	}
	return undefined;
}

/** The `package.json` of the current directory. */
export function manifestOf(scope: Scope): Manifest | undefined {
	const file = nearFile(scope, ['package.json']);
	const parsed = file === undefined ? undefined : parseObject(file.text);
	if (file === undefined || parsed === undefined) return undefined;
	const { scripts, dependencies, devDependencies } = parsed;
	const names = [dependencies, devDependencies].flatMap((list) => (isJsonObject(list) ? Object.keys(list) : []));
	const entries = isJsonObject(scripts) ? Object.entries(scripts) : [];
	const texts = entries.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text] as const] : []));
	return { path: file.path, scripts: Object.fromEntries(texts), dependencies: names };
}

/** The manifest whose scripts hold this text; for tools that a project has no dependency for. */
export function declaredScript(scope: Scope, text: RegExp): string | undefined {
	const manifest = manifestOf(scope);
	return manifest !== undefined && Object.values(manifest.scripts).some((script) => text.test(script))
		? manifest.path
		: undefined;
}

function parseObject(text: string): { readonly [key: string]: JsonValue } | undefined {
	try {
		const value: JsonValue = JSON.parse(text);
		return isJsonObject(value) ? value : undefined;
	} catch {
		// Not JSON: nothing is declared, and what is not declared is asked about.
		return undefined;
	}
}

const projectKinds =
	/^(pre|post)?(test|tests|unit|spec|e2e|lint|eslint|type-?check|types|tsc|build|compile|check|checks|verify|validate|coverage|cov|vet|clippy|ci)([:._-].*)?$/;
const checkKinds = /^(format|fmt|prettier|style)[:._-](check|verify|ci|lint)$/;
const acting =
	/(^|[:._-])(deploy|publish|release|push|start|serve|server|dev|watch|fix|write|update|upgrade|install|clean|reset|migrate|seed|docker|prod|production|up|bump)($|[:._-])/;

/** Whether a script's name says that it tests, lints, checks or builds, and nothing else. */
export function isProjectKind(script: string): boolean {
	return (projectKinds.test(script) || checkKinds.test(script)) && !acting.test(script);
}

/** Files that declare a Python project's tools. */
const pythonFiles = [
	'pyproject.toml',
	'pytest.ini',
	'tox.ini',
	'setup.cfg',
	'requirements-dev.txt',
	'requirements.txt',
	'Pipfile',
	'noxfile.py',
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

/** Whether a Python module is a test runner, linter or type checker. */
export function isDeclaredPython(module: string): boolean {
	return pythonTools.has(module);
}

/** The file of a Python project that names the tool. */
export function pythonDeclaration(scope: Scope, tool: string): string | undefined {
	for (const name of pythonFiles) {
		const file = nearFile(scope, [name]);
		if (
			file !== undefined &&
			(file.path.endsWith(`${tool}.ini`) || new RegExp(`(^|[^\\w-])${tool}([^\\w-]|$)`, 'm').test(file.text))
		)
			return file.path;
	}
	return undefined;
}

/** Whether the project declares the tool. */
export function hasDeclared(scope: Scope, tool: string): boolean {
	return pythonDeclaration(scope, tool) !== undefined;
}
