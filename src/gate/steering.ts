import { type Effect, type Facts, hasTrait } from '../core/index.ts';
import { lockfileNames } from './lockfiles.ts';
import type { Subject } from './part.ts';

/** Files that package managers, builds and shells read from the folder in which they run, although no command names them. */
const steering: readonly string[] = [
	...['package.json', '.npmrc', '.yarnrc', '.yarnrc.yml', '.pnpmfile.cjs', '.pnpmfile.mjs', '.pnpmfile.js'],
	...['pnpm-workspace.yaml', 'bunfig.toml', 'deno.json', 'deno.jsonc', 'setup.py', 'setup.cfg', 'pyproject.toml'],
	...['pip.conf', 'pip.ini', 'uv.toml', 'requirements.txt', 'Pipfile', 'pixi.toml', 'environment.yml'],
	...['sitecustomize.py', 'usercustomize.py', 'Cargo.toml', 'build.rs', '.cargo', 'rust-toolchain.toml'],
	...['rust-toolchain', 'go.mod', 'go.work', 'Gemfile', 'gems.rb', '.bundle', 'composer.json', 'auth.json', 'mix.exs'],
	...['rebar.config', 'pom.xml', '.mvn', 'build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'],
	...['gradle', 'gradle.properties', 'build.sbt', 'nuget.config', 'NuGet.Config', 'Directory.Build.props'],
	...['pubspec.yaml', 'Podfile', 'Package.swift', 'flake.nix', 'devbox.json', 'mise.toml', '.mise.toml'],
	...['.tool-versions', 'MODULE.bazel', 'WORKSPACE', 'Chart.yaml', 'CMakeLists.txt', 'Makefile', 'makefile'],
	...['GNUmakefile', '.envrc', '.gitmodules', '.gitattributes', '.curlrc', '.wgetrc'],
	...lockfileNames,
];

/**
 * Returns a file that this run changed, and that a call would execute or read as settings. Undefined if there is no such file. Threat: a
 * call without approval writes `.npmrc`, and then a call with a standing approval installs from there.
 */
export function changedSteering({ call, parts, executes }: Subject, facts: Facts): string | undefined {
	const changed = executes.find((path) => facts.changedInRun(path));
	if (changed !== undefined) return changed;
	const mayObey = (effect: Effect) => hasTrait(effect, 'does', 'runs') || hasTrait(effect, 'about', 'host');
	if (!parts.some(({ effects }) => effects.some(mayObey))) return undefined;
	const named = parts.flatMap(({ argv = [] }) => argv.map((word) => word.replace(/^-[^=]*=/, '')));
	const start = typeof call.args['cwd'] === 'string' ? [call.args['cwd']] : [];
	const folders = new Set([...start, ...named].flatMap((word) => foldersTo(word, facts)));
	const paths = ['', ...folders].flatMap((folder) => steering.map((name) => `${folder}${name}`));
	return paths.find((path) => facts.realPath(path) !== undefined && facts.changedInRun(path));
}

/** Returns the folders of the checkout on the way to a word's path, each with a slash at its end. */
function foldersTo(word: string, { root }: Facts): readonly string[] {
	const inside = word.startsWith(`${root}/`) ? word.slice(root.length + 1) : word;
	if (/^[-/~$]/.test(inside) || inside.length > 500) return [];
	const parts = inside.split('/').filter((part) => part !== '' && part !== '.');
	return parts.includes('..') ? [] : parts.map((_, index) => `${parts.slice(0, index + 1).join('/')}/`);
}
