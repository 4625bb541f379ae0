import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { notesOf } from './changelog.ts';
import { readChangelog } from './checkout.ts';
import { readManifest, writeJson } from './manifest.ts';
import { packageFaults } from './package-files.ts';
import { notesFile, type Release } from './publication.ts';
import { ReleaseError, run } from './shell.ts';

/** The file in which the job that packs describes the release for the job that publishes. */
const releaseFile = 'release.json';

export interface Packed extends Release {
	readonly count: number;
	readonly size: number;
	readonly parts: number;
	readonly faults: readonly string[];
}

/** Packs a checkout of a release commit into a folder, and lists the parts that it was built from (SBOM). */
export function packRelease(root: string, folder: string): Packed {
	const manifest = readManifest(root);
	const { name, version } = manifest;
	mkdirSync(folder, { recursive: true });
	const commit = run(['git', 'rev-parse', 'HEAD'], root);
	const { filename, integrity, size, files } = npmPack(root, folder, commit);
	const paths = files.map(({ path }) => path);
	const tracked = run(['git', 'ls-files', '-z'], root).split('\0');
	const sbom = `${name}-${version}.cdx.json`;
	const parts = writeSbom(root, join(folder, sbom), name);
	writeFileSync(join(folder, notesFile), `${notesOf(readChangelog(root), version) ?? ''}\n`);
	const release: Release = { name, version, commit, tarball: filename, sbom, integrity };
	writeJson(join(folder, releaseFile), release);
	return { ...release, count: paths.length, size, parts, faults: packageFaults(paths, tracked, manifest) };
}

export function readRelease(folder: string): Release {
	return JSON.parse(readFileSync(join(folder, releaseFile), 'utf8')) as Release;
}

interface NpmPack {
	readonly filename: string;
	readonly integrity: string;
	readonly size: number;
	readonly files: readonly { readonly path: string }[];
}

/** Packs with the commit in package.json: an installed program reads there which commit a workflow should pin. */
function npmPack(root: string, folder: string, commit: string): NpmPack {
	const file = join(root, 'package.json');
	const before = readFileSync(file);
	try {
		writeJson(file, { ...readManifest(root), gitHead: commit });
		const printed = run(['npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', folder], root);
		const [packed] = JSON.parse(printed) as readonly NpmPack[];
		if (packed === undefined) throw new ReleaseError('`npm pack` made no package.');
		return packed;
	} finally {
		writeFileSync(file, before);
	}
}

/** Writes the SBOM. Returns how many packages it lists. */
function writeSbom(root: string, file: string, name: string): number {
	const sbom = JSON.parse(run(['npm', 'sbom', '--sbom-format', 'cyclonedx'], root)) as Sbom;
	// npm writes the name of the folder here, which differs from machine to machine.
	const component = { ...sbom.metadata.component, name };
	writeJson(file, { ...sbom, metadata: { ...sbom.metadata, component } });
	return sbom.components.length;
}

interface Sbom {
	readonly metadata: { readonly component: object };
	readonly components: readonly object[];
}
