import { expect, test } from 'vitest';
import { journalOf, Stage } from './stage.ts';

const script = (...commands: readonly string[]): string =>
	JSON.stringify({
		turns: [{ calls: commands.map((command) => ({ tool: 'shell_exec', args: { command } })) }, { text: 'done' }],
	});
const denied = `rules:
  - name: no-deploy
    tools: [shell_exec]
    command_patterns: ['deploy\\.sh']
    action: deny
    reason: Releases are made by people.
`;
/** A repository whose configuration allows as much as it can. */
const loose = {
	'.github/countersign.yml': 'mode: edit\nmax_iterations: 40\npolicies: [permissive, .github/own.yml]\n',
	'.github/own.yml': 'rules:\n  - { name: all, tools: [shell_exec], action: allow }\n',
	'.github/countersign/always.yml': 'rules:\n  - { name: all, tools: [shell_exec], action: allow }\n',
	'scripts/deploy.sh': 'if false; then ./tool; fi\necho deployed\n',
	'scripts/once.sh': 'if false; then ./tool; fi\necho ran\n',
};

/** What each call came to. */
const verdicts = (journal: readonly Record<string, unknown>[]): readonly string[] =>
	journal
		.filter(({ type }) => type === 'tool_attempt')
		.map(({ decision, matched_rule: rule }) => `${decision} ${rule}`);

test("an organization's rule blocks a call that the repository allows, and limits its settings", async () => {
	await using stage = await Stage.open({
		files: loose,
		script: script('bash scripts/deploy.sh', 'bash scripts/once.sh'),
		organizationFiles: {
			'countersign.yml': 'mode: default\nmax_iterations: 3\n',
			'countersign/policies/own.yml': denied,
		},
	});
	const end = await stage.say('maintainer', '/agent release it');
	expect(end).toMatchObject({ exitCode: 0, outputs: { outcome: 'completed' } });
	const journal = journalOf(end);
	expect(verdicts(journal)).toEqual(['block no-deploy', 'allow all']);
	const [attempt] = journal.filter(({ type }) => type === 'tool_attempt');
	expect(attempt?.['matches']).toContainEqual(
		expect.objectContaining({ rule: 'no-deploy', file: 'octo-org/.github:countersign/policies/own.yml', line: 2 }),
	);
	expect(journal[0]).toMatchObject({ settings: { mode: 'default', limits: { max_iterations: 3 } } });
	const place = /octo-org\/\.github:countersign\.yml/.source;
	for (const line of [
		`\\.github/countersign\\.yml:1: \`mode: edit\` is looser than ${place}:1 allows, so \`mode: default\` is used`,
		`\\.github/countersign\\.yml:2: \`max_iterations: 40\` is looser than ${place}:2 allows, so \`max_iterations: 3\` is used`,
	])
		expect(end.log).toMatch(new RegExp(`::warning::${line}`));
});

test('neither a standing approval nor an approval overrides a rule of the organization', async () => {
	const organizationFiles: Record<string, string> = {
		'countersign/policies/own.yml': denied.replace('action: deny', 'action: require_approval'),
	};
	await using stage = await Stage.open({ files: loose, script: script('bash scripts/deploy.sh'), organizationFiles });
	const asked = await stage.say('maintainer', '/agent release it');
	expect(asked.outputs).toMatchObject({ outcome: 'waiting', approvals: 'A1' });
	organizationFiles['countersign/policies/own.yml'] = denied;
	const end = await stage.say('maintainer', '/approve A1');
	expect(end.outputs).toMatchObject({ outcome: 'completed' });
	expect(journalOf(end).filter(({ type }) => type === 'tool_result')).toEqual([]);
	expect(JSON.stringify(journalOf(end))).toContain('no-deploy');
});

test('an organization can switch off all its repositories, including waiting runs', async () => {
	const organizationFiles: Record<string, string> = { 'countersign/policies/own.yml': 'rules: []\n' };
	await using stage = await Stage.open({ script: script('bash scripts/once.sh'), files: loose, organizationFiles });
	organizationFiles['countersign.yml'] = 'policies: [strict]\n';
	expect((await stage.say('maintainer', '/agent run it')).outputs).toMatchObject({ outcome: 'waiting' });
	organizationFiles['countersign.yml'] = 'enabled: false\n';
	const off = { outcome: 'cancelled' };
	expect((await stage.say('maintainer', '/approve A1')).outputs).toMatchObject(off);
	const begun = await stage.say('maintainer', '/agent once more');
	expect(begun.outputs).toMatchObject(off);
	expect(begun.log).toContain('countersign.yml of the organization');
	organizationFiles['countersign.yml'] = 'policies: [strict]\n';
	expect((await stage.say('maintainer', '/approve A1')).outputs).toMatchObject({ outcome: 'completed' });
});

test('an invalid file of the organization stops every run, and the error names its line', async () => {
	await using stage = await Stage.open({ organizationFiles: { 'countersign.yml': 'mode: plan\nloosn: [mode]\n' } });
	const end = await stage.say('maintainer', '/agent run it');
	expect(end).toMatchObject({ exitCode: 1, outputs: { outcome: 'failed' } });
	expect(end.log).toContain('octo-org/.github:countersign.yml:2: `loosn` is not a key');
});

test('a private `.github` repository that the token cannot read counts as missing', async () => {
	await using stage = await Stage.open({
		organizationPrivate: true,
		organizationFiles: { 'countersign.yml': 'enabled: false\n' },
	});
	expect((await stage.say('maintainer', '/agent run it')).outputs).toMatchObject({ outcome: 'completed' });
});
