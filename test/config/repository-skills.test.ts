import { describe, expect, it } from 'vitest';
import { repositorySkills } from '../../src/config/index.ts';

const own = '.github/countersign/skills';

/** The skills found in a tree of these files and links. */
async function foundIn(files: Readonly<Record<string, string>>, links: Readonly<Record<string, string>> = {}) {
	const { files: found, warnings } = await repositorySkills({
		paths: [...Object.keys(files), ...Object.keys(links)].sort(),
		read: async (path) => files[path],
		linkAt: async (path) => links[path],
	});
	return { files: found.map(({ file, isForeign }) => `${isForeign === true ? 'any ' : ''}${file}`), warnings };
}

const skill = (folder: string, name = 'x') => ({ [`${folder}/${name}/SKILL.md`]: `${folder}/${name}` });

describe('the skills of a repository', () => {
	it("come from four folders, Countersign's own first", async () => {
		const files = { ...skill('.github/skills'), ...skill('.agents/skills'), ...skill('.claude/skills'), ...skill(own) };
		expect(await foundIn(files)).toEqual({
			files: [
				`${own}/x/SKILL.md`,
				'any .claude/skills/x/SKILL.md',
				'any .agents/skills/x/SKILL.md',
				'any .github/skills/x/SKILL.md',
			],
			warnings: [],
		});
	});

	it('with symbolic links cause plain warnings, and many links one summary', async () => {
		const links = Object.fromEntries(
			Array.from({ length: 40 }, (_, i) => [`.claude/skills/a${i}\n::error::b`, '/c\n::d']),
		);
		const { warnings } = await foundIn({}, links);
		expect(warnings).toHaveLength(11);
		expect(warnings.join('')).not.toContain('\n');
		expect(warnings.at(-1)).toBe('30 more symbolic links in the folders of skills are left out.');
	});

	it('are only folders with a SKILL.md', async () => {
		const files = {
			'.claude/skills/README.md': '',
			'.claude/skills/SKILL.md': '',
			'.claude/skills/x/y/SKILL.md': '',
			'.claude/skills/x/skill.md': '',
			'sub/.claude/skills/x/SKILL.md': '',
			'.claude/skills-old/x/SKILL.md': '',
		};
		expect(await foundIn(files)).toEqual({ files: [], warnings: [] });
	});

	it.each([
		['the folder', '.claude/skills', '../.agents/skills'],
		['the folder, with a slash', '.claude/skills', '../.agents/skills/'],
		['the folder above', '.claude', '.agents'],
		['one skill', '.claude/skills/x', '../../.agents/skills/x'],
		['one file', '.claude/skills/x/SKILL.md', '../../../.agents/skills/x/SKILL.md'],
		["Countersign's own folder", own, '../../.agents/skills'],
	])('are found once when a link leads to another of the folders: %s', async (_what, path, target) => {
		expect(await foundIn(skill('.agents/skills'), { [path]: target })).toEqual({
			files: ['any .agents/skills/x/SKILL.md'],
			warnings: [],
		});
	});

	it.each([
		['another folder', '.claude/skills', '../tools/skills'],
		['a path outside the repository', '.claude/skills', '../../other/.agents/skills'],
		['an absolute path', '.claude/skills', '/home/octocat/.agents/skills'],
		['a parent folder without skills', '.claude', 'agents'],
		['a skill in another folder', '.claude/skills/y', '../../tools/y'],
		['a file in another folder', '.claude/skills/y/SKILL.md', '../../../README.md'],
		['a path that only begins like a skills folder', '.claude/skills', '../.agents/skills-old'],
	])('are left out with a warning when a link leads elsewhere: %s', async (_what, path, target) => {
		const { files, warnings } = await foundIn(skill('.agents/skills'), { [path]: target });
		expect(files).toEqual(['any .agents/skills/x/SKILL.md']);
		expect(warnings).toEqual([
			expect.stringMatching(
				new RegExp(`^\`${path.replaceAll('.', '\\.')}\` is a link to \`.*left out\\. Put the files`),
			),
		]);
	});

	it.each([
		[own, '../../tools/skills'],
		[`${own}/x`, '../../../tools/x'],
		[`${own}/x/SKILL.md`, '/etc/passwd'],
	])("stop the run when Countersign's own folder is such a link: %s", async (path, target) => {
		await expect(foundIn({}, { [path]: target })).rejects.toMatchObject({
			code: 'bad-skill',
			message: expect.stringContaining(`\`${path}\` is a link to \`${target}\``),
		});
	});

	it("for any agent share one size limit, and Countersign's own come first", async () => {
		const large = 'x'.repeat(1_500_000);
		const files = {
			[`${own}/own/SKILL.md`]: large,
			...Object.fromEntries(['a', 'b', 'c'].map((name) => [`.claude/skills/${name}/SKILL.md`, large])),
		};
		const found = await foundIn(files);
		expect(found.files).toEqual([
			`${own}/own/SKILL.md`,
			...['a', 'b'].map((one) => `any .claude/skills/${one}/SKILL.md`),
		]);
		expect(found.warnings).toEqual([expect.stringMatching(/^1 skills are left out: .* more than 4 MB together\.$/)]);
	});
});
