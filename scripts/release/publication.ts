import { majorOf } from './version.ts';

/** The data that the packing job passes to the publishing job. */
export interface Release {
	readonly name: string;
	readonly version: string;
	readonly commit: string;
	readonly tarball: string;
	readonly sbom: string;
	/** The SHA-512 of the tarball, as npm writes it. */
	readonly integrity: string;
}

/** A command of the publication. */
export interface PublishCommand {
	readonly does: string;
	readonly argv: readonly string[];
	/** If this command succeeds and prints the text, an earlier attempt has already done the step. */
	readonly unless?: { readonly argv: readonly string[]; readonly prints?: string };
}

export const notesFile = 'notes.md';

/**
 * Returns the commands that publish a release, in order. Each command can be repeated after a failure, and none changes what is already
 * public.
 */
export function publishCommands(release: Release, folder: string): readonly PublishCommand[] {
	const { name, version, commit, tarball, sbom, integrity } = release;
	const [tag, major] = [`v${version}`, `v${majorOf(version)}`];
	const file = (path: string) => `${folder}/${path}`;
	return [
		{
			does: `Tag the commit as ${tag}. Git refuses if another commit has this tag`,
			argv: ['git', 'push', 'origin', `${commit}:refs/tags/${tag}`],
		},
		{
			does: `Publish ${name}@${version} to npm with its provenance`,
			argv: ['npm', 'publish', `./${file(tarball)}`, '--provenance', '--access', 'public'],
			unless: { argv: ['npm', 'view', `${name}@${version}`, 'dist.integrity'], prints: integrity },
		},
		{
			does: `Publish the release on GitHub, with the package and the list of its parts (SBOM)`,
			argv: [
				...['gh', 'release', 'create', tag, file(tarball), file(sbom)],
				...['--verify-tag', '--title', tag, '--notes-file', file(notesFile)],
			],
			unless: { argv: ['gh', 'release', 'view', tag] },
		},
		{
			does: `Move the tag ${major} to the commit`,
			argv: ['git', 'push', '--force', 'origin', `${commit}:refs/tags/${major}`],
		},
	];
}
