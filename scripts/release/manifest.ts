import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The parts of package.json that a release needs. */
export interface Manifest {
	readonly name: string;
	readonly version: string;
	readonly repository?: string | { readonly url: string };
	readonly files: readonly string[];
	readonly scripts?: Readonly<Record<string, string>>;
	readonly bin?: Readonly<Record<string, string>>;
	readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

export function readManifest(root: string): Manifest {
	return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
}

/** Writes a file as npm does. */
export function writeJson(path: string, value: object): void {
	writeFileSync(path, `${JSON.stringify(value, null, '\t')}\n`);
}

/** Returns the repository on GitHub that releases come from, as `owner/name`. Undefined until package.json names one. */
export function repositoryOf({ repository }: Pick<Manifest, 'repository'>): string | undefined {
	const url = typeof repository === 'string' ? repository : repository?.url;
	const [, name] =
		/^(?:github:|git\+https:\/\/github\.com\/|https:\/\/github\.com\/)?([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(
			url ?? '',
		) ?? [];
	return name;
}

/** Returns the files that package.json promises to those who install the package. */
export function entryPoints({ bin = {}, exports = {} }: Manifest): readonly string[] {
	const exported = Object.values(exports).flatMap((target) =>
		typeof target === 'string' ? [target] : Object.values(target),
	);
	return [...Object.values(bin), ...exported].map((path) => path.replace(/^\.\//, ''));
}
