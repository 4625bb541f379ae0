import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { notesOf, waitingNotes } from './changelog.ts';
import { readManifest, writeJson } from './manifest.ts';
import type { Plan } from './plan.ts';
import { run, tryRun } from './shell.ts';

const versionFile = 'src/version.ts';

export function tagsOf(root: string): readonly string[] {
	return run(['git', 'tag', '--list'], root).split('\n').filter(Boolean);
}

export function readChangelog(root: string): string {
	return readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
}

/** Returns the paths that differ from the commit. */
export function changedPaths(root: string): readonly string[] {
	const changes = run(['git', 'status', '--porcelain', '--untracked-files=all'], root).split('\n');
	return changes.map((change) => change.slice(3)).filter(Boolean);
}

/** Writes the version and the changelog of a release, and the files that are generated from them. */
export function writeRelease(root: string, { version, changelog }: Plan): void {
	const { version: before, scripts = {} } = readManifest(root);
	const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
	const packages = { ...lock.packages, '': { ...lock.packages[''], version } };
	writeJson(join(root, 'package-lock.json'), { ...lock, version, packages });
	writeJson(join(root, 'package.json'), { ...readManifest(root), version });
	const source = join(root, versionFile);
	writeFileSync(source, readFileSync(source, 'utf8').replace(`'${before}'`, `'${version}'`));
	writeFileSync(join(root, 'CHANGELOG.md'), changelog);
	if (scripts['names'] !== undefined) run(['npm', 'run', 'names'], root);
	run(['npm', 'run', 'build'], root);
}

/** Returns a sentence for each file that does not agree with the version of package.json. */
export function versionFaults(root: string): readonly string[] {
	const { version } = readManifest(root);
	const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
	const changelog = readChangelog(root);
	const tagged = tryRun(['git', 'rev-parse', '--verify', '--quiet', `refs/tags/v${version}^{commit}`], root);
	const checks: readonly (readonly [boolean, string])[] = [
		[lock.version === version && lock.packages[''].version === version, 'package-lock.json has another version.'],
		[readFileSync(join(root, versionFile), 'utf8').includes(`'${version}'`), `${versionFile} has another version.`],
		[(notesOf(changelog, version) ?? '') !== '', `CHANGELOG.md has no section about ${version}.`],
		[
			waitingNotes(changelog) === '',
			`CHANGELOG.md has changes under "Unreleased". Move them to the section about ${version}.`,
		],
		[
			!tagged.ok || tagged.stdout === run(['git', 'rev-parse', 'HEAD'], root),
			`The tag v${version} belongs to another commit, and released versions never change.`,
		],
	];
	return checks.filter(([isFine]) => !isFine).map(([, fault]) => fault);
}

interface Lock {
	readonly version: string;
	readonly packages: { readonly '': { readonly version: string } };
}

/** Builds `dist/` again. Returns a sentence for each file that differs from the commit. */
export function rebuildFaults(root: string): readonly string[] {
	run(['npm', 'run', 'build'], root);
	return changedPaths(root).map((path) => `The build does not give the committed file ${path}.`);
}
