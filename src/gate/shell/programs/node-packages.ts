import { shellOf, shellText } from '../carried.ts';
import { manifestOf } from '../declared.ts';
import { data, exec, type Finding, type Invocation, opaque, type Program, role, rows, type Scope } from '../program.ts';
import { writes } from '../roles.ts';
import type { Word } from '../word.ts';
import { constant } from '../word.ts';
import { addedPackages, besideCall, fetchedTool, installedTool, isLocalTool } from './fetched-tool.ts';
import { obeysHere, readsHere } from './here.ts';
import { oddOptions } from './node-options.ts';
import {
	type CalledScript,
	fetching,
	lifecycleScripts,
	managerOptions,
	movedBy,
	type NodeManager,
	npm,
	packageScript,
	pnpm,
	scriptOf,
	yarn,
} from './node-script.ts';
import { type NamedWorkspace, namedWorkspaces } from './node-workspaces.ts';
import { cutShort } from './project/tool.ts';
import { usedByScripts } from './project/variables-used.ts';
import { ownTool } from './project-script.ts';
import { fetches } from './registries.ts';

/** The package managers for Node. They run scripts of the project and tools that it depends on, and contact the registry. */
export const nodePackages = (): readonly Program[] => [
	...[npm, pnpm, yarn].map((manager) =>
		rows(manager.name, {
			input: 'handed',
			options: managerOptions,
			judgesOptions: true,
			taken: usedByScripts,
			also: (it) => managed(it, manager),
		}),
	),
	rows(
		'npx bunx',
		calling((it) => fetchedTool(it.operands, it)),
	),
	rows(
		'pnpx',
		calling((it) => downloadedTool(it.operands, it, pnpm)),
	),
];

/** A program that runs a tool of a package, or a command line after `-c`. */
const calling = (tool: (it: Invocation) => readonly Finding[]): Omit<Program, 'names'> => ({
	input: 'handed',
	options: { ...data('-p --package'), ...role('url', '--registry'), ...role('shell', '-c --call') },
	wraps: true,
	also: (it) => (it.has('-c', '--call') ? besideCall(it) : tool(it)),
});

/** `node --run x` runs a script of the manifest. */
export const nodeRunModes = (): readonly Program[] => [
	rows('node', {
		input: 'handed',
		when: ([first, name]) => first?.text === '--run' && name?.known === true,
		wraps: true,
		judgesOptions: true,
		taken: usedByScripts,
		also: (it) => {
			const [, name, ...rest] = it.words;
			return packageScript(it, {
				name: name?.text ?? '',
				label: `node --run ${name?.text}`,
				rest,
				scope: it.scope,
				isElsewhere: false,
			});
		},
	}),
];

const printing = /^(ls|list|ll|la|root|prefix|bin|why|explain|query|licenses)$/;
/** Settings that may contain a credential, directly or in an address. */
const secretSetting = /auth|token|password|username|email|cert|key|otp|registry|proxy|url|_/i;

/** Returns whether a command only shows what is installed or configured here. A setting is shown only by its name. */
function isReading(name: string, rest: readonly Word[]): boolean {
	const [what, setting] = rest;
	if (printing.test(name)) return true;
	if (name === 'pkg') return what?.text === 'get';
	if (name === 'store' || name === 'cache') return /^(path|dir)$/.test(what?.text ?? '');
	const isNamed = setting?.known === true && !secretSetting.test(setting.text);
	return /^(config|c)$/.test(name) && what?.text === 'get' && isNamed && rest.length === 2;
}

function managed(it: Invocation, manager: NodeManager): readonly Finding[] {
	const [verb, ...rest] = it.operands;
	if (it.has('--version', '-v', '--help', '-h') && verb === undefined) return [];
	const name = verb?.text ?? 'install';
	if (verb?.known === false) return [exec(it, `${it.name} ${name}`)];
	if (it.options.some((option) => option.name.startsWith('--node-op')))
		return [exec(it, `${it.name} ${name}`), opaque('options of Node')];
	const cut = cutShort(it, ['--prefix', '--dir', '--cwd']);
	const odd = fetching.test(name) ? [] : oddOptions(it, manager, isReading(name, rest));
	if (cut.length + odd.length > 0) return [exec(it, `${it.name} ${name}`), ...cut, ...odd];
	const inner = workspaceCommand(name, it, manager);
	if (inner !== undefined) return inner;
	const called = scriptOf(it, manager);
	const places =
		called === undefined || manager.namesWorkspaces !== true ? undefined : namedWorkspaces(it, called.scope);
	if (called !== undefined) return places === undefined ? packageScript(it, called) : inWorkspaces(it, called, places);
	if (/^(exec|x|dlx)$/.test(name)) return tools(name, rest, { it, manager });
	if (isReading(name, rest)) return [...shims(it), ...readsHere(it)];
	if (name === 'pkg' && rest[0]?.text === 'set') return scriptsSet(rest.slice(1), it);
	if (name === 'help' || (/^(version|completion)$/.test(name) && rest.length === 0)) return [];
	if (verb !== undefined && manager.runsBare && isLocalTool(name, { ...it, scope: movedBy(it) }))
		return startedTool(verb, it);
	if (name === 'pack' && rest.length === 0 && listsOnly(it)) return packed(it);
	return fetching.test(name)
		? [...fetches(manager.world, it), exec(it, `${it.name} ${name}`), ...lifecycleScripts(it, name)]
		: [exec(it, `${it.name} ${name}`)];
}

/** Judges the start of a package manager. Threat: yarn and pnpm first start the code that `.yarnrc.yml` or `.pnpmfile.cjs` names. */
function shims(it: Invocation): readonly Finding[] {
	return it.name === 'npm' ? [] : obeysHere(it);
}

/** Returns whether `npm pack --dry-run` only lists the content of the package. */
function listsOnly({ words }: Invocation): boolean {
	const isPlain = words.every(
		({ known, text }) => known && /^(pack|--(dry-run|json|silent|ignore-scripts))$/.test(text),
	);
	return isPlain && words.some(({ text }) => text === '--dry-run');
}

function packed(it: Invocation): readonly Finding[] {
	const scripts = it.has('--ignore-scripts') ? [] : lifecycleScripts(it, 'pack');
	const runs = scripts.length === 0 ? [] : [exec(it, `${it.name} pack`), ...scripts];
	return [...ownTool(it, { script: 'npm pack', definedIn: 'package.json' }), ...runs];
}

/** Judges the script of each workspace that the call names. */
function inWorkspaces(it: Invocation, called: CalledScript, places: readonly NamedWorkspace[]): readonly Finding[] {
	const naming = places.flatMap(({ words }) => words);
	const isOther = (word: Word) => !naming.includes(word);
	const call = { ...it, words: it.words.filter(isOther) };
	return places.flatMap(({ scope, folder }) => {
		if (manifestOf(scope)?.scripts[called.name] === undefined && it.has('--if-present')) return [];
		// Each workspace has its own label, because the text of one script says nothing about another.
		const label = `${called.label} -w ${folder}`;
		return packageScript(call, { ...called, label, scope, rest: called.rest.filter(isOther), isElsewhere: false });
	});
}

/** Judges commands in workspaces: `yarn workspace web lint`, `yarn workspaces foreach run test`, `pnpm recursive run test`. */
function workspaceCommand(name: string, it: Invocation, manager: NodeManager): readonly Finding[] | undefined {
	const [, ...rest] = it.operands;
	const isMany = manager.inMany?.test(name) === true;
	if (!isMany && manager.inOne?.test(name) !== true) return undefined;
	if (isMany && /^(list|info)$/.test(rest[0]?.text ?? '')) return [...shims(it), ...readsHere(it)];
	const words = isMany ? rest.filter((word) => word.text !== 'foreach') : rest.slice(1);
	const called = scriptOf(it, manager, words, true);
	if (called !== undefined) return packageScript(it, called);
	const [verb, ...others] = words;
	if (verb?.known === true && /^(exec|x)$/.test(verb.text)) return tools(verb.text, others, { it, manager });
	if (verb?.known === true && isLocalTool(verb.text, it)) return [{ find: 'command', words }];
	return [exec(it, `${it.name} ${name}`)];
}

/** Judges commands that start a tool. `exec` runs an installed tool (npm also downloads it), and `dlx` downloads it. */
function tools(
	verb: string,
	rest: readonly Word[],
	{ it, manager }: { readonly it: Invocation; readonly manager: NodeManager },
): readonly Finding[] {
	if (verb === 'dlx') return downloadedTool(rest, it, manager);
	const line = calledLine(rest, it, manager);
	if (line !== undefined) return line;
	if (manager.execFetches) return fetchedTool(rest, it);
	const [tool] = rest;
	return tool === undefined ? [exec(it, `${it.name} ${verb}`)] : startedTool(tool, it);
}

/** Judges `dlx`, which downloads a tool even if the project depends on it. */
function downloadedTool(words: readonly Word[], it: Invocation, { name, world }: NodeManager): readonly Finding[] {
	return [...fetches(world, it), exec(it, `${name} dlx`), ...fetchedTool(words, it)];
}

/**
 * Judges the command line after `-c`; undefined if there is none. pnpm runs all words after `-c` as one line. Threat: after the name of a
 * tool, `-c` belongs to that tool.
 */
function calledLine(rest: readonly Word[], it: Invocation, manager: NodeManager): readonly Finding[] | undefined {
	const at = it.words.findIndex(({ text }) => /^(-c|--call|--shell-mode)$/.test(text));
	const after = it.words.slice(at + 1);
	const packages = it.words.slice(0, at).filter((_, i) => it.words[i - 1]?.text === '-p');
	const tool = rest.find((word) => !packages.includes(word));
	if (at < 0 || tool === undefined || it.words.indexOf(tool) < at) return undefined;
	const isMoved = placeOf(tool, it) !== undefined;
	return [
		...(isMoved ? [exec(it)] : []),
		...addedPackages(packages, it),
		manager.execFetches ? { find: 'shell', source: tool } : shellOf(after),
	];
}

/** Judges an installed tool in the folder where it starts. */
function startedTool(tool: Word, it: Invocation): readonly Finding[] {
	const place = placeOf(tool, it);
	const found = installedTool(it.words.slice(it.words.indexOf(tool)), it);
	return place === undefined ? found : found.map((one) => (one.find === 'command' ? { ...one, place } : one));
}

/** Returns the folder that an option before the tool names; undefined if there is no such option. */
function placeOf(tool: Word, it: Invocation): Pick<Scope, 'cwd'> | undefined {
	const before = it.words.slice(0, it.words.indexOf(tool));
	const moving = before.filter(({ text }) => /^(-C|--(prefix|dir|cwd))(=|$)/.test(text));
	if (moving.length === 0) return undefined;
	return { cwd: moving.length === 1 ? movedBy(it).cwd : undefined };
}

/** Judges `npm pkg set scripts.test=…`. It writes the manifest, and the new script runs later. */
function scriptsSet(words: readonly Word[], it: Invocation): readonly Finding[] {
	const scripts = words.flatMap((word) => /^scripts\.[^=]*=(.+)$/s.exec(word.text)?.[1] ?? []);
	return [...writes(constant('package.json'), it.scope), exec(it, `${it.name} pkg`), ...scripts.map(shellText)];
}
