import { wordAfter } from '../carried.ts';
import { nearestFile } from '../declared.ts';
import { type Finding, type Invocation, network, type Scope } from '../program.ts';
import { contacts } from '../roles.ts';
import { constant } from '../word.ts';

/** The hosts of each world's public registry. An ordinary installation contacts only these hosts, so that one approval covers it. */
const publicHosts = {
	node: ['registry.npmjs.org'],
	yarn: ['registry.yarnpkg.com', 'registry.npmjs.org'],
	python: ['pypi.org', 'files.pythonhosted.org'],
	ruby: ['rubygems.org', 'index.rubygems.org'],
	php: ['repo.packagist.org', 'packagist.org', 'api.github.com', 'codeload.github.com', 'github.com'],
	rust: ['crates.io', 'index.crates.io', 'static.crates.io'],
	rustup: ['static.rust-lang.org'],
	go: ['proxy.golang.org', 'sum.golang.org'],
	dotnet: ['api.nuget.org'],
	erlang: ['hex.pm', 'repo.hex.pm', 'builds.hex.pm'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Languages whose packages come from a registry with known hosts. */
export type PackageWorld = keyof typeof publicHosts;

/** Every host of a public registry. */
export const registryHosts: readonly string[] = [...new Set(Object.values(publicHosts).flat())];

/**
 * Returns the hosts that a package manager contacts: its registry as the checkout configures it, and addresses in the words of the call.
 */
export function fetches(world: PackageWorld, it: Invocation): readonly Finding[] {
	const usual: readonly string[] = publicHosts[world];
	const isNode = world === 'node' || world === 'yarn';
	const { replaced, added } = isNode ? configured(it.scope) : { replaced: false, added: [] };
	return [
		...(replaced ? [] : usual.map(network)),
		...added.flatMap((url) => contacts(constant(url), it.scope)),
		...named(it),
		...(isNode ? it.operands.slice(1).flatMap(({ text }) => (shorthand.test(text) ? onGitHub : [])) : []),
	];
}

/** A package on GitHub: `npm install owner/repository`. */
const shorthand = /^(?:github:)?[\w-]+\/[\w.-]+(?:#.*)?$/;
const onGitHub = ['github.com', 'codeload.github.com'].map(network);

/** Judges addresses among the operands and after a `=`. The roles of options cover the addresses in their values. */
function named(it: Invocation): readonly Finding[] {
	return it.operands.flatMap((word) => {
		const before = /^(?:--?[\w-]+=|[\w.@/[\]-]+ ?@ ?)?(?:git\+)?(?=https?:\/\/)/.exec(word.prefix);
		return before === null ? [] : contacts(wordAfter(word, before[0].length), it.scope);
	});
}

/** How files of a checkout name a registry, for all packages or for some. */
const settings: readonly { readonly file: string; readonly all: RegExp; readonly some: RegExp }[] = [
	{ file: '.npmrc', all: /^[ \t]*registry[ \t]*=(.*)$/m, some: /^[ \t]*@[^=\n]*:registry[ \t]*=(.*)$/gm },
	{ file: '.yarnrc.yml', all: /^npmRegistryServer:(.*)$/m, some: /^[ \t]+npmRegistryServer:(.*)$/gm },
	{ file: '.yarnrc', all: /^[ \t]*"?registry"?[ \t]+(.*)$/m, some: /^[ \t]*"?@[^:\n]*:registry"?[ \t]+(.*)$/gm },
	{ file: 'bunfig.toml', all: /^[ \t]*registry[ \t]*=(.*)$/m, some: /^[ \t]*"?@?[\w-]+"?[ \t]*=(.*:\/\/.*)$/gm },
];

interface Configured {
	/** Whether the public registry is no longer used. */
	readonly replaced: boolean;
	readonly added: readonly string[];
}

function configured(scope: Scope): Configured {
	const found = settings.flatMap(({ file, all, some }) => {
		const text = nearestFile(scope, [file])?.text;
		if (text === undefined) return [];
		const one = all.exec(text)?.[1];
		const others = [...text.matchAll(some)].map((match) => match[1] ?? '').filter((value) => value !== one);
		return [{ replaced: one !== undefined, added: [...(one === undefined ? [] : [one]), ...others].map(addressOf) }];
	});
	return { replaced: found.some(({ replaced }) => replaced), added: found.flatMap(({ added }) => added) };
}

/** Returns the address in the value of a setting. Returns an empty string if there is none, or if the value contains a variable. */
function addressOf(value: string): string {
	return /https?:\/\/[^\s"'`$]*/.exec(value.includes('$') ? '' : value)?.[0] ?? '';
}
