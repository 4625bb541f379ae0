import { expect, test } from 'vitest';
import { git } from '../../rehearsal/sample-repository.ts';
import { journalOf, Stage } from './stage.ts';

const shell = (command: string) => ({ tool: 'shell_exec', args: { command } });
const deliver = { tool: 'open_pull_request', args: { title: 'Join with hyphens', body: 'The test passes.' } };
const script = (...turns: readonly (readonly object[])[]) =>
	JSON.stringify({ turns: [...turns.map((calls) => ({ calls })), { text: 'Done.' }] });

const verdicts = (end: Parameters<typeof journalOf>[0]) =>
	journalOf(end)
		.filter(({ type }) => type === 'tool_attempt')
		.map(({ decision, matched_rule }) => `${decision} ${matched_rule}`);

/** What an agent does for an ordinary bug fix: it looks, reproduces, edits by the shell, tests, cleans up, and delivers. */
const bugFix = script(
	[
		shell('ls -la && cat src/slug.js'),
		shell("cat > reproduce.mjs <<'END'\nconsole.log('Hello_world');\nEND\nnode reproduce.mjs"),
	],
	[
		shell("sed -i \"s/join('_')/join('-')/\" src/slug.js"),
		shell('mkdir -p build && echo x > build/log.txt && rm -rf build'),
	],
	[shell('rm reproduce.mjs && git stash list; git diff --stat'), deliver],
);

test('in the default mode, an ordinary bug fix completes without approval', async () => {
	await using stage = await Stage.open({ script: bugFix, mode: 'configured' });
	const end = await stage.say('maintainer', '/agent fix it');
	expect(end, end.log).toMatchObject({ exitCode: 0, outputs: { outcome: 'completed' } });
	expect(verdicts(end).filter((verdict) => !verdict.startsWith('allow'))).toEqual([]);
	expect(verdicts(end)).toContain('allow contained');
	const [tried] = journalOf(end).filter(({ type }) => type === 'walls_tried');
	expect(tried).toMatchObject({
		found: { kind: 'proven', walls: { closed: expect.arrayContaining(['network', 'git']) } },
	});
	const [pull] = await stage.pulls();
	const changed = git(stage.github.repositoryDir, 'diff', '--name-only', 'main', pull?.head.ref ?? '');
	expect(changed.split('\n')).toEqual(['src/slug.js']);
});

test('in mode edit, the same bug fix needs approval', async () => {
	await using stage = await Stage.open({ script: bugFix, mode: 'edit' });
	const end = await stage.say('maintainer', '/agent fix it');
	expect(end.outputs).toMatchObject({ outcome: 'waiting' });
});

test('planted files need approval at delivery, all in one request', async () => {
	const plant = shell(
		"mkdir -p .husky && echo 'echo hi' > .husky/pre-commit && chmod +x .husky/pre-commit && ln -s /etc/passwd link && printf 'a\\0b' > blob.bin && echo be good > AGENTS.md && echo fine > src/notes.txt",
	);
	const typed = { tool: 'file_write', args: { path: 'CLAUDE.md', content: 'Be kind.\n' } };
	await using stage = await Stage.open({ script: script([plant, typed], [deliver]), mode: 'configured' });
	const end = await stage.say('maintainer', '/agent do it');
	expect(end.outputs, end.log).toMatchObject({ outcome: 'waiting', approvals: 'A1' });
	expect(verdicts(end)[0]).toBe('allow contained');
	const requests = (await stage.comments()).filter(({ body }) => body.includes('needs your approval'));
	expect(requests).toHaveLength(1);
	for (const path of ['.husky/pre-commit', 'link', 'blob.bin', 'AGENTS.md']) expect(requests[0]?.body).toContain(path);
	expect(requests[0]?.body).toMatch(
		/deliver `AGENTS\.md`: new, an ordinary file \(mode 100644\), written by a command\n/,
	);
	expect(requests[0]?.body).toMatch(
		/deliver `CLAUDE\.md`: new, an ordinary file \(mode 100644\), written by a file tool\n/,
	);
	expect(await stage.pulls()).toEqual([]);
});

test('only the command that needs the network asks for approval', async () => {
	const calls = [shell('echo one > a.txt'), shell('npm install left-pad'), shell('echo two >> a.txt')];
	await using stage = await Stage.open({ script: script(calls), mode: 'configured' });
	const end = await stage.say('maintainer', '/agent do it');
	expect(end.outputs).toMatchObject({ outcome: 'waiting', approvals: 'A1' });
	const denied = await stage.say('maintainer', '/deny A1 no packages');
	expect(denied.outputs).toMatchObject({ outcome: 'completed' });
	expect(verdicts(denied).filter((verdict) => verdict.startsWith('confirm'))).toHaveLength(1);
	expect(journalOf(denied).filter(({ type }) => type === 'walls_tried')).toHaveLength(2);
});

test("a repository's own rules and patterns still ask in mode contained", async () => {
	const own =
		'version: "1"\nname: own\nrules:\n  - {name: notes, effects: [write], paths: ["notes/**"], action: require_approval}\n';
	const skill =
		'---\nname: care\ndescription: Careful\ntriggers: ["*"]\nconfirm_patterns:\n  - pattern: "^make deploy"\n    on: executed\n---\n';
	const files = {
		'.github/countersign.yml': 'policies: [default, .github/own.yml]\n',
		'.github/own.yml': own,
		'.github/countersign/skills/care/SKILL.md': skill,
	};
	const calls = [shell('mkdir -p src && touch src/a'), shell('mkdir -p notes && touch notes/a'), shell('make deploy')];
	await using stage = await Stage.open({ script: script(calls), files, mode: 'configured' });
	const end = await stage.say('maintainer', '/agent do it');
	expect(end.outputs, end.log).toMatchObject({ approvals: 'A1 A2' });
});
