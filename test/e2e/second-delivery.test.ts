import { expect, it } from 'vitest';
import { git } from '../../rehearsal/sample-repository.ts';
import { journalOf, Stage, writer } from './stage.ts';

const write = (path: string, content: string) => ({ tool: 'file_write', args: { path, content } });
const deliver = (title: string) => ({ tool: 'open_pull_request', args: { title, body: 'As asked.' } });
const risky = write('package.json', '{ "name": "sample", "scripts": { "postinstall": "true" } }\n');

/** A run that delivers twice. Its second delivery takes back `one.txt` and needs approval. */
const twice = JSON.stringify({
	turns: [
		{ calls: [write('one.txt', 'one\n'), write('two.txt', 'two\n'), deliver('First')] },
		{ calls: [{ tool: 'shell_exec', args: { command: 'rm one.txt' } }, risky, deliver('Second')] },
		{ text: 'Ended.' },
	],
});

const bodies = async (stage: Stage) => (await stage.comments()).map(({ body }) => body).join('\n');

/** Starts the run, and returns it as it waits for an answer to its second delivery. */
async function aDraft(stage: Stage) {
	await stage.say('maintainer', '/agent add two files');
	const waiting = await stage.say('maintainer', '/approve A1');
	expect(waiting.outputs).toMatchObject({ outcome: 'waiting', approvals: 'A2' });
	const [pull, ...others] = await stage.pulls();
	if (pull === undefined || others.length > 0) throw new Error('expected one pull request');
	const branch = `refs/heads/${pull.head.ref}`;
	return { number: pull.number, branch, first: git(stage.github.repositoryDir, 'rev-parse', branch) };
}

it('adds the second delivery of a run to the draft that the first one opened', async () => {
	await using stage = await Stage.open({ script: twice });
	const repository = stage.github.repositoryDir;
	const { number, branch, first } = await aDraft(stage);
	expect(await bodies(stage)).toContain("adds a commit to the branch of the run's pull request");
	const end = await stage.say('maintainer', '/approve A2');
	expect(end.outputs).toMatchObject({ outcome: 'completed' });
	expect(await stage.pulls()).toHaveLength(1);
	const tip = git(repository, 'rev-parse', branch);
	expect(git(repository, 'rev-parse', `${tip}^`)).toBe(first);
	expect(git(repository, 'diff', '--name-status', 'refs/heads/main', tip)).toBe('M\tpackage.json\nA\ttwo.txt');
	const result = expect.objectContaining({ type: 'tool_result', head_sha: tip });
	expect(journalOf(end)).toContainEqual(result);
	expect(await bodies(stage)).toContain(`#${number}`);
});

it('adds nothing to a draft that somebody else pushed to, and opens no second one', async () => {
	await using stage = await Stage.open({ script: twice });
	const repository = stage.github.repositoryDir;
	const { branch, first } = await aDraft(stage);
	const tree = git(repository, 'rev-parse', `${first}^{tree}`);
	const body = { message: 'theirs', tree, parents: [first] };
	const made = await stage.github.act(writer.login, 'POST', '/git/commits', body);
	const { sha } = made.body as unknown as { sha: string };
	git(repository, 'update-ref', branch, sha);
	const end = await stage.say('maintainer', '/approve A2');
	expect(JSON.stringify(journalOf(end))).toContain('Somebody pushed to #');
	expect(git(repository, 'rev-parse', branch)).toBe(sha);
	expect(await stage.pulls()).toHaveLength(1);
});
