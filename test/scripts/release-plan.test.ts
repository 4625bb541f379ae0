import { describe, expect, it, test } from 'vitest';
import { bumpOf, cutChangelog, notesOf, waitingNotes } from '../../scripts/release/changelog.ts';
import { entryPoints, type Manifest, repositoryOf } from '../../scripts/release/manifest.ts';
import { packageFaults } from '../../scripts/release/package-files.ts';
import { planRelease, type Situation } from '../../scripts/release/plan.ts';
import { publishCommands } from '../../scripts/release/publication.ts';
import { bumped, compareVersions, newestVersion } from '../../scripts/release/version.ts';

const day = '2026-11-27';
const added = '### Added\n\n- A thing.';

function changelog(waiting: string, ...released: readonly string[]): string {
	const sections = released.map((version) => `## ${version} - 2026-01-01\n\n### Added\n\n- Notes of ${version}.\n`);
	return ['# Changelog\n', `## Unreleased\n\n${waiting}\n`, ...sections].join('\n');
}

describe('a version', () => {
	it('is compared by its numbers; moving tags and pre-releases do not count', () => {
		expect(newestVersion(['v1', 'v0.9.0', 'v0.10.0', '0.11.0', 'v1.0.0-rc.1', 'v2.0', 'other'])).toBe('0.10.0');
		expect(newestVersion(['v1'])).toBeUndefined();
		expect(compareVersions('1.2.3', '1.2.3')).toBe(0);
	});

	it('grows in one number, and the later numbers become 0', () => {
		expect((['major', 'minor', 'patch'] as const).map((bump) => bumped('1.2.3', bump))).toEqual([
			...['2.0.0', '1.3.0', '1.2.4'],
		]);
	});
});

describe('the changelog', () => {
	it('gets a section for the version, and an empty one for later changes', () => {
		const cut = cutChangelog(changelog(added, '0.1.0'), '0.2.0', day);
		expect(cut).toContain(`## Unreleased\n\n## 0.2.0 - ${day}\n\n### Added\n\n- A thing.\n\n## 0.1.0 - 2026-01-01\n`);
		expect(waitingNotes(cut)).toBe('');
		expect(notesOf(cut, '0.2.0')).toBe(added);
		expect(notesOf(cut, '0.1.0')).toBe('### Added\n\n- Notes of 0.1.0.');
		expect(notesOf(cut, '0.1')).toBeUndefined();
	});

	it.each([
		['### Fixed\n\n- x', 'patch'],
		['### Security\n\n- x', 'patch'],
		['### Changed\n\n- x', 'minor'],
		['### Fixed\n\n- x\n\n### Added\n\n- y', 'minor'],
		['### Removed\n\n- x', 'major'],
		['### Changed\n\n- **Breaking**: x', 'major'],
		['### Added\n\n- Removed is a word here, and so is **Breaking**', 'minor'],
	])('%j is a %s change', (notes, bump) => {
		expect(bumpOf(notes)).toBe(bump);
	});
});

describe('a plan', () => {
	const first: Situation = { current: '0.1.0', tags: [], changelog: changelog(added), day };
	const later: Situation = { ...first, tags: ['v0.1.0', 'v0'], changelog: changelog(added, '0.1.0') };
	const stable: Situation = { ...first, current: '1.4.2', tags: ['v1', 'v1.4.2'], changelog: changelog(added) };
	const breaking = changelog('### Removed\n\n- x');

	it.each([
		['the first release', first, '0.1.0'],
		['the first release with a requested version', { ...first, asked: '1.0.0' }, '1.0.0'],
		['an addition', later, '0.2.0'],
		['a requested step', { ...later, asked: 'patch' }, '0.1.1'],
		['a requested version', { ...later, asked: '1.0.0' }, '1.0.0'],
		['a removal before 1.0.0', { ...later, changelog: breaking }, '0.2.0'],
		['a removal after 1.0.0', { ...stable, changelog: breaking }, '2.0.0'],
		['a fix', { ...stable, changelog: changelog('### Fixed\n\n- x') }, '1.4.3'],
	] as const)('raises the version for %s', (_, situation, version) => {
		const plan = planRelease(situation);
		expect(plan).toMatchObject({ version, isPrepared: false });
		expect(plan).toHaveProperty('changelog', expect.stringContaining(`## ${version} - ${day}\n`));
	});

	it('leaves a prepared commit as it is', () => {
		const situation = { ...later, current: '0.2.0', changelog: changelog('', '0.2.0', '0.1.0') };
		expect(planRelease(situation)).toMatchObject({
			...{ version: '0.2.0', isPrepared: true },
			changelog: situation.changelog,
		});
		expect(planRelease({ ...situation, tags: ['v0.2.0'] })).toEqual({ fault: expect.stringContaining('"Unreleased"') });
	});

	it.each([
		['no changes', { ...later, changelog: changelog('') }, /no changes under "Unreleased"/],
		['an older version', { ...later, asked: '0.0.9' }, /0\.0\.9 is not newer than 0\.1\.0/],
		['the same version', { ...later, asked: '0.1.0' }, /not newer/],
		['an unknown word', { ...later, asked: 'next' }, /Unknown version "next"/],
		['a pre-release', { ...later, asked: '1.0.0-rc.1' }, /Unknown version/],
		['a checkout older than the newest tag', { ...later, tags: ['v0.1.0', 'v0.3.0'] }, /newest tag is v0\.3\.0/],
	] as const)('is refused for %s', (_, situation, fault) => {
		expect(planRelease(situation)).toEqual({ fault: expect.stringMatching(fault) });
	});
});

const manifest: Manifest = {
	...{ name: 'countersign', version: '1.2.3', files: ['dist', 'action.yml'] },
	bin: { countersign: 'dist/cli.js' },
	exports: { './gate': { types: './dist/gate.d.ts', default: './dist/gate.js' }, './package.json': './package.json' },
};

test.each([
	[{ url: 'git+https://github.com/octo-org/countersign.git' }, 'octo-org/countersign'],
	[{ url: 'https://github.com/octo-org/countersign' }, 'octo-org/countersign'],
	['github:octo-org/countersign', 'octo-org/countersign'],
	['octo-org/countersign', 'octo-org/countersign'],
	[{ url: 'https://example.com/octo-org/countersign.git' }, undefined],
	[undefined, undefined],
])('repositoryOf() returns the right repository for %j', (repository, expected) => {
	expect(repositoryOf(repository === undefined ? {} : { repository })).toBe(expected);
});

describe('the files of a package', () => {
	const whole = ['package.json', 'README.md', 'LICENSE', 'action.yml', 'dist/cli.js', 'dist/gate.js', 'dist/gate.d.ts'];
	const tracked = [...whole, 'src/cli.ts', 'distant.md'];

	it('are the tracked ones that package.json names', () => {
		expect(packageFaults(whole, tracked, manifest)).toEqual([]);
		expect(entryPoints(manifest)).toEqual(['dist/cli.js', 'dist/gate.d.ts', 'dist/gate.js', 'package.json']);
	});

	it.each([
		[
			'lacks a file',
			whole.slice(1),
			tracked,
			['The package lacks package.json.', 'package.json names package.json, but the package lacks it.'],
		],
		[
			'contains an untracked file',
			[...whole, 'dist/.env'],
			tracked,
			['The package contains dist/.env, which it should not.'],
		],
		[
			'contains a source file',
			[...whole, 'src/cli.ts'],
			tracked,
			['The package contains src/cli.ts, which it should not.'],
		],
	])('are refused if the package %s', (_, packed, known, faults) => {
		expect(packageFaults(packed, known, manifest)).toEqual(faults);
	});

	it('are refused if package.json names a missing file', () => {
		const more = { ...manifest, files: [...manifest.files, 'skills'], bin: { countersign: 'dist/main.js' } };
		expect(packageFaults(whole, tracked, more)).toEqual([
			'package.json names dist/main.js, but the package lacks it.',
			'`files` of package.json names skills, but git has no such file.',
		]);
	});
});

test('publishing moves only the tag of the major version, as its last step', () => {
	const release = {
		name: 'countersign',
		version: '1.2.3',
		commit: 'c'.repeat(40),
		tarball: 'a.tgz',
		sbom: 'a.cdx.json',
		integrity: 'x',
	};
	const lines = publishCommands(release, 'release').map(({ argv }) => argv.join(' '));
	expect(lines).toEqual([
		`git push origin ${release.commit}:refs/tags/v1.2.3`,
		'npm publish ./release/a.tgz --provenance --access public',
		'gh release create v1.2.3 release/a.tgz release/a.cdx.json --verify-tag --title v1.2.3 --notes-file release/notes.md',
		`git push --force origin ${release.commit}:refs/tags/v1`,
	]);
});
