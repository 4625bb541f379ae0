import { describe, expect, test } from 'vitest';
import { journalOf, Stage } from './stage.ts';

const folder = '.github/countersign/skills/versions';

const skill = `---
name: versions
description: Tells the versions of the repository
triggers: [version]
tools:
  - name: tell_versions
    description: Tell the versions that the repository names.
    parameters:
      type: object
      properties:
        names: { type: array, items: { type: string, pattern: '^[a-z-]+$' }, minItems: 1 }
      required: [names]
      additionalProperties: false
    run: [node, program.mjs, "$(touch $WORKSPACE/spliced)"]
---
Use \`tell_versions\`.
`;

const program = `
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
const { names } = JSON.parse(readFileSync(0, 'utf8'));
const { dependencies } = JSON.parse(readFileSync(join(process.env.WORKSPACE, 'package.json'), 'utf8'));
writeFileSync(join(process.env.WORKSPACE, 'told.txt'), names.join());
console.log(JSON.stringify({ versions: names.map((name) => dependencies[name] ?? 'none'), argument: process.argv[2] }));
`;

const policy = `rules:
  - name: own-commands
    tools: [tell_versions]
    action: allow
    match: [{ tool: tell_versions, args: { names: [a] } }]
`;

const call = (names: readonly string[]) => ({ tool: 'tell_versions', args: { names } });
const attempts = (journal: ReturnType<typeof journalOf>) =>
	journal.filter(({ type }) => type === 'tool_attempt').map((entry) => `${entry['decision']} ${entry['matched_rule']}`);
const results = (journal: ReturnType<typeof journalOf>) =>
	journal
		.filter(({ type }) => type === 'tool_result')
		.map((entry) => [entry['ok'], (entry['output'] as { preview: string }).preview]);

describe('a skill command through the built action', () => {
	test('needs approval, and runs as in the base commit, even if the run changed it [seeds 86]', async () => {
		await using stage = await Stage.open({
			files: { [`${folder}/SKILL.md`]: skill, [`${folder}/program.mjs`]: program },
			script: JSON.stringify({
				turns: [
					{ calls: [{ tool: 'shell_exec', args: { command: `echo 'console.log(1)' > ${folder}/program.mjs` } }] },
					{ calls: [call(['Bad Name'])] },
					{ calls: [call(['tiny-words', 'other'])] },
					{ text: 'done' },
				],
			}),
		});
		const first = await stage.say('maintainer', '/agent tell the versions');
		expect(first.outputs).toMatchObject({ outcome: 'waiting', approvals: 'A1' });
		const second = await stage.say('maintainer', '/approve A1');
		expect(second.outputs).toMatchObject({ outcome: 'waiting', approvals: 'A2' });
		const asked = (await stage.comments()).find(({ body }) => body.includes('A2 ·'))?.body;
		expect(asked).toContain('- runs `tell_versions` of the skill versions (`node program.mjs');
		expect(asked).toContain('in the sandbox, which may write the checkout');
		const end = await stage.say('maintainer', '/approve A2');
		expect(end.outputs).toMatchObject({ outcome: 'completed' });
		const journal = journalOf(end);
		expect(attempts(journal)).toEqual([
			expect.stringMatching(/^confirm /),
			'block invalid-arguments',
			'confirm default_action',
		]);
		const [, refused, told] = results(journal);
		expect(refused).toEqual([false, expect.stringContaining('`names.0`: must match "^[a-z-]+$"')]);
		const versions = ['file:vendor/tiny-words-1.0.0.tgz', 'none'];
		const argument = '$(touch $WORKSPACE/spliced)';
		expect(told).toEqual([true, JSON.stringify({ versions, argument }, null, 2)]);
	});

	test('needs no approval if a policy allows it', async () => {
		await using stage = await Stage.open({
			files: {
				[`${folder}/SKILL.md`]: skill,
				[`${folder}/program.mjs`]: program,
				'.github/countersign.yml': 'policies: [.github/own.yml]\n',
				'.github/own.yml': policy,
			},
			script: JSON.stringify({ turns: [{ calls: [call(['tiny-words'])] }, { text: 'done' }] }),
		});
		const end = await stage.say('maintainer', '/agent tell the versions');
		expect(end.outputs).toMatchObject({ outcome: 'completed' });
		expect(attempts(journalOf(end))).toEqual(['allow own-commands']);
	});

	test.each([
		[
			'a misspelled name of a built-in tool',
			skill.replace(/ {4}run: .*\n/, '').replaceAll('tell_versions', 'file_raed'),
			/SKILL\.md:6 tools: `file_raed` is no tool of Countersign/,
		],
		[
			'the name of a built-in tool',
			skill.replace('tell_versions', 'Read'),
			/SKILL\.md:6 tools: `Read` is a tool of Countersign/,
		],
		[
			'an unsupported schema',
			skill.replace("'^[a-z-]+$'", "'(?=a)'"),
			/SKILL\.md:6 tools: The parameters of `tell_versions` cannot be checked/,
		],
	])('with %s stops the run before it begins', async (_what, text, message) => {
		await using stage = await Stage.open({
			files: { [`${folder}/SKILL.md`]: text, [`${folder}/program.mjs`]: program },
		});
		const end = await stage.say('maintainer', '/agent tell the versions');
		expect(end.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'bad-skill' });
		expect(end.log).toMatch(message);
	});

	test('without `run` is left out with a warning, and the run begins', async () => {
		await using stage = await Stage.open({
			files: { [`${folder}/SKILL.md`]: skill.replace(/ {4}run: .*\n/, '') },
			script: JSON.stringify({ turns: [{ calls: [call(['tiny-words'])] }, { text: 'done' }] }),
		});
		const end = await stage.say('maintainer', '/agent tell the versions');
		expect(end.log).toMatch(/SKILL\.md:6 tools: `tell_versions` is no tool of Countersign, .* It is left out\./);
		expect(end.outputs['reason-code']).not.toBe('bad-skill');
		expect(attempts(journalOf(end))).toEqual(['block unknown-tool']);
	});
});
