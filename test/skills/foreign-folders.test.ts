import { describe, expect, it } from 'vitest';
import { skillFolders } from '../../src/core/index.ts';
import { classesOfPath, obeyedPath } from '../../src/gate/delivered-paths.ts';
import { readSkills, renderSkillError, requireSkills } from '../../src/skills/index.ts';

const text = (body: string, name = 'tidy', more = '') =>
	`---\nname: ${name}\ndescription: Tidies things.\n${more}---\n${body}\n`;
const own = (body: string) => ({ file: '.github/countersign/skills/tidy/SKILL.md', text: body, isOwn: true });
const any = (folder: string, body: string) => ({
	file: `${folder}/skills/tidy/SKILL.md`,
	text: body,
	isOwn: true,
	isForeign: true,
});
const shipped = {
	file: 'skills/tidy/SKILL.md',
	text: '---\nname: tidy\ndescription: Shipped.\ntriggers: [tidy up]\nallowed_tools: [file_read]\n---\nShipped.\n',
};

const bodies = (read: ReturnType<typeof readSkills>) => read.skills.map(({ body, file }) => [body, file]);

describe('the same name in several folders', () => {
	it('uses the skill of the first folder and reports the others', () => {
		const read = readSkills([own(text('Ours.')), any('.claude', text('Claude.')), any('.agents', text('Agents.'))]);
		expect(bodies(read)).toEqual([['Ours.', '.github/countersign/skills/tidy/SKILL.md']]);
		expect(read.diagnostics).toEqual([]);
		expect(read.leftOut.map(renderSkillError)).toEqual([
			expect.stringMatching(
				/^\.claude\/.*`tidy` is already the name of \.github\/countersign\/skills\/tidy\/SKILL\.md/,
			),
			expect.stringMatching(/^\.agents\/.*`tidy` is already the name of/),
		]);
	});

	it('uses one skill and reports nothing when the texts are the same', () => {
		const read = readSkills([
			any('.claude', text('Same.')),
			any('.agents', text('Same.')),
			any('.github', text('Same.')),
		]);
		expect(bodies(read)).toEqual([['Same.', '.claude/skills/tidy/SKILL.md']]);
		expect(read.leftOut).toEqual([]);
	});

	it('replaces a shipped skill but keeps its limits and triggers', () => {
		const [skill] = readSkills([shipped, any('.claude', text('Theirs.', 'tidy', 'allowed-tools: Read Bash\n'))]).skills;
		expect(skill).toMatchObject({ body: 'Theirs.', allowedTools: ['file_read'], triggers: ['tidy up'] });
	});
});

describe('a fault in a skill for any agent', () => {
	it.each([
		['no front matter', '# Tidy\n'],
		['no description', '---\nname: tidy\n---\n'],
		['a name with spaces', text('x', 'Tidy Up')],
		['invalid YAML', '---\nname: tidy\ndescription: Use when: asked\n---\n'],
		[
			'a tool of its own',
			text('x', 'tidy', 'triggers: [a]\ntools: [{name: t, description: d, parameters: {}, run: [sh]}]\n'),
		],
		['patterns', text('x', 'tidy', 'triggers: ["*"]\nconfirm_patterns: [a]\n')],
	])('leaves out only that skill: %s', (_what, broken) => {
		const read = readSkills([any('.claude', broken), any('.agents', text('Sound.'))]);
		expect(requireSkills(read).map(({ body }) => body)).toEqual(['Sound.']);
		expect(read.leftOut.map(({ file }) => file)).toContain('.claude/skills/tidy/SKILL.md');
	});

	it("stops the run in Countersign's own folder", () => {
		expect(() => requireSkills(readSkills([own('# Tidy\n')]))).toThrow(/1 fault\(s\) in the skills/);
	});

	it('names the folder for skills with fields of Countersign', () => {
		const { leftOut } = readSkills([any('.claude', text('x', 'tidy', 'triggers: [a]\n'))]);
		expect(leftOut.map(renderSkillError)).toEqual([
			expect.stringMatching(
				/fields that only skills of Countersign have\. Fix: Move .* `\.github\/countersign\/skills`/,
			),
		]);
	});
});

it('a delivery that changes a skill in any folder needs approval', () => {
	for (const folder of skillFolders)
		for (const path of [folder, `${folder}/x/SKILL.md`, `${folder}/x/scripts/run.sh`])
			expect(classesOfPath(obeyedPath(path)).join(), path).toMatch(/controls|agent-instructions/);
});
