import { posix } from 'node:path';
import { locate } from '../../../locate.ts';
import type { Finding, Scope } from '../../program.ts';
import type { Word } from '../../word.ts';
import { isNodeTool } from './node.ts';
import { phpToolNames } from './php.ts';
import { isPythonTool } from './python-environments.ts';
import { rubyToolNames } from './ruby.ts';

/** A tool that is called by its path in the checkout. */
export interface OwnPath {
	readonly tool: string;
	/** Returns the findings about the tool, with the called script as the place that defines them. */
	definedBy(findings: readonly Finding[]): readonly Finding[];
}

/** Scripts that projects commit to start their tools. The committed script itself runs. */
const wrappers: readonly (readonly [RegExp, (name: string) => string | undefined])[] = [
	[/(?:^|\/)(gradlew|mvnw)$/, (name) => (name === 'gradlew' ? 'gradle' : 'mvn')],
	[/(?:^|\/)bin\/([\w-]+)$/, (name) => (rubyToolNames.has(name) || phpToolNames.has(name) ? name : undefined)],
];
/** Folders into which package managers install the tools of the manifest. */
const installed: readonly (readonly [RegExp, (name: string) => string | undefined])[] = [
	[/(?:^|\/)node_modules\/\.bin\/([\w-]+)$/, (name) => (isNodeTool(name) ? name : undefined)],
	[/(?:^|\/)vendor\/bin\/([\w-]+)$/, (name) => (phpToolNames.has(name) ? name : undefined)],
	[
		/(?:^|\/)\.?v?env\/bin\/([\w.-]+)$/,
		(name) => (isPythonTool(name) || /^python[\d.]*$/.test(name) ? name : undefined),
	],
];

/** Returns the tool that a path of the checkout starts, if the path has one of the exact usual names. Otherwise returns undefined. */
export function ownPath(word: Word, scope: Scope): OwnPath | undefined {
	if (!word.known || word.pattern || scope.cwd === undefined) return undefined;
	const spelled = posix.resolve(scope.cwd, word.text);
	const place = locate(scope.facts, word.text, scope.cwd);
	if (place === undefined || !spelled.startsWith(`${scope.facts.root}/`)) return undefined;
	const called = spelled.slice(scope.facts.root.length + 1);
	const fromFolder = named(installed, called);
	// The `python` of a virtual environment is a link to the Python of the machine.
	const isOwn =
		place.inside || (/^python/.test(fromFolder ?? '') && /^\/(usr|opt\/hostedtoolcache)\//.test(place.path));
	if (fromFolder !== undefined) {
		const isChanged = scope.facts.changedInRun(place.path);
		const itself: readonly Finding[] = place.inside
			? [...(isChanged ? [ran(called, place.path)] : []), { find: 'executes', path: place.path }]
			: [];
		const definedBy: OwnPath['definedBy'] = (findings) => [...running(findings, called, '.'), ...itself];
		return isOwn ? { tool: fromFolder, definedBy } : undefined;
	}
	const tool = named(wrappers, called);
	if (tool === undefined || !place.inside) return undefined;
	// The text of the script is judged like that of any other script.
	const executes: Finding = { find: 'executes', path: place.path, script: { words: [] } };
	return {
		tool,
		definedBy: (findings) => [
			...running(findings, called, place.path).map((finding) => redefined(finding, place.path)),
			executes,
		],
	};
}

function named(table: typeof wrappers, path: string): string | undefined {
	for (const [pattern, toolOf] of table) {
		const name = pattern.exec(path)?.[1];
		const tool = name === undefined ? undefined : toolOf(name);
		if (tool !== undefined) return tool;
	}
	return undefined;
}

/** Adds an effect for the file itself. It runs even if its tool would only print its version. */
function running(findings: readonly Finding[], script: string, definedIn: string): readonly Finding[] {
	const runs = findings.some(
		(finding) =>
			finding.find === 'command' || (finding.find === 'effect' && /^(exec|opaque)/.test(finding.effect.kind)),
	);
	return runs ? findings : [...findings, ran(script, definedIn)];
}

function ran(script: string, definedIn: string): Finding {
	return { find: 'effect', effect: { kind: 'exec.project', script, definedIn } };
}

function redefined(finding: Finding, path: string): Finding {
	if (finding.find !== 'effect' || finding.effect.kind !== 'exec.project') return finding;
	return { find: 'effect', effect: { ...finding.effect, definedIn: path } };
}
