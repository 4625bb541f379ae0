import { expect, it } from 'vitest';
import { git } from '../../rehearsal/sample-repository.ts';
import { journalOf, Stage } from './stage.ts';

const deliver = { tool: 'open_pull_request', args: { title: 'More', body: 'More of it.' } };
const write = (path: string) => ({ tool: 'file_write', args: { path, content: 'text\n' } });
const shell = (command: string) => ({ tool: 'shell_exec', args: { command } });
const script = (...calls: readonly object[]) => JSON.stringify({ turns: [{ calls }, { text: 'Ended.' }] });

/** A test that leaves behind what no run can carry to another machine. */
const untidy = {
	'package.json': '{"type":"module","scripts":{"test":"node test.js"}}\n',
	'test.js': [
		"import fs from 'node:fs';",
		"import { execSync } from 'node:child_process';",
		"fs.writeFileSync(Buffer.from([0x62, 0xff]), 'x');",
		"fs.ftruncateSync(fs.openSync('core.dump', 'w'), 105e6);",
		"execSync('git init -q nested');",
		"for (const name of ['.g\\u200dit', '.git.', 'git~1']) { fs.mkdirSync(name); fs.writeFileSync(`${name}/config`, ''); }",
	].join('\n'),
	'.gitattributes': '*.png filter=lfs diff=lfs merge=lfs -text\n*.txt filter=mine\n',
};

const reasons = [
	['git is its own', '"nested/" is a git repository of its own'],
	[
		'names',
		'".git./config", ".g\\u200dit/config", "b\\ufffd", "git~1/config" has a name that is not UTF-8, or that some file systems treat as the folder of git',
	],
	['large', '"core.dump" is too large'],
	['LFS', '"a.png" is kept by Git LFS'],
	['filter', '"b.txt" goes through a git filter'],
] as const;

function filesOf(stage: Stage, branch: string): readonly string[] {
	return git(stage.github.repositoryDir, 'diff', '--name-only', 'main', branch).split('\n');
}

it('a run delivers what it can, leaves the rest out, and tells the model and the thread', async () => {
	const calls = [write('a.md'), write('a.png'), write('b.txt'), shell('npm test'), deliver];
	await using stage = await Stage.open({ files: untidy, script: script(...calls) });
	const end = await stage.say('maintainer', '/agent do it');
	expect(end.outputs).toMatchObject({ outcome: 'completed' });
	const [pull] = await stage.pulls();
	expect(filesOf(stage, pull?.head.ref ?? '')).toEqual(['a.md']);
	const told = journalOf(end).flatMap(({ type, output }) =>
		type === 'tool_result' ? [(output as { readonly preview: string }).preview] : [],
	);
	expect(told[0]).not.toContain('Left out');
	expect(told[1]).toContain('Left out of what is saved and delivered: "a.png" is kept by Git LFS');
	expect(told[2]).toContain('Left out of what is saved and delivered: "b.txt" goes through a git filter');
	expect(told[3]).toContain('"core.dump" is too large');
	const said = (await stage.comments()).at(-1)?.body ?? '';
	for (const [, words] of reasons) expect(said).toContain(words);
});

it('a run continues on another machine without the files that cannot be saved', async () => {
	const calls = [write('a.md'), shell('npm test'), shell('rm -f none; touch b.md'), deliver];
	await using stage = await Stage.open({ files: untidy, script: script(...calls) });
	expect((await stage.say('maintainer', '/agent do it')).outputs).toMatchObject({
		outcome: 'waiting',
		approvals: 'A1',
	});
	expect((await stage.say('maintainer', '/approve A1')).outputs).toMatchObject({ outcome: 'completed' });
	const [pull] = await stage.pulls();
	expect(filesOf(stage, pull?.head.ref ?? '')).toEqual(['a.md', 'b.md']);
});

it('a run writes no file with an invalid name, or a name that some file system takes for .git', async () => {
	const names = ['\ud800x', '.git./config', 'GIT~1/config', '.g\u200dit/config', 'sub/.git::$DATA/config'];
	await using stage = await Stage.open({ script: script(write('a.md'), ...names.map(write), deliver) });
	const end = await stage.say('maintainer', '/agent do it');
	expect(end.outputs).toMatchObject({ outcome: 'completed' });
	const entries = journalOf(end);
	expect(entries.filter(({ type, ok }) => type === 'tool_result' && ok === false)).toHaveLength(1);
	const blocked = entries.filter(({ type }) => type === 'security_violation');
	expect(blocked.filter(({ matched_rule: rule }) => rule === 'write-into-git')).toHaveLength(4);
	const [pull] = await stage.pulls();
	expect(filesOf(stage, pull?.head.ref ?? '')).toEqual(['a.md']);
});
