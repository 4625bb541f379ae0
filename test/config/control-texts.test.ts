import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
	type ControlFiles,
	configPath,
	gatherControls,
	readConfigUnder,
	readRepositoryConfig,
} from '../../src/config/index.ts';
import { basePolicies, type CountersignError, overlayPolicies } from '../../src/core/index.ts';
import { readControls } from '../../src/run/index.ts';
import { openWorkspace } from '../../src/workspace/index.ts';
import { aRepository, putFiles, sh } from '../sandbox/temporary.ts';

const packageRoot = join(import.meta.dirname, '..', '..');
const config = 'policies: [.github/policy.yml]\n';
const files = {
	[configPath]: config,
	'.github/policy.yml': 'of the base',
	'.github/countersign/skills/mend/SKILL.md': 'skill of the base',
	'.github/countersign/skills/mend/notes/SKILL.md': 'deeper',
	'.github/countersign/skills/SKILL.md': 'higher',
	'.github/countersign/skills/mend/README.md': 'no skill',
	'skills/other/SKILL.md': 'elsewhere',
};

/** The controls of a run of this checkout at its base commit. */
async function gather({ root, baseSha }: { root: string; baseSha: string }): Promise<ControlFiles> {
	const workspace = await openWorkspace(root, baseSha);
	return gatherControls(packageRoot, workspace, readRepositoryConfig(await workspace.readBase(configPath)));
}

/** The controls of the repository, without the shipped ones. */
function own({ policies, skills }: ControlFiles): object {
	const shipped = /^(policies\/(floor|default)\.yml|skills\/(?!other\/)[^/]+\/SKILL\.md)$/;
	const rest = (texts: ControlFiles['skills']) =>
		texts.filter(({ file }) => !shipped.test(file)).map(({ file, text }) => [file, text]);
	return { policies: rest(policies), skills: rest(skills) };
}

const ofTheBase = {
	policies: [['.github/policy.yml', 'of the base']],
	skills: [['.github/countersign/skills/mend/SKILL.md', 'skill of the base']],
};

describe('the controls of a run', () => {
	it('are the shipped ones, the floor first, when a repository has none', async () => {
		const { policies, skills } = await gather(aRepository());
		const read = (file: string) => ({ file, text: readFileSync(join(packageRoot, file), 'utf8') });
		expect(policies).toEqual(['policies/floor.yml', 'policies/default.yml'].map(read));
		const own = await gather(aRepository({ [configPath]: config, '.github/policy.yml': 'rules: []\n' }));
		expect(own.policies.map(({ isOwn }) => isOwn)).toEqual([undefined, undefined, true]);
		const folders = readdirSync(join(packageRoot, 'skills'), { withFileTypes: true });
		const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => `skills/${name}/SKILL.md`);
		expect(skills).toEqual(names.toSorted().map(read));
	});

	it('block the shipped patterns, unless the repository names its own [seeds 58, 66]', async () => {
		const { blocked } = await gather(aRepository());
		expect(blocked.file).toBe('safety/blocked-patterns.yml');
		expect(blocked.patterns.map(({ on }) => on)).toEqual(Array(6).fill('executed'));
		const named = 'safety:\n  blocked_patterns: [^npm publish]\n';
		expect((await gather(aRepository({ [configPath]: named }))).blocked).toEqual({
			file: configPath,
			patterns: [{ pattern: '^npm publish', on: 'raw', line: 2 }],
		});
		const none = await gather(aRepository({ [configPath]: 'safety: {blocked_patterns: []}\n' }));
		expect(none.blocked).toEqual({ file: configPath, patterns: [] });
		expect(none.warnings).toHaveLength(1);
	});

	it.each([
		['no policies', '', ['floor', 'default']],
		['a base policy', 'policies: [strict]\n', ['floor', 'strict']],
		['overlay policies', 'policies: [dev-tools, maintenance]\n', ['floor', 'default', 'dev-tools', 'maintenance']],
		['both, in any order', 'policies: [dev-tools, autonomous]\n', ['floor', 'autonomous', 'dev-tools']],
		['the floor alone', 'policies: [floor]\n', ['floor', 'default']],
	])('are the floor and the policies of the repository: %s', async (_what, text, names) => {
		const { policies } = await gather(aRepository({ [configPath]: text }));
		expect(policies.map(({ file }) => file)).toEqual(names.map((name) => `policies/${name}.yml`));
	});

	const above = 'policies: [strict, dev-tools]\nsafety: { blocked_patterns: [^terraform] }\n';
	it.each<[string, string, string, readonly string[]]>([
		['for a repository without policies', '', above, ['floor', '+strict', '+dev-tools', '+own']],
		[
			'with policies of the repository',
			'policies: [permissive]\n',
			above,
			['floor', 'permissive', '+strict', '+dev-tools', '+own'],
		],
		[
			'loosened, with policies of the repository',
			'policies: [permissive]\n',
			`loosen: [policies]\n${above}`,
			['floor', 'permissive', '+own'],
		],
		[
			'loosened, without policies of the repository',
			'',
			`loosen: [policies]\n${above}`,
			['floor', '+strict', '+dev-tools', '+own'],
		],
		['an organization without policies', '', 'enabled: true\n', ['floor', 'default', '+own']],
	])('include the policies of the organization: %s', async (_what, text, organization, names) => {
		const files = [
			{ path: 'countersign.yml', text: organization },
			{ path: 'countersign/policies/own.yml', text: 'rules: []\n' },
		];
		const word = { repository: 'octo-org/.github', sha: 'c'.repeat(40), files };
		const { root, baseSha } = aRepository({ [configPath]: text });
		const controls = await gatherControls(packageRoot, await openWorkspace(root, baseSha), readConfigUnder(text, word));
		const short = (file: string) => file.replace(/^(octo-org\/\.github:countersign\/)?policies\//, '').slice(0, -4);
		expect(controls.policies.map(({ file, ofOrganization }) => `${ofOrganization ? '+' : ''}${short(file)}`)).toEqual(
			names,
		);
		expect(controls.policies.at(-1)).toMatchObject({
			file: 'octo-org/.github:countersign/policies/own.yml',
			isOwn: true,
		});
		expect(controls.organization).toEqual(word);
	});

	it.each([
		['the shipped patterns', '', ''],
		['the patterns of the repository', 'safety: { blocked_patterns: [a] }\n', ''],
		['an empty list', 'safety: { blocked_patterns: [] }\n', ''],
		['loosened', 'safety: { blocked_patterns: [a] }\n', 'loosen: [safety]\n'],
	])('block the patterns of an organization, unless it loosens them: %s', async (_what, text, loosen) => {
		const files = [{ path: 'countersign.yml', text: `${loosen}safety: { blocked_patterns: [^terraform] }\n` }];
		const word = { repository: 'octo-org/.github', sha: 'c'.repeat(40), files };
		const { root, baseSha } = aRepository({ [configPath]: text });
		const workspace = await openWorkspace(root, baseSha);
		const controls = await gatherControls(packageRoot, workspace, readConfigUnder(text, word));
		expect(controls.blocked).toEqual((await gather({ root, baseSha })).blocked);
		const { blocked } = readControls(controls);
		expect(blocked.slice(controls.blockedAbove?.patterns.length ?? 0)).toEqual(controls.blocked.patterns);
		expect(controls.blockedAbove).toEqual(
			loosen === ''
				? { file: 'octo-org/.github:countersign.yml', patterns: [{ pattern: '^terraform', on: 'raw', line: 1 }] }
				: undefined,
		);
	});

	it('include every shipped policy by name', () => {
		const names = readdirSync(join(packageRoot, 'policies')).filter((name) => name.endsWith('.yml'));
		expect(names.map((name) => name.slice(0, -4)).toSorted()).toEqual(
			['floor', ...basePolicies, ...overlayPolicies].toSorted(),
		);
	});

	it('include the policies and the skills of the repository', async () => {
		expect(own(await gather(aRepository(files)))).toEqual(ofTheBase);
	});

	it.each([
		['changed files', 'echo mine > .github/policy.yml; echo mine > .github/countersign/skills/mend/SKILL.md'],
		['deleted files', 'rm -r .github'],
		['a changed configuration', `echo 'policies: [mine.yml]' > ${configPath}; echo mine > mine.yml`],
		['a new skill', 'mkdir .github/countersign/skills/mine; echo mine > .github/countersign/skills/mine/SKILL.md'],
		['a symbolic link in place of a policy', 'ln -sf /etc/passwd .github/policy.yml'],
		['staged changes', 'echo mine > .github/policy.yml; git add -A'],
		['a later commit', 'echo mine > .github/policy.yml; git commit -qam two'],
		['another branch', "git checkout -qb other; echo 'policies: []' > .github/countersign.yml; git commit -qam two"],
		[
			'files that git is told to ignore',
			'git update-index --skip-worktree .github/policy.yml; echo mine > .github/policy.yml',
		],
		[
			'a replaced git object',
			'git replace $(git rev-parse HEAD:.github/policy.yml) $(echo mine | git hash-object -w --stdin)',
		],
	])('come from the base commit and never from the work tree: %s', async (_what, script) => {
		const repository = aRepository(files);
		sh(script, repository.root);
		expect(own(await gather(repository))).toEqual(ofTheBase);
	});

	it('include skills for any agent from the base commit, with links among their folders', async () => {
		const skill = '---\nname: tidy\ndescription: Tidies.\n---\nTidy.\n';
		const repository = aRepository(
			{ '.agents/skills/tidy/SKILL.md': skill },
			'mkdir .claude; ln -s ../.agents/skills .claude/skills; ln -s /home/octocat/skills .github/skills 2>/dev/null || { mkdir .github; ln -s /home/octocat/skills .github/skills; }',
		);
		sh(
			'echo mine > .agents/skills/tidy/SKILL.md; rm .claude/skills; mkdir -p .claude/skills/new; echo x > .claude/skills/new/SKILL.md',
			repository.root,
		);
		const { skills, warnings } = await gather(repository);
		expect(skills.filter(({ isOwn }) => isOwn === true)).toEqual([
			{ file: '.agents/skills/tidy/SKILL.md', text: skill, isOwn: true, isForeign: true },
		]);
		expect(warnings).toEqual([expect.stringMatching(/^`\.github\/skills` is a link to `\/home\/octocat\/skills`/)]);
	});

	it('come from the base commit even if the workspace was opened before', async () => {
		const repository = aRepository(files);
		const workspace = await openWorkspace(repository.root, repository.baseSha);
		putFiles(repository.root, { '.github/policy.yml': 'mine' });
		expect(own(await gatherControls(packageRoot, workspace, readRepositoryConfig(config)))).toEqual(ofTheBase);
	});

	it.each([
		['is missing', ':'],
		['is only in the work tree', 'touch .gitignore; echo .github/policy.yml > .gitignore; echo x > .github/policy.yml'],
		['is a symbolic link', 'ln -s ../README.md .github/policy.yml'],
		['is a folder', 'mkdir .github/policy.yml; echo x > .github/policy.yml/x'],
	])('cannot be read when a policy %s', async (_what, script) => {
		const repository = aRepository({ [configPath]: config, 'README.md': '# Read me\n' }, script);
		const error: CountersignError = await gather(repository).then(
			() => Promise.reject(new Error('no error')),
			(thrown) => thrown,
		);
		expect(error.code).toBe('bad-config');
		expect(error.message).toContain('`.github/policy.yml`');
	});
});
