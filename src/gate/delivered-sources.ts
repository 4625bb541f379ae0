import { jsonOf } from './delivered-manifests.ts';

const dependencyKeys = [
	...['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies', 'overrides', 'resolutions'],
	...['repositories', 'require', 'require-dev', 'publishConfig'],
];

/** Lines of manifests that are no JSON, and that take a dependency from elsewhere than the usual registry. Comments are cut before. */
const lines: readonly (readonly [RegExp, RegExp])[] = [
	[
		/(^|\/)((requirements|constraints)[^/]*|(requirements|constraints)\/[^/]+)\.(txt|in)$/,
		/^\s*(-i|-f|--(index-url|extra-index-url|find-links|trusted-host))\b|:\/\//,
	],
	[
		/(^|\/)(pyproject\.toml|pipfile)$/,
		/@\s*[\w+]+:\/\/|^\s*(git|index|(extra-|default-)?index[-_]url|find-links)\s*=|[{,]\s*(git|url)\s*=|^\s*url\s*=/,
	],
	[
		/(^|\/)cargo\.toml$/,
		/^\s*(git|registry|registry-index|index)\s*=|[{,]\s*(git|registry)\s*=|^\s*\[(patch|replace|source|registries)\b/,
	],
	[/(^|\/)go\.(mod|work)$/, /=>/],
	[/(^|\/)[^/]*\.gradle(\.kts)?$/, /\b(maven|ivy|uri|url)\b\s*[({="']/],
	[/(^|\/)pom\.xml$/, /<(repository|pluginRepository)>/],
	[/(^|\/)environment\.ya?ml$/, /:\/\//],
];

/** Dependencies, or where they are looked for, that are not the usual registry's: of a manifest whose path is in small letters. */
export function foreignSources(path: string, text: string): readonly string[] {
	const lower = path.toLowerCase();
	if (/(^|\/)(package|composer)\.json$/.test(lower)) return foreignIn(text);
	const pattern = lines.find(([name]) => name.test(lower))?.[1];
	if (pattern === undefined) return [];
	const code = text.split(/\r?\n/).map((line) => line.replace(/(^|\s)(#|\/\/).*$/, '').trim());
	return code.filter((line) => pattern.test(line));
}

/** A file that is no JSON is told by its scripts, which cannot be read either. */
function foreignIn(text: string): readonly string[] {
	const value = jsonOf(text);
	if (value === undefined) return [];
	return dependencyKeys.flatMap((key) => textsIn(value[key]).filter(isForeign));
}

function textsIn(value: unknown): readonly string[] {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** A version or a range never holds a slash or a colon, but for the protocols of workspaces and catalogs. */
function isForeign(version: string): boolean {
	return /[/:]/.test(version) && !/^(workspace|catalog):/.test(version);
}
