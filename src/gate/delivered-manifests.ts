import { type DeliveredFile, type FileState, isJsonObject, type JsonObject, type JsonValue } from '../core/index.ts';
import { textOf } from './utf8-text.ts';

type Parts = (text: string) => string | undefined;

/**
 * The part of each kind of manifest that package managers and builds run by themselves. A part that cannot be told (`undefined`) counts as
 * changed: a version bump alone is no change of a script, a file that nobody can read may be one.
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

/** Whether a manifest's scripts, or what else runs by itself, are others after the delivery. */
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
	const text = state.mode === '120000' ? undefined : textOf(state.bytes);
	return text === undefined ? undefined : parts(text);
}

/** What a file says under these keys of its top. */
function jsonParts(keys: readonly string[]): Parts {
	return (text) => {
		const value = jsonOf(text);
		if (value === undefined) return undefined;
		return JSON.stringify(keys.map((key) => (Object.hasOwn(value, key) ? [key, value[key]] : [])));
	};
}

/** A JSON object; undefined for any other text. */
export function jsonOf(text: string): JsonObject | undefined {
	try {
		const value = JSON.parse(text.replace(/^\ufeff/, '')) as JsonValue;
		return isJsonObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** The lines of TOML or INI that stand in a section, or under a key, with such a name; spelled otherwise, all that is odd. */
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

/** Ruby code, but for lines that only name a gem and its versions. */
function otherThanGems(text: string): string {
	const gem = /^\s*(gem\s+(["'])[\w.-]+\2(\s*,\s*(["'])[~<>=!\s\d.\w-]*\4)*\s*|#.*|)$/;
	return text
		.split(/\r?\n/)
		.filter((line) => !gem.test(line))
		.join('\n');
}
