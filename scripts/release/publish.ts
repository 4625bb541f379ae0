import { readManifest, repositoryOf } from './manifest.ts';
import { readRelease } from './pack.ts';
import { type PublishCommand, publishCommands } from './publication.ts';
import { ReleaseError, run, tryRun } from './shell.ts';

/** Publishes a packed release from a checkout of its commit. @throws ReleaseError at the first step that fails. */
export function publish(root: string, folder: string, job: string | undefined, say: (line: string) => void): void {
	const release = readRelease(folder);
	requireRepository(root, job);
	const commit = run(['git', 'rev-parse', 'HEAD'], root);
	if (commit !== release.commit)
		throw new ReleaseError(`The package was made from ${release.commit}, but this checkout is at ${commit}.`);
	for (const command of publishCommands(release, folder)) {
		if (isDone(command, root)) {
			say(`- ${command.does}: already done`);
			continue;
		}
		run(command.argv, root);
		say(`✓ ${command.does}`);
	}
}

/** Threat: a fork could publish under our name, or npm could link our package to a fork. @throws ReleaseError */
export function requireRepository(root: string, job: string | undefined): void {
	const repository = repositoryOf(readManifest(root));
	if (repository === undefined)
		throw new ReleaseError('package.json has no `repository` on GitHub. docs/releasing.md says how to set it.');
	if (repository !== job)
		throw new ReleaseError(
			`package.json names the repository ${repository}, but this job belongs to ${job ?? 'none'}.`,
		);
}

function isDone({ unless }: PublishCommand, root: string): boolean {
	if (unless === undefined) return false;
	const { ok, stdout } = tryRun(unless.argv, root);
	return ok && (unless.prints === undefined || unless.prints === stdout);
}
