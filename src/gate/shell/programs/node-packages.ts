import { shellText } from '../carried.ts';
import { data, effect, exec, type Finding, type Invocation, opaque, type Program, role, rows } from '../program.ts';
import { writes } from '../roles.ts';
import type { Word } from '../word.ts';
import { constant } from '../word.ts';
import { fetchedTool, installedTool, isLocalTool } from './fetched-tool.ts';
import { fetching, lifecycleScripts, managerOptions, packageScript, scriptOf } from './node-script.ts';
import { cutShort } from './project/tool.ts';
import { fetches } from './registries.ts';

/** The package managers of the Node world: scripts of the project, tools that it depends on, and the registry. */
export const nodePackages = (): readonly Program[] => [
	rows('npm pnpm yarn', { input: 'data', options: managerOptions, also: manager }),
	rows('npx pnpx bunx', {
		input: 'data',
		options: { ...data('-p --package'), ...role('url', '--registry'), ...role('shell', '-c --call') },
		wraps: true,
		also: (it) => (it.has('-c', '--call') ? [] : fetchedTool(it.operands, it)),
	}),
];

/** `node --run x` runs a script of the manifest. */
export const nodeRunModes = (): readonly Program[] => [
	rows('node', {
		input: 'data',
		when: ([first, name]) => first?.text === '--run' && name?.known === true,
		wraps: true,
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

const printing = /^(ls|list|ll|la|root|prefix|bin|why|explain|query)$/;

function manager(it: Invocation): readonly Finding[] {
	const [verb, ...rest] = it.operands;
	if (it.has('--version', '-v', '--help', '-h') && verb === undefined) return [];
	const name = verb?.text ?? 'install';
	if (verb?.known === false) return [exec(it, `${it.name} ${name}`)];
	if (it.options.some((option) => option.name.startsWith('--node-op')))
		return [exec(it, `${it.name} ${name}`), opaque('options of Node')];
	const cut = [...cutShort(it, ['--prefix', '--dir', '--cwd']), ...singleDashed(it)];
	if (cut.length > 0) return [exec(it, `${it.name} ${name}`), ...cut];
	const inner = workspaceCommand(name, it);
	if (inner !== undefined) return inner;
	const called = scriptOf(it);
	if (called !== undefined) return packageScript(it, called);
	if (/^(exec|x|dlx)$/.test(name)) return tools(name, rest, it);
	if (printing.test(name) || (name === 'pkg' && rest[0]?.text === 'get')) return [effect({ kind: 'read', path: '.' })];
	if (name === 'pkg' && rest[0]?.text === 'set') return scriptsSet(rest.slice(1), it);
	if (/^(help|version|completion)$/.test(name) && rest.length === 0) return [];
	if (verb !== undefined && it.name !== 'npm' && isLocalTool(name, it))
		return [{ find: 'command', words: it.words.slice(it.words.indexOf(verb)) }];
	return fetching.test(name)
		? [
				...fetches(it.name === 'yarn' ? 'yarn' : 'node', it),
				exec(it, `${it.name} ${name}`),
				...lifecycleScripts(it, name),
			]
		: [exec(it, `${it.name} ${name}`)];
}

/** npm reads `-script-shell` as it reads `--script-shell`. */
function singleDashed({ words }: Invocation): readonly Finding[] {
	const end = words.findIndex((word) => word.text === '--');
	return words
		.slice(0, end < 0 ? words.length : end)
		.filter((word) => /^-[a-zA-Z][\w-]{2,}/.test(word.text) && !/^-(iwr|[wCF].*)$/.test(word.text))
		.map((word) => opaque(`what \`${word.text}\` stands for`));
}

/** `yarn workspace web lint`, `yarn workspaces foreach run test`, `pnpm recursive run test`. */
function workspaceCommand(name: string, it: Invocation): readonly Finding[] | undefined {
	const [, ...rest] = it.operands;
	const isMany =
		(it.name === 'yarn' && name === 'workspaces') || (it.name === 'pnpm' && /^(recursive|multi|m)$/.test(name));
	if (!isMany && !(it.name === 'yarn' && name === 'workspace')) return undefined;
	const words = isMany ? rest.filter((word) => word.text !== 'foreach') : rest.slice(1);
	const called = scriptOf(it, words, true);
	if (called !== undefined) return packageScript(it, called);
	const [verb, ...others] = words;
	if (verb?.known === true && /^(exec|x)$/.test(verb.text)) return tools(verb.text, others, it);
	if (verb?.known === true && isLocalTool(verb.text, it)) return [{ find: 'command', words }];
	return [exec(it, `${it.name} ${name}`)];
}

/** `exec` runs what is installed, but for npm's; `dlx` fetches; `-c` takes a command line. */
function tools(verb: string, rest: readonly Word[], it: Invocation): readonly Finding[] {
	const at = it.words.findIndex((word) => /^(-c|--call|--shell-mode)$/.test(word.text));
	const source = at < 0 ? undefined : it.words[at + 1];
	if (source !== undefined) return [{ find: 'shell', source }];
	if (verb === 'dlx' || it.name === 'npm') return fetchedTool(rest, it);
	const [tool] = rest;
	return tool === undefined
		? [exec(it, `${it.name} ${verb}`)]
		: installedTool(it.words.slice(it.words.indexOf(tool)), it);
}

/** `npm pkg set scripts.test=…`: the manifest is written, and what is set as a script runs later. */
function scriptsSet(words: readonly Word[], it: Invocation): readonly Finding[] {
	const scripts = words.flatMap((word) => /^scripts\.[^=]*=(.+)$/s.exec(word.text)?.[1] ?? []);
	return [...writes(constant('package.json'), it.scope), exec(it, `${it.name} pkg`), ...scripts.map(shellText)];
}
