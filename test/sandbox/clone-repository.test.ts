import { existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { git } from '../../rehearsal/sample-repository.ts';
import { cloneRepository } from '../../src/sandbox/index.ts';
import { Stage } from '../e2e/stage.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const cloned = (stage: Stage, change: Partial<Parameters<typeof cloneRepository>[0]> = {}) => {
	const into = join(stage.folder, 'clone');
	const { url, owner, repo, actionsToken: token } = stage.github;
	const interruption = new AbortController().signal;
	const request = { url: `${url}/${owner}/${repo}.git`, token, branch: 'main', into, wallSeconds: 60, interruption };
	return cloneRepository({ ...request, ...change });
};

test('a clone contains the branch with its history, but no token', async () => {
	await using stage = await Stage.open({ private: true });
	expect(await cloned(stage)).toMatchObject({ ok: true });
	const folder = join(stage.folder, 'clone');
	expect(git(folder, 'rev-parse', 'HEAD')).toBe(git(stage.github.repositoryDir, 'rev-parse', 'main'));
	expect(git(folder, 'rev-list', '--count', 'HEAD')).toBe(
		git(stage.github.repositoryDir, 'rev-list', '--count', 'main'),
	);
	expect(git(folder, 'status', '--porcelain')).toBe('');
	expect(existsSync(join(folder, 'package.json'))).toBe(true);
	const config = readFileSync(join(folder, '.git', 'config'), 'utf8');
	expect(config).not.toMatch(/token|Authorization|extraheader/i);
	expect(config).not.toContain(stage.github.actionsToken);
});

test('a clone that fails reports the message of git', async () => {
	await using stage = await Stage.open({ private: true });
	const wrong = await cloned(stage, { token: 'ghs_wrong' });
	expect(wrong).toMatchObject({ ok: false });
	expect(await cloned(stage, { branch: 'nowhere' })).toMatchObject({
		ok: false,
		message: expect.stringContaining('nowhere'),
	});
});

test('a silent server does not block an interrupted clone', async () => {
	const stop = new AbortController();
	await using server = createServer((socket) => {
		socket.on('error', () => socket.destroy()).resume();
		stop.abort();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	using folder = temporaryFolder();
	const request = { url: `http://127.0.0.1:${port}/o/r.git`, token: 'ghs_x', branch: 'main', wallSeconds: 15 };
	const into = join(folder.path, 'work');
	const end = await cloneRepository({ ...request, into, interruption: stop.signal });
	expect(end).toMatchObject({ ok: false, message: 'git was interrupted' });
});
