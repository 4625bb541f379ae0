import { expect, test } from 'vitest';
import { journalOf, Stage } from './stage.ts';

const skill = `---
name: mend
description: Mends titles
triggers: [mend]
danger_patterns:
  - pattern: '(?=npm publish)'
  - pattern: '^npm version'
    on: executed
---
`;

const script = JSON.stringify({
	turns: [
		{ calls: [{ tool: 'shell_exec', args: { command: 'npm version patch' } }] },
		{ calls: [{ tool: 'file_write', args: { path: 'notes.md', content: 'x' } }] },
		{ text: 'done' },
	],
});

test('an invalid pattern is reported everywhere, disables no other pattern, and makes the run ask [seeds 20, 51, 63, 68]', async () => {
	await using stage = await Stage.open({
		files: {
			'.github/countersign.yml': 'safety:\n  allow_overrides: true\n',
			'.github/countersign/skills/mend/SKILL.md': skill,
		},
		script,
	});
	const first = await stage.say('maintainer', '/agent mend it');
	expect(first).toMatchObject({ exitCode: 0, outputs: { outcome: 'waiting', approvals: 'A1' } });
	const told = [
		/::warning::\.github\/countersign\.yml:2: `allow_overrides` has no effect/,
		/::warning::\.github\/countersign\/skills\/mend\/SKILL\.md:6: the pattern `\(\?=npm publish\)` in `danger_patterns` is not valid/,
	];
	for (const line of told) expect(first.log).toMatch(line);
	expect(first.summary).toContain('2 warnings about this run');
	const attempts = journalOf(first).filter((entry) => entry['type'] === 'tool_attempt');
	expect(attempts.map((entry) => `${entry['decision']} ${entry['matched_rule']}`)).toEqual([
		'block danger_patterns: ^npm version',
		'confirm pattern-skipped',
	]);
	const asked = (await stage.comments()).find((comment) => comment.body.includes('needs your approval'));
	expect(asked?.body).toContain('.github/countersign/skills/mend/SKILL.md:6');

	const second = await stage.say('maintainer', '/approve A1');
	expect(second).toMatchObject({ outputs: { outcome: 'completed' } });
	for (const line of told) expect(second.log).toMatch(line);
	expect(journalOf(second).filter((entry) => entry['type'] === 'note')).toHaveLength(2);
});

test('the configured policies judge, and the configured patterns replace the shipped ones [seeds 58]', async () => {
	const calls = ['git commit --allow-empty -m x', 'npm test', 'chmod 777 a', 'git push --force origin topic'];
	await using stage = await Stage.open({
		files: {
			'.github/countersign.yml':
				'policies: [dev-tools, strict]\nsafety:\n  blocked_patterns:\n    - {pattern: "^chmod", on: executed, reason: Nobody does.}\n',
		},
		script: JSON.stringify({
			turns: [{ calls: calls.map((command) => ({ tool: 'shell_exec', args: { command } })) }, { text: 'done' }],
		}),
	});
	const end = await stage.say('maintainer', '/agent do it');
	const attempts = journalOf(end).filter((entry) => entry['type'] === 'tool_attempt');
	expect(attempts.map((entry) => `${entry['decision']} ${entry['matched_rule']}`)).toEqual([
		expect.stringMatching(/^(confirm changes-git|block)/),
		'allow project-scripts',
		expect.stringMatching(/^block /),
		expect.stringMatching(/^block /),
	]);
	const matches = (index: number) =>
		((attempts[index]?.['matches'] ?? []) as { rule: string; file?: string; line?: number }[]).map(
			({ rule, file, line }) => `${rule} ${file}:${line}`,
		);
	expect(matches(2)).toContain('blocked_patterns: ^chmod .github/countersign.yml:4');
	expect(matches(3).filter((match) => match.startsWith('blocked_patterns'))).toEqual([]);
});
