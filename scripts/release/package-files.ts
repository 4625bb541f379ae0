import { entryPoints, type Manifest } from './manifest.ts';

/** npm packs these whatever `files` says. */
const always = ['package.json', 'README.md', 'LICENSE'];

/**
 * Compares the files of a package with the tracked files that `files` of package.json names. Returns a sentence for each file that is
 * missing or unwanted.
 */
export function packageFaults(
	packed: readonly string[],
	tracked: readonly string[],
	manifest: Manifest,
): readonly string[] {
	const isNamed = (path: string) => manifest.files.some((name) => path === name || path.startsWith(`${name}/`));
	const wanted = new Set([...always, ...tracked.filter(isNamed)]);
	const found = new Set(packed);
	return [
		...[...wanted].filter((path) => !found.has(path)).map((path) => `The package lacks ${path}.`),
		...packed.filter((path) => !wanted.has(path)).map((path) => `The package contains ${path}, which it should not.`),
		...entryPoints(manifest)
			.filter((path) => !found.has(path))
			.map((path) => `package.json names ${path}, but the package lacks it.`),
		...manifest.files
			.filter((name) => ![...wanted].some((path) => path === name || path.startsWith(`${name}/`)))
			.map((name) => `\`files\` of package.json names ${name}, but git has no such file.`),
	];
}
