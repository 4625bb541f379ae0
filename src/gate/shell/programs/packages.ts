import { posix } from 'node:path';
import { manifestOf } from '../declared.ts';
import {
	data,
	effect,
	exec,
	type Finding,
	type Invocation,
	network,
	type Program,
	role,
	rows,
	type Scope,
} from '../program.ts';
import { projectScript } from './project-script.ts';

/** Package managers: what the project declares runs as `exec.project`, what comes from a registry as `network` and `exec`. */
export const packages: readonly Program[] = [
	rows('npm pnpm yarn', {
		options: data(
			'-C --prefix --dir --cwd -w --workspace --filter --registry --cache --userconfig --loglevel --script-shell --node-options',
		),
		also: manager,
		examples: {
			'npm test': ['exec.project npm test'],
			'npm run lint': ['exec.project npm run lint'],
			'npm run deploy': ['exec npm run deploy'],
			'npm run nothing': ['exec npm run nothing'],
			'npm test -- --watch=false': ['exec.project npm test'],
			'npm ci': ['network the package registry', 'exec npm ci'],
			'npm install left-pad': ['network the package registry', 'exec npm install'],
			'npm publish': ['network the package registry', 'exec npm publish'],
			'npm --version': [],
			'npm ls': ['read .'],
			'npm exec -- eslint .': ['exec.project eslint'],
			"npm exec -c 'rm a'": ['delete a'],
			'pnpm lint': ['exec.project pnpm lint'],
			'npm --prefix sub test': ['exec npm test'],
			'npm config get registry': ['exec npm config'],
		},
	}),
	rows('npx pnpx bunx', {
		options: { ...data('-p --package --registry'), ...role('shell', '-c --call') },
		wraps: true,
		also: (it) => npx(it.operands, it),
		examples: {
			'npx eslint .': ['exec.project eslint'],
			'npx --no-install tsc': ['exec.project tsc'],
			'npx cowsay': ['network the package registry', 'exec npx cowsay'],
			"npx -c 'rm a'": ['delete a'],
		},
	}),
	rows('pip pip3 uv pipx poetry gem bundle composer brew conda', {
		wraps: true,
		also: installer,
		examples: {
			'pip install x': ['network the package registry', 'exec pip install'],
			'pip list': [],
			'pip --version': [],
		},
	}),
	rows('apt apt-get yum dnf apk pacman zypper snap dpkg rpm', {
		wraps: true,
		also: installer,
		examples: { 'apt-get install -y x': ['network the package registry', 'exec apt-get install'], 'apt list': [] },
	}),
];

const registry = network('the package registry');
const fetching =
	/^(i|in|ins|inst|install|add|ci|clean-install|update|up|upgrade|publish|unpublish|view|info|show|search|outdated|audit|dlx|create|init|login|logout|whoami|deprecate|dist-tag|owner|access|token|pack|fund|doctor|ping|install-test|it|sync|lock|download|tool|fetch|dist-upgrade|full-upgrade|require)$/;

function manager(it: Invocation): readonly Finding[] {
	const [verb, ...rest] = it.operands;
	if (it.has('--version', '-v', '--help', '-h') && verb === undefined) return [];
	const name = verb?.text ?? 'install';
	if (
		verb?.known === false ||
		it.has('--script-shell', '--node-options', '-w', '--workspace', '--filter', '-r', '--recursive', '--userconfig')
	) {
		return [exec(it, `${it.name} ${name}`)];
	}
	const scope = movedBy(it);
	if (/^(run|run-script|rum|urn)$/.test(name))
		return script(it, scope, rest[0]?.text ?? '', `${it.name} run ${rest[0]?.text ?? ''}`);
	if (/^(t|tst|test)$/.test(name)) return script(it, scope, 'test', `${it.name} test`);
	if (/^(exec|x|dlx)$/.test(name)) return npxOrCall(it, rest);
	if (/^(ls|list|ll|la|root|prefix|bin|why|explain|query)$/.test(name)) return [effect({ kind: 'read', path: '.' })];
	if (/^(help|version|completion)$/.test(name) && rest.length === 0) return [];
	if (it.name !== 'npm' && manifestOf(scope)?.scripts[name] !== undefined)
		return script(it, scope, name, `${it.name} ${name}`);
	return fetching.test(name) ? [registry, exec(it, `${it.name} ${name}`)] : [exec(it, `${it.name} ${name}`)];
}

function movedBy(it: Invocation): Scope {
	const [moved] = it.values('-C', '--prefix', '--dir', '--cwd');
	if (moved === undefined) return it.scope;
	const { cwd } = it.scope;
	if (!moved.known || moved.pattern || cwd === undefined) return { ...it.scope, cwd: undefined };
	return { ...it.scope, cwd: moved.text.startsWith('/') ? moved.text : posix.join(cwd, moved.text) };
}

function script(it: Invocation, scope: Scope, name: string, label: string): readonly Finding[] {
	const manifest = manifestOf(scope);
	if (name === '' && manifest !== undefined) return [effect({ kind: 'read', path: manifest.path })];
	if (manifest?.scripts[name] === undefined) return [exec(it, label)];
	return projectScript(it, { script: label, kind: name, definedIn: manifest.path });
}

/** `npm exec -c` takes a command line; everything else is as with npx. */
function npxOrCall(it: Invocation, rest: Invocation['operands']): readonly Finding[] {
	const at = it.words.findIndex((word) => word.text === '-c' || word.text === '--call');
	const source = at < 0 ? undefined : it.words[at + 1];
	return source === undefined ? npx(rest, it) : [{ find: 'shell', source }];
}

/** A tool that the project depends on runs from its own modules; any other one is fetched first. */
function npx(words: Invocation['operands'], it: Invocation): readonly Finding[] {
	const rest = words.filter((word, i) => !(i === 0 && word.text === '--'));
	const first = rest.findIndex((word) => !word.text.startsWith('-'));
	const tool = rest[first];
	if (tool === undefined) return it.has('-c', '--call') ? [] : [exec(it)];
	const isOwn = tool.known && !it.has('-p', '--package') && !tool.text.includes('@') && manifestHas(it, tool.text);
	if (isOwn) return [{ find: 'command', words: rest.slice(first) }];
	return [registry, exec(it, `npx ${tool.text}`)];
}

function manifestHas(it: Invocation, tool: string): boolean {
	const dependencies = manifestOf(it.scope)?.dependencies ?? [];
	return dependencies.some((name) => name === tool || packageOf[tool] === name);
}

/** Tools whose package has another name. */
const packageOf: Readonly<Record<string, string>> = {
	tsc: 'typescript',
	biome: '@biomejs/biome',
	playwright: '@playwright/test',
	tsserver: 'typescript',
};

function installer(it: Invocation): readonly Finding[] {
	const verb = it.operands[0]?.text;
	if (
		verb === undefined ||
		(/^(list|show|freeze|check|info|policy|help|--version)$/.test(verb) && !/^(uv|poetry|bundle)$/.test(it.name))
	) {
		return it.operands.length === 0 && !it.has('--version', '-V', '--help', '-h') && /^(poetry|bundle)$/.test(it.name)
			? [exec(it)]
			: [];
	}
	return fetching.test(verb) ? [registry, exec(it, `${it.name} ${verb}`)] : [exec(it, `${it.name} ${verb}`)];
}
