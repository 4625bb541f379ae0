import { obeyedPath } from './delivered-paths.ts';

/** The names of lockfiles, which fix the versions that are installed. */
export const lockfileNames: readonly string[] = [
	...['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'bun.lockb', 'deno.lock'],
	...[
		'poetry.lock',
		'uv.lock',
		'pdm.lock',
		'pixi.lock',
		'pylock.toml',
		'Pipfile.lock',
		'conda-lock.yml',
		'conda-lock.yaml',
	],
	...['Cargo.lock', 'go.sum', 'go.work.sum', 'Gemfile.lock', 'gems.locked', 'composer.lock', 'mix.lock', 'rebar.lock'],
	...[
		'packages.lock.json',
		'paket.lock',
		'gradle.lockfile',
		'verification-metadata.xml',
		'pubspec.lock',
		'Podfile.lock',
	],
	...[
		'Cartfile.resolved',
		'Package.resolved',
		'flake.lock',
		'devbox.lock',
		'mise.lock',
		'MODULE.bazel.lock',
		'Chart.lock',
	],
	...['buf.lock', '.terraform.lock.hcl'],
];

const lowerCase: ReadonlySet<string> = new Set(lockfileNames.map((name) => name.toLowerCase()));

/** Returns whether a file is a lockfile. Python's can have a name for each purpose, such as `pylock.dev.toml` (PEP 751). */
export function isLockfile(path: string): boolean {
	const name = obeyedPath(path).split('/').at(-1) ?? '';
	return lowerCase.has(name) || /^pylock.*\.toml$/.test(name);
}
