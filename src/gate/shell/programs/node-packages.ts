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
	rows('npm pnpm yarn', {
		options: managerOptions,
		also: manager,
		examples: {
			'npm test': ['exec.project npm test'],
			'npm run lint': ['exec.project npm run lint'],
			'npm run deploy': ['exec npm run deploy'],
			'npm run nothing': ['exec npm run nothing'],
			'npm test -- --watch=false': ['exec.project npm test'],
			'npm test -- --globalSetup=./x.js': ['exec x.js', 'exec.project npm test'],
			'npm run lint -- --fix': ['exec.project npm run lint', 'write .'],
			'npm ci': ['network registry.npmjs.org', 'exec npm ci'],
			'npm install left-pad': ['network registry.npmjs.org', 'exec npm install'],
			'npm install https://e.example/a.tgz': ['network registry.npmjs.org', 'network e.example', 'exec npm install'],
			'npm install a/b': [
				'network registry.npmjs.org',
				'network github.com',
				'network codeload.github.com',
				'exec npm install',
			],
			'npm publish': ['network registry.npmjs.org', 'exec npm publish'],
			'npm --version': [],
			'npm ls': ['read .'],
			'npm run': ['read package.json'],
			'npm exec -- eslint .': ['exec.project eslint'],
			'npm exec --yes -- cowsay': ['network registry.npmjs.org', 'exec npx cowsay'],
			"npm exec -c 'rm a'": ['delete a'],
			'pnpm lint': ['exec.project pnpm lint'],
			'pnpm exec vitest run': ['exec.project vitest'],
			'yarn eslint src': ['exec.project eslint'],
			'yarn cowsay': ['exec yarn cowsay'],
			yarn: ['network registry.yarnpkg.com', 'network registry.npmjs.org', 'exec yarn install'],
			'npm --prefix sub test': ['exec.project npm test'],
			'npm --prefix /other test': ['exec npm test'],
			'npm test -w web': ['exec.project npm test'],
			'pnpm -r build': ['exec.project pnpm build'],
			'pnpm --filter web run deploy': ['exec pnpm run deploy'],
			'yarn workspace web lint': ['exec.project yarn lint'],
			'yarn workspaces foreach -A run test': ['exec.project yarn run test'],
			'npm test --script-shell=./x': ['opaque', 'exec x', 'exec.project npm test'],
			'npm test --prefi=/other': ['opaque', 'exec npm test'],
			'npm test -script-shell=./x': ['opaque', 'exec npm test'],
			'npm test --node-options=--import=./x.js': ['opaque', 'exec npm test'],
			'npm exec --no -- eslint .': ['exec.project eslint'],
			'npm config get registry': ['exec npm config'],
			'npm pkg get name': ['read .'],
			'npm version patch': ['exec npm version'],
		},
	}),
	rows('npx pnpx bunx', {
		options: { ...data('-p --package'), ...role('url', '--registry'), ...role('shell', '-c --call') },
		wraps: true,
		also: (it) => (it.has('-c', '--call') ? [] : fetchedTool(it.operands, it)),
		examples: {
			'npx eslint .': ['exec.project eslint'],
			'npx --no-install tsc': ['exec.project tsc'],
			'npx --no-install cowsay': ['exec npx cowsay'],
			'npx cowsay': ['network registry.npmjs.org', 'exec npx cowsay'],
			'npx jest': ['network registry.npmjs.org', 'exec npx jest'],
			'npx eslint@9 .': ['network registry.npmjs.org', 'exec npx eslint@9'],
			'npx -y eslint .': ['network registry.npmjs.org', 'exec npx eslint'],
			'npx -p evil tsc': ['network registry.npmjs.org', 'exec npx tsc'],
			"npx -c 'rm a'": ['delete a'],
			'npx --registry=https://e.example eslint .': ['exec.project eslint', 'network e.example'],
		},
	}),
];

/** `node --run x` runs a script of the manifest. */
export const nodeRunModes = (): readonly Program[] => [
	rows('node', {
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
		examples: { 'node --run lint': ['exec.project node --run lint'], 'node --run deploy': ['exec node --run deploy'] },
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
