import { expect, it } from 'vitest';
import { git } from '../../rehearsal/sample-repository.ts';
import { Stage } from './stage.ts';

const deliver = { tool: 'open_pull_request', args: { title: 'More', body: 'More of it.' } };
const write = (path: string) => ({ tool: 'file_write', args: { path, content: 'text\n' } });
const script = (...calls: readonly object[]) => JSON.stringify({ turns: [{ calls }, { text: 'Ended.' }] });

/** Files that a person may push, but that git does not list or a run does not save: credentials, ignored and filtered files. */
const pushed: Readonly<Record<string, string>> = {
	'conf/.npmrc': 'package-lock=false\n',
	'.envrc': 'use node\n',
	'.gitignore': '*.log\nnode_modules/\n',
	'kept.log': 'ignored, and committed all the same\n',
	'node_modules/x/index.js': 'ignored by the base commit\n',
	'.gitattributes': '*.png filter=lfs -text\n*.enc filter=mine\n*.bat text eol=crlf\n',
	'a.png': `version https://git-lfs.github.com/spec/v1\noid sha256:${'4d'.repeat(32)}\nsize 12345\n`,
	'a.enc': 'sealed\n',
	'a.bat': 'echo\n',
};

async function push(stage: Stage, branch: string): Promise<string> {
	const { github } = stage;
	const there = git(github.repositoryDir, 'for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`);
	const parent = there === '' ? git(github.repositoryDir, 'rev-parse', 'refs/heads/main') : there;
	const post = async (to: string, body: object): Promise<string> => {
		const made = await github.act('maintainer', 'POST', to, body as never);
		return (made.body as unknown as { sha: string }).sha;
	};
	const base_tree = git(github.repositoryDir, 'rev-parse', `${parent}^{tree}`);
	const tree = Object.entries(pushed).map(([path, content]) => ({ path, mode: '100644', type: 'blob', content }));
	const made = await post('/git/trees', { base_tree, tree });
	const commit = await post('/git/commits', { message: 'push', tree: made, parents: [parent] });
	git(github.repositoryDir, 'update-ref', `refs/heads/${branch}`, commit);
	return commit;
}

/** Says something on a pull request, and runs the job that it starts to its end. */
async function sayOn(stage: Stage, issue: number, body: string) {
	const comment = await stage.github.comment({ issue, user: 'maintainer', body });
	return (await stage.start(comment)).ended;
}

function addedTo(stage: Stage, from: string, branch: string): readonly string[] {
	const { repositoryDir } = stage.github;
	expect(git(repositoryDir, 'rev-parse', `refs/heads/${branch}^`)).toBe(from);
	return git(repositoryDir, 'diff', '--name-only', from, `refs/heads/${branch}`).split('\n');
}

it('a run works on a branch with unusual files, even after a wait', async () => {
	const touch = { tool: 'shell_exec', args: { command: 'rm -f none; touch b.txt' } };
	await using stage = await Stage.open({ script: script(write('a.txt'), touch, deliver) });
	const head = await push(stage, 'topic');
	const { number } = await stage.github.openPullRequest({ user: 'maintainer', title: 'Topic', head: 'topic' });
	expect((await sayOn(stage, number, '/agent do it')).outputs).toMatchObject({ outcome: 'waiting' });
	expect((await sayOn(stage, number, '/approve A1')).outputs).toMatchObject({ outcome: 'completed' });
	expect(addedTo(stage, head, 'topic')).toEqual(['a.txt', 'b.txt']);
});

it('a run works on its own draft after a person pushed unusual files to it', async () => {
	await using stage = await Stage.open({ script: script(write('a.txt'), deliver) });
	await stage.say('maintainer', '/agent do it');
	const [pull] = await stage.pulls();
	const { number = 0, head: { ref = '' } = {} } = pull ?? {};
	const head = await push(stage, ref);
	const end = await sayOn(stage, number, '/agent do it again');
	expect(end.outputs).toMatchObject({ outcome: 'completed' });
	expect(git(stage.github.repositoryDir, 'rev-parse', `refs/heads/${ref}`)).toBe(head);
});

it('a run works on a vouched fork with unusual files', async () => {
	await using stage = await Stage.open({ script: script(write('a.txt'), deliver) });
	const head = await push(stage, 'theirs');
	const { number } = await stage.github.openPullRequest({
		user: 'octocat',
		title: 'T',
		head: 'theirs',
		fork: 'octocat',
	});
	// The files of the fork are delivered, too, and some of them need approval.
	const asked = await sayOn(stage, number, `/agent ok ${head}\n/agent take it over`);
	expect(asked.outputs).toMatchObject({ outcome: 'waiting' });
	expect((await sayOn(stage, number, '/approve A1')).outputs).toMatchObject({ outcome: 'completed' });
	const pull = (await stage.pulls()).find((one) => one.number !== number);
	// The new commit leaves out the fork's new files whose names mean credentials.
	expect(addedTo(stage, head, pull?.head.ref ?? '')).toEqual(['.envrc', 'a.txt', 'conf/.npmrc']);
});
