import { expect, test } from 'vitest';
import { journalOf, Stage } from './stage.ts';

const file = '.github/countersign/skills/look-closely/SKILL.md';
const skill = `---
name: look-closely
description: Looks at things
triggers: [look at]
allowed_tools: [file_read]
mode: default
max_iterations: 4
---
Read it twice. What to look for stands in \`what.md\`.
`;

test('a skill that fits the task sets the tools, mode, rounds and files of the run [seeds 50]', async () => {
	await using stage = await Stage.open({
		files: { [file]: skill, [file.replace('SKILL', 'what')]: 'Look for underscores.\n' },
		script: JSON.stringify({
			turns: [
				{
					calls: [
						{ tool: 'file_write', args: { path: 'a.txt', content: 'a' } },
						{ tool: 'skill_read', args: { path: file.replace('SKILL', 'what') } },
						{ tool: 'file_read', args: { path: 'package.json', limit: 1 } },
					],
				},
				{ text: 'done' },
			],
		}),
	});
	const end = await stage.say('maintainer', '/agent please look at package.json');
	expect(end.outputs['outcome']).toBe('completed');
	const journal = journalOf(end);
	expect(journal[0]).toMatchObject({
		settings: { skill: 'look-closely', mode: 'default', limits: { max_iterations: 4 } },
	});
	const attempts = journal.filter(({ type }) => type === 'tool_attempt');
	expect(attempts.map((entry) => `${entry['tool_name']} ${entry['decision']} ${entry['matched_rule']}`)).toEqual([
		'file_write block unknown-tool',
		expect.stringMatching(/^skill_read allow /),
		expect.stringMatching(/^file_read allow /),
	]);
});

test('the budget of a skill caps the run, and the request says that it comes from the skill', async () => {
	await using stage = await Stage.open({
		files: {
			[file]: skill.replace('mode: default', 'budget: {tokens: 1000}'),
			'.github/countersign.yml': 'budget: {tokens_per_run: 90000}\n',
		},
		script: JSON.stringify({
			turns: [{ calls: [{ tool: 'file_read', args: { path: 'package.json' } }] }, { text: 'done' }],
		}),
	});
	const end = await stage.say('maintainer', '/agent please look at package.json');
	expect(end.outputs).toMatchObject({ outcome: 'waiting', approvals: 'A1' });
	const asked = (await stage.comments()).find(({ body }) => body.includes('A budget is used up'));
	expect(asked?.body).toMatch(/of 1,000 tokens\*\* \(`budget\.tokens of the skill`\)/);
	const denied = await stage.say('maintainer', '/deny A1');
	expect(denied.outputs['summary']).toContain('(`budget.tokens` of the skill `look-closely`)');
});
