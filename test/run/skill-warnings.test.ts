import { expect, it } from 'vitest';
import { readControls } from '../../src/run/index.ts';

const file = (name: string, text: string) => ({
	file: `.claude/skills/${name}/SKILL.md`,
	text,
	isOwn: true as const,
	isForeign: true as const,
});
const sound = '---\nname: sound\ndescription: d\nargument-hint: x\n---\nSound.\n';

it('warnings name at most five broken skills of other agents, and no remarks on valid ones', () => {
	const broken = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => file(name, `# ${name}\n`));
	const { skills, warnings } = readControls({ policies: [], skills: [...broken, file('sound', sound)] });
	expect(skills.map(({ name }) => name)).toEqual(['sound']);
	expect(warnings.slice(0, -1)).toEqual(
		['a', 'b', 'c', 'd', 'e'].map((name) =>
			expect.stringMatching(new RegExp(`^Left out: \\.claude/skills/${name}/SKILL\\.md:1 The first line must be`)),
		),
	);
	expect(warnings.at(-1)).toBe('2 more faults of skills for any agent: `countersign skills check` tells them.');
});

it('warnings include remarks on skills of Countersign', () => {
	const own = { file: '.github/countersign/skills/sound/SKILL.md', text: sound, isOwn: true as const };
	expect(readControls({ policies: [], skills: [own] }).warnings).toEqual([expect.stringContaining('`argument-hint`')]);
});
