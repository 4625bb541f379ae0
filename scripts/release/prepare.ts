import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changedPaths, readChangelog, rebuildFaults, tagsOf, versionFaults, writeRelease } from './checkout.ts';
import { readManifest, repositoryOf } from './manifest.ts';
import { type Packed, packRelease } from './pack.ts';
import { type Plan, planRelease } from './plan.ts';
import { publishCommands } from './publication.ts';
import { ReleaseError, run } from './shell.ts';

export interface Request {
	readonly root: string;
	readonly asked?: string;
	readonly isDry: boolean;
	readonly day: string;
	readonly say: (line: string) => void;
}

/** Makes the release in a clone that is deleted afterwards. Unless it is a dry run, the checkout then gets the release commit. */
export function prepareRelease(request: Request): readonly string[] {
	const { root, isDry, say } = request;
	const folder = mkdtempSync(join(tmpdir(), 'release-'));
	try {
		const plan = readPlan(request);
		say(`✓ Version ${plan.version}: ${plan.why}`);
		const faults = [...dirtyFaults(root)];
		say('… Installing and building in a clean checkout. This takes a few minutes.');
		const clone = join(folder, 'clean-checkout');
		faults.push(...checkClone(root, clone, say));
		if (!plan.isPrepared) commitRelease(clone, plan, say);
		faults.push(...versionFaults(clone));
		const packed = packRelease(clone, join(folder, 'release'));
		faults.push(...packed.faults);
		sayPacked(packed, say);
		if (!isDry && faults.length > 0) return faults;
		if (!isDry && !plan.isPrepared) applyCommit(clone, root, plan.version);
		sayRest(request, plan, packed);
		return faults;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function readPlan({ root, asked, day }: Request): Plan {
	const situation = { current: readManifest(root).version, tags: tagsOf(root), changelog: readChangelog(root), day };
	const plan = planRelease(asked === undefined ? situation : { ...situation, asked });
	if ('fault' in plan) throw new ReleaseError(plan.fault);
	return plan;
}

function dirtyFaults(root: string): readonly string[] {
	const changes = changedPaths(root).length;
	return changes === 0 ? [] : [`The checkout has ${changes} uncommitted changes. A release contains only commits.`];
}

/** Clones the commit, installs its packages and builds it there. */
function checkClone(root: string, clone: string, say: (line: string) => void): readonly string[] {
	run(['git', 'clone', '--quiet', '--no-local', root, clone], root);
	run(['npm', 'ci', '--no-audit', '--no-fund'], clone);
	say('✓ A clean checkout in another folder has its packages');
	const faults = rebuildFaults(clone);
	if (faults.length === 0) say('✓ The build there gives dist/ byte for byte');
	run(['git', 'reset', '--quiet', '--hard'], clone);
	return faults;
}

function commitRelease(clone: string, plan: Plan, say: (line: string) => void): void {
	writeRelease(clone, plan);
	run(['git', 'add', '--all'], clone);
	const author = ['-c', 'user.name=release', '-c', 'user.email=release@example.com', '-c', 'commit.gpgSign=false'];
	run(['git', ...author, 'commit', '--quiet', '--no-verify', '--message', `Release ${plan.version}`], clone);
	const changed = run(['git', 'diff', '--name-only', 'HEAD~1', 'HEAD'], clone).split('\n');
	const others = changed.filter((path) => !path.startsWith('dist/'));
	say(`✓ The release commit changes ${others.join(', ')} and ${changed.length - others.length} files of dist/`);
}

/** Commits the same change in the checkout, with the maintainer's name, signature and hooks. */
function applyCommit(clone: string, root: string, version: string): void {
	const patch = `${clone}.patch`;
	run(['git', 'diff', '--binary', `--output=${patch}`, 'HEAD~1', 'HEAD'], clone);
	run(['git', 'apply', '--index', patch], root);
	run(['git', 'commit', '--quiet', '--message', `Release ${version}`], root);
}

function sayPacked({ tarball, count, size, parts }: Packed, say: (line: string) => void): void {
	say(`✓ ${tarball} contains ${count} files (${(size / 1_000_000).toFixed(1)} MB)`);
	say(`✓ The list of its parts (SBOM) names ${parts} packages`);
}

/** Says what is left to do. */
function sayRest({ root, isDry, say }: Request, plan: Plan, packed: Packed): void {
	const commit = isDry || plan.isPrepared ? '<commit>' : run(['git', 'rev-parse', 'HEAD'], root);
	say('');
	if (plan.isPrepared) say(`The commit of release ${plan.version} exists.`);
	else
		say(
			isDry ? `A real run would commit "Release ${plan.version}" here.` : `Committed "Release ${plan.version}" here.`,
		);
	say('Then merge it into the default branch, and start the workflow "release" there. The workflow would:');
	say('- Do the same checks, and pack the same files');
	say('- Attest that it made the package and the SBOM');
	for (const { does, argv } of publishCommands({ ...packed, commit }, 'release'))
		say(`- ${does}:\n    ${argv.join(' ')}`);
	if (repositoryOf(readManifest(root)) === undefined)
		say('\nThe workflow publishes nothing yet: package.json has no `repository` on GitHub (docs/releasing.md).');
}
