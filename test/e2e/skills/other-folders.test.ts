import { expect, test } from 'vitest';
import { journalOf, Stage } from '../stage.ts';
import { call, judged, project, scriptOf, teach } from './rehearse.ts';

const folder = '.claude/skills/changelog-entries';
const skill = `---
name: changelog-entries
description: Writes an entry of the changelog. Use when a change has to be announced.
argument-hint: "[version]"
---
How entries look is in \`references/style.md\`.
`;

test('a skill in another folder is followed, and invalid skills there only cause warnings', async () => {
	await using stage = await Stage.open({
		files: {
			...project,
			[`${folder}/SKILL.md`]: skill,
			[`${folder}/references/style.md`]: 'One line, in the past tense.\n',
			'.agents/skills/changelog-entries/SKILL.md': skill.replace('How', 'Other words: how'),
			'.agents/skills/broken/SKILL.md': '# No front matter\n',
			'.github/skills/ours/SKILL.md':
				'---\nname: ours\ndescription: d\ntriggers: ["*"]\ndanger_patterns: ["."]\n---\nAlways.\n',
		},
	});
	teach(
		stage,
		scriptOf(
			[
				{ calls: [call('skill_read', { path: `${folder}/references/style.md` })] },
				{ seen: { skill_read: 'in the past tense' }, calls: [call('file_list', { path: '.' })] },
			],
			{ text: 'Done.' },
		),
	);
	const end = await stage.say('maintainer', '/agent write a changelog entry that announces slugs');
	expect(end).toMatchObject({ exitCode: 0, outputs: { outcome: 'completed' } });
	expect(journalOf(end)[0]).toMatchObject({ settings: { skill: 'changelog-entries' } });
	expect(judged(end)).toEqual([
		expect.stringMatching(/^skill_read allow /),
		expect.stringMatching(/^file_list allow /),
	]);
	const left = [...end.log.matchAll(/::warning::Left out: (\S+?):\d/g)].map(([, file]) => file);
	expect(left.sort()).toEqual([
		'.agents/skills/broken/SKILL.md',
		'.agents/skills/changelog-entries/SKILL.md',
		'.github/skills/ours/SKILL.md',
	]);
	expect(end.log).not.toContain('argument-hint');
});

test('an invalid skill in our own folder stops the run', async () => {
	await using stage = await Stage.open({
		files: { ...project, '.github/countersign/skills/broken/SKILL.md': '# No front matter\n' },
	});
	const end = await stage.say('maintainer', '/agent write a changelog entry');
	expect(end).toMatchObject({ exitCode: 1, outputs: { outcome: 'failed' } });
	expect(end.log).toContain('.github/countersign/skills/broken/SKILL.md:1 The first line must be exactly');
});
