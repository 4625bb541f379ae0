import { expect, test } from 'vitest';
import { GitKilled, GitRunner } from '../../rehearsal/github/git-runner.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const { PATH = '' } = process.env;

test('calls side by side get their own answers, refusals of git among them', async () => {
	using folder = temporaryFolder();
	const git = new GitRunner(folder.path, { PATH });
	const texts = Array.from({ length: 20 }, (_, index) => `text ${index}`);
	const hashes = await Promise.all(texts.map((text) => git.run(['hash-object', '--stdin'], text)));
	expect(new Set(hashes.map(({ out }) => out.toString())).size).toBe(20);
	expect(hashes.every(({ code, out }) => code === 0 && Buffer.isBuffer(out))).toBe(true);
	expect(await git.run(['rev-parse', 'HEAD'], '')).toMatchObject({ code: 128, err: expect.stringContaining('fatal') });
	await git.close();
	await expect(git.run(['version'], '')).rejects.toThrow();
});

test('a git that cannot be started is an error, and closing waits for what was asked', async () => {
	using folder = temporaryFolder();
	const none = new GitRunner(folder.path, { PATH: folder.path });
	await expect(none.run(['version'], '')).rejects.toThrow('ENOENT');
	await none.close();
	const git = new GitRunner(folder.path, { PATH });
	const version = git.run(['version'], '');
	await git.close();
	expect((await version).out.toString()).toMatch(/^git version/);
});

/** A command for git that kills the parent of the shell, which is git, or the parent of git. */
const killGit = ['-c', 'alias.end=!kill -9 $PPID', 'end'];
const killRunner = ['-c', 'alias.end=!kill -9 $(cut -d" " -f4 /proc/$PPID/stat)', 'end'];

test.each([
	['git', killGit],
	['the process that runs git', killRunner],
])('after %s was killed, what it had to do is an error, and the next call works', async (_name, kill) => {
	using folder = temporaryFolder();
	const git = new GitRunner(folder.path, { PATH });
	for (let time = 1; time <= 2; time++) {
		await expect(git.run(kill, '')).rejects.toThrow(GitKilled);
		expect(await git.run(['version'], '')).toMatchObject({ code: 0 });
	}
	await git.close();
	await expect(git.run(['version'], '')).rejects.toThrow('closed');
});
