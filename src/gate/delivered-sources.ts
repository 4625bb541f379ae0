import { jsonOf } from './delivered-manifests.ts';

const dependencyKeys = [
	...['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies', 'overrides', 'resolutions'],
	...['repositories', 'require', 'require-dev', 'publishConfig'],
];

/**
 * Patterns for manifests that are not JSON. They match a line that takes a dependency from outside the usual registry. Comments are
 * removed first.
 */
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

/** Returns the dependencies of a manifest, or the places to look for them, that are outside the usual registry. */
export function foreignSources(path: string, text: string): readonly string[] {
	const lower = path.toLowerCase();
	if (/(^|\/)(package|composer)\.json$/.test(lower)) return foreignIn(text);
	const pattern = lines.find(([name]) => name.test(lower))?.[1];
	if (pattern === undefined) return [];
	const code = text.split(/\r?\n/).map((line) => line.replace(/(^|\s)(#|\/\/).*$/, '').trim());
	return code.filter((line) => pattern.test(line));
}

/** Invalid JSON gives no sources. The file gets the class `package-scripts` instead, because its scripts are unreadable too. */
function foreignIn(text: string): readonly string[] {
	const value = jsonOf(text);
	if (value === undefined) return [];
	return dependencyKeys.flatMap((key) => textsIn(value[key]).filter(isForeign));
}

function textsIn(value: unknown): readonly string[] {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/**
 * Returns whether the package is from outside the registry. A version or a range contains no slash and no colon, except in the protocols of
 * workspaces and catalogs.
 */
function isForeign(version: string): boolean {
	return /[/:]/.test(version) && !/^(workspace|catalog):/.test(version);
}
