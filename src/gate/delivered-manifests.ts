import { type DeliveredFile, type FileState, isJsonObject, type JsonObject, type JsonValue } from '../core/index.ts';
import { utf8Text } from './utf8-text.ts';

type Parts = (text: string) => string | undefined;

/**
 * For each kind of manifest, the part that package managers and builds run automatically. An unreadable part (`undefined`) is treated as
 * changed, because it may contain a new script. A new version number alone changes no script.
 */
const manifests: readonly (readonly [RegExp, Parts])[] = [
	[
		/(^|\/)package\.json$/,
		jsonParts([
			...['scripts', 'bin', 'config', 'gypfile', 'directories', 'packageManager', 'devEngines', 'binary'],
			...['husky', 'lint-staged', 'simple-git-hooks', 'pre-commit', 'gitHooks', 'hooks', 'lefthook'],
			...[
				'allowScripts',
				'trustedDependencies',
				'pnpm',
				'lavamoat',
				'wireit',
				'nx',
				'workspaces',
				'bundleDependencies',
				'dependenciesMeta',
				'nodemonConfig',
				'release',
			],
		]),
	],
	[
		/(^|\/)composer\.json$/,
		jsonParts(['scripts', 'scripts-aliases', 'bin', 'config', 'autoload', 'autoload-dev', 'extra']),
	],
	[/(^|\/)deno\.jsonc?$/, jsonParts(['tasks'])],
	[
		/(^|\/)(pyproject|cargo|pipfile)(\.toml)?$/,
		(text) => lineParts(text, /script|task|build|entry|hook|backend|env|command|plugin|proc.?macro|links/i),
	],
	[/(^|\/)setup\.cfg$/, (text) => lineParts(text, /entry|script|command|build|hook/i)],
	[/(^|\/)(gemfile|gems\.rb)$/, otherThanGems],
	[/(^|\/)gradle\.properties$/, (text) => lineParts(text, /^\s*(org\.gradle|systemprop)|jvm|repo|url|plugin/i)],
];

/** Returns whether a delivery changes the scripts of a manifest, or other parts that run automatically. */
export function changesScripts({ path, before, after }: DeliveredFile): boolean {
	const lower = path.toLowerCase();
	return manifests.some(([name, parts]) => name.test(lower) && differ(parts, before, after));
}

function differ(parts: Parts, before: FileState | undefined, after: FileState | undefined): boolean {
	const [then, now] = [before, after].map((state) => partsOf(parts, state));
	return then === undefined || now === undefined || then !== now;
}

function partsOf(parts: Parts, state: FileState | undefined): string | undefined {
	if (state === undefined) return parts('') ?? parts('{}');
	const text = state.mode === '120000' ? undefined : utf8Text(state.bytes);
	return text === undefined ? undefined : parts(text);
}

/** Returns the values of these top-level keys. */
function jsonParts(keys: readonly string[]): Parts {
	return (text) => {
		const value = jsonOf(text);
		if (value === undefined) return undefined;
		return JSON.stringify(keys.map((key) => (Object.hasOwn(value, key) ? [key, value[key]] : [])));
	};
}

/** Parses a JSON object. Undefined for any other text. */
export function jsonOf(text: string): JsonObject | undefined {
	try {
		const value = JSON.parse(text.replace(/^\ufeff/, '')) as JsonValue;
		return isJsonObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/**
 * Returns the lines of TOML or INI if their section or their key matches `names`. Lines with escapes or multi-line strings are always
 * included, because they may hide such a key.
 */
function lineParts(text: string, names: RegExp): string {
	let section = '';
	const kept: string[] = [];
	for (const line of text.split(/\r?\n/)) {
		const header = /^\s*\[+([^\]]*)\]/.exec(line)?.[1];
		if (header !== undefined) section = header;
		const key = line.split('=')[0] ?? '';
		const isOdd = /\\|"""|'''/.test(line) && !/^\s*#/.test(line);
		if (names.test(section) || (line.includes('=') && names.test(key)) || isOdd)
			kept.push(`${section}\0${line.trim()}`);
	}
	return kept.filter((line) => !/\0(#.*)?$/.test(line)).join('\n');
}

/** Returns Ruby code without the lines that only name a gem and its versions. */
function otherThanGems(text: string): string {
	const gem = /^\s*(gem\s+(["'])[\w.-]+\2(\s*,\s*(["'])[~<>=!\s\d.\w-]*\4)*\s*|#.*|)$/;
	return text
		.split(/\r?\n/)
		.filter((line) => !gem.test(line))
		.join('\n');
}
