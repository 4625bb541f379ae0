import { posix } from 'node:path';
import { directoriesAbove, isFormatKind, isProjectKind, manifestOf, nearestFile, nearFile } from '../declared.ts';
import { data, effect, exec, type Finding, type Invocation, type Role, role, type Scope } from '../program.ts';
import { pathOf } from '../roles.ts';
import type { Word } from '../word.ts';
import { calledTool, passed } from './called-tool.ts';
import { isLocalTool } from './fetched-tool.ts';
import { handedOn } from './project/handed-on.ts';
import { ownTool, projectScript } from './project-script.ts';
import type { PackageWorld } from './registries.ts';

type Declared = Extract<Finding, { find: 'declared' }>;

/** Options of the package managers for Node. */
export const managerOptions: Readonly<Record<string, Role>> = {
	...data(
		'-C --prefix --dir --cwd -w --workspace --filter -F --loglevel --reporter --workspace-concurrency --omit --include --network-timeout --mutex --since --from --node-options',
	),
	...role('code', '--script-shell --userconfig --globalconfig --use-yarnrc --config.script-shell --shell-emulator'),
	// Package managers search this folder for the tools that a script calls.
	...role('script', '--modules-folder'),
	...role('url', '--registry --proxy --https-proxy'),
	...role('flag', '--no --yes'),
	...role('output', '--cache --store-dir --report-dir --reporter-file --cpu-prof-dir'),
};

export const fetching =
	/^(i|in|ins|inst|install|add|ci|clean-install|update|up|upgrade|publish|unpublish|view|info|show|search|outdated|audit|create|init|login|logout|whoami|deprecate|dist-tag|owner|access|token|pack|fund|doctor|ping|install-test|it|sync|lock|download|tool|fetch|import|self-update|self|set|plugin|pm|patch-commit)$/;
/** Describes how a package manager for Node differs from others. */
export interface NodeManager {
	readonly name: string;
	readonly world: PackageWorld;
	/** The manager runs scripts and tools by their name alone, as in `yarn lint`. */
	readonly runsBare: boolean;
	/** If a script has the name of one of the manager's own commands, the manager runs the command. */
	readonly commandsFirst: boolean;
	/** `-w` and `--workspace` name a workspace by its path or its name. */
	readonly namesWorkspaces?: true;
	/** `exec` downloads a tool that is not installed. */
	readonly execFetches: boolean;
	/** Verbs that run the next words in many packages. */
	readonly inMany?: RegExp;
	/** Verbs such as `workspace`: the next word names a package, and the words after it run there. */
	readonly inOne?: RegExp;
}

export const npm: NodeManager = {
	name: 'npm',
	world: 'node',
	runsBare: false,
	commandsFirst: false,
	execFetches: true,
	namesWorkspaces: true,
};
export const pnpm: NodeManager = {
	name: 'pnpm',
	world: 'node',
	runsBare: true,
	commandsFirst: true,
	execFetches: false,
	inMany: /^(recursive|multi|m)$/,
};
export const yarn: NodeManager = {
	name: 'yarn',
	world: 'yarn',
	runsBare: true,
	commandsFirst: false,
	execFetches: false,
	inMany: /^workspaces$/,
	inOne: /^workspace$/,
};
export const bun: NodeManager = { name: 'bun', world: 'node', runsBare: true, commandsFirst: false, execFetches: true };

export const running = /^(run|run-script|rum|urn)$/;
const workspaces = [
	'-w',
	'--workspace',
	'--workspaces',
	'--ws',
	'-ws',
	'--filter',
	'-F',
	'-r',
	'--recursive',
	'--include-workspace-root',
];

/** A script that a package manager should run. */
export interface CalledScript {
	readonly name: string;
	readonly label: string;
	/** The words after the script's name. */
	readonly rest: readonly Word[];
	readonly scope: Scope;
	/** The script runs in folders whose manifests are not known here. */
	readonly isElsewhere: boolean;
}

/** Returns the script that a call names: `run lint`, `test`, or the name alone (`yarn lint`). npm does not accept the name alone. */
export function scriptOf(
	it: Invocation,
	manager: NodeManager,
	operands = it.operands,
	isElsewhere = it.has(...workspaces),
): CalledScript | undefined {
	const [verb, named] = operands;
	const name = verb?.text ?? '';
	const scope = movedBy(it);
	const after = (word: Word | undefined) => (word === undefined ? [] : it.words.slice(it.words.lastIndexOf(word) + 1));
	const found = { scope, isElsewhere };
	if (running.test(name)) {
		const label = `${it.name} run ${named?.text ?? ''}`.trim();
		if (
			manager.runsBare &&
			named !== undefined &&
			manifestOf(scope)?.scripts[named.text] === undefined &&
			isLocalTool(named.text, it)
		)
			return undefined;
		return { ...found, name: named?.text ?? '', label, rest: after(named) };
	}
	if (/^(t|tst|test)$/.test(name)) return { ...found, name: 'test', label: `${it.name} test`, rest: after(verb) };
	// `exec`, `x` and `dlx` are always commands of the manager. With `commandsFirst`, so are the names of the manager's other commands.
	const isCommand = /^(exec|x|dlx)$/.test(name) || (manager.commandsFirst && fetching.test(name));
	const isDeclared = !isCommand && manifestOf(scope)?.scripts[name] !== undefined;
	const isInside = directoriesAbove(scope).length > 0;
	const isUnseen = isElsewhere || (isInside && nearestFile(scope, ['package.json']) === undefined);
	const isFree = isUnseen && isProjectKind(name) && !fetching.test(name);
	if (!manager.runsBare || !(isDeclared || isFree)) return undefined;
	return { ...found, name, label: `${it.name} ${name}`, rest: after(verb) };
}

/** Judges a script of the manifest. */
export function packageScript(it: Invocation, called: CalledScript): readonly Finding[] {
	const { name, label, scope, rest, isElsewhere } = called;
	const handed = handedOn(rest, label, it);
	const manifest = manifestOf(scope);
	if (name === '') return manifest === undefined ? [] : [effect({ kind: 'read', path: manifest.path })];
	const definedIn = isElsewhere
		? (nearestFile(scope, ['package.json'])?.path ?? 'package.json')
		: undeclaredIn(it, scope);
	const text = manifest?.scripts[name];
	if (!isElsewhere && manifest !== undefined && text !== undefined && scope.cwd !== undefined) {
		const findings = projectScript(it, { script: label, kind: name, definedIn: manifest.path });
		// Node runs only the script. Package managers also run the scripts before and after it.
		const names = label.startsWith('node ') ? [name] : [`pre${name}`, name, `post${name}`];
		const called = scope === it.scope && isProjectKind(name) ? calledTool(text, passed(rest, it)) : [];
		const declared = declaredScripts(names, scope);
		const isPlain = rest.length === 0 && it.words.every(isPlainWord);
		const mayFormat = isFormatKind(name);
		if (isPlain && (mayFormat || !isProjectKind(name)))
			return [...findings, { find: 'typed', program: label, definedIn: manifest.path, scripts: declared, mayFormat }];
		return [...findings, ...handed, ...declared, ...called];
	}
	if (definedIn === undefined || !isProjectKind(name)) return [exec(it, label)];
	return [...ownTool(it, { script: label, definedIn }), ...handed];
}

/** Returns whether a word of a call is known and is not an option, except one that changes nothing about the script. */
function isPlainWord({ text, known, pattern }: Word): boolean {
	return known && !pattern && (!text.startsWith('-') || /^(-s|--silent|--if-present|--run)$/.test(text));
}

/** Returns the named scripts that the manifest declares. */
function declaredScripts(names: readonly string[], scope: Scope): readonly Declared[] {
	const [manifest, { cwd }] = [manifestOf(scope), scope];
	if (manifest === undefined || cwd === undefined) return [];
	return names.flatMap((name): readonly Declared[] => {
		const text = Object.hasOwn(manifest.scripts, name) ? manifest.scripts[name] : undefined;
		return text === undefined ? [] : [{ find: 'declared', line: { path: manifest.path, name, text }, cwd }];
	});
}

const installing = /^(i|in|ins|inst|install|add|ci|clean-install|update|up|upgrade|install-test|it|link|rebuild)$/;
const publishing = /^(publish|pack)$/;
const onInstall = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare'];
const onPublish = ['prepublishOnly', 'prepack', 'prepare', 'postpack', 'publish', 'postpublish'];

/** Returns scripts of the project that a package manager runs automatically when it installs or publishes. */
export function lifecycleScripts(it: Invocation, verb: string): readonly Finding[] {
	if (it.has(...workspaces)) return [];
	const names = installing.test(verb) ? onInstall : publishing.test(verb) ? onPublish : [];
	return declaredScripts(names, movedBy(it));
}

/**
 * If the gate sees no `package.json` that could declare the script, returns the path where it would be. Returns undefined if the gate sees
 * a manifest without that script.
 */
function undeclaredIn(it: Invocation, scope: Scope): string | undefined {
	const directories = directoriesAbove(scope);
	if (directories.length === 0 || nearFile(scope, ['package.json']) !== undefined) return undefined;
	const isMoved = scope !== it.scope;
	if (!isMoved) return nearestFile(scope, ['package.json']) === undefined ? 'package.json' : undefined;
	const [directory] = directories;
	return posix.join(posix.relative(scope.facts.root, directory?.cwd ?? scope.facts.root), 'package.json');
}

/** Returns the scope of the folder in which the manager works. */
export function movedBy(it: Invocation): Scope {
	const [moved] = it.values('-C', '--prefix', '--dir', '--cwd');
	if (moved === undefined) return it.scope;
	const path = moved.pattern ? undefined : pathOf(moved, it.scope);
	return { ...it.scope, cwd: path === undefined ? undefined : posix.resolve(it.scope.facts.root, path) };
}
