import { expect, test } from 'vitest';
import { GitKilled, GitRunner } from '../../rehearsal/github/git-runner.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const { PATH = '' } = process.env;

test('parallel calls get their own answers, even when git refuses one', async () => {
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

test('a git that cannot start is an error, and close() waits for open calls', async () => {
	using folder = temporaryFolder();
	const none = new GitRunner(folder.path, { PATH: folder.path });
	await expect(none.run(['version'], '')).rejects.toThrow('ENOENT');
	await none.close();
	const git = new GitRunner(folder.path, { PATH });
	const version = git.run(['version'], '');
	await git.close();
	expect((await version).out.toString()).toMatch(/^git version/);
});

/** Git commands that kill git itself, which is the parent of the shell, or the parent of git. */
const killGit = ['-c', 'alias.end=!kill -9 $PPID', 'end'];
const killRunner = ['-c', 'alias.end=!kill -9 $(cut -d" " -f4 /proc/$PPID/stat)', 'end'];

test.each([
	['git', killGit],
	['the process that runs git', killRunner],
])('after %s is killed, its call fails and the next call works', async (_name, kill) => {
	using folder = temporaryFolder();
	const git = new GitRunner(folder.path, { PATH });
	for (let time = 1; time <= 2; time++) {
		await expect(git.run(kill, '')).rejects.toThrow(GitKilled);
		expect(await git.run(['version'], '')).toMatchObject({ code: 0 });
	}
	await git.close();
	await expect(git.run(['version'], '')).rejects.toThrow('closed');
});
