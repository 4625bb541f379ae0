import { expect, test } from 'vitest';
import { GitRunner } from '../../rehearsal/github/git-runner.ts';
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
