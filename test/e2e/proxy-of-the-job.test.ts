import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const action = join(import.meta.dirname, '../../dist/action.js');
const user = { login: 'maintainer', id: 1, type: 'User' };
const times = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' };
const event = {
	action: 'created',
	issue: { number: 1, title: 'A title', body: 'A text', user, ...times },
	comment: { id: 5, body: '/agent look', user, ...times },
	sender: user,
	repository: { name: 'slugs', owner: { login: 'octo-org' }, default_branch: 'main' },
};

test('a job sends its GitHub requests through the proxy of its machine', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'countersign-test-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	writeFileSync(join(folder, 'event.json'), JSON.stringify(event));
	const proxy = createServer();
	const asked = new Promise<string>((resolve) => {
		proxy.on('connect', (request, socket) => {
			resolve(request.url ?? '');
			socket.destroy();
		});
	});
	proxy.listen(0, '127.0.0.1');
	await once(proxy, 'listening');
	onTestFinished(() => void proxy.close());
	const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
	const job = spawn(process.execPath, [action], {
		stdio: 'ignore',
		env: {
			...{ PATH: process.env['PATH'], HOME: folder, RUNNER_TEMP: folder, GITHUB_ACTIONS: 'true', https_proxy: address },
			...{ GITHUB_EVENT_NAME: 'issue_comment', GITHUB_EVENT_PATH: join(folder, 'event.json') },
			...{
				GITHUB_REPOSITORY: 'octo-org/slugs',
				GITHUB_RUN_ID: '1',
				GITHUB_WORKSPACE: folder,
				GITHUB_SHA: 'a'.repeat(40),
			},
			...{
				GITHUB_REF_NAME: 'main',
				GITHUB_API_URL: 'https://api.example.com',
				GITHUB_SERVER_URL: 'https://example.com',
			},
			...{
				'INPUT_GITHUB-TOKEN': 'not-a-token',
				INPUT_MODEL: 'anthropic:claude-test',
				'INPUT_ANTHROPIC-API-KEY': 'not-a-key',
			},
		},
	});
	const ended = once(job, 'exit');
	onTestFinished(async () => {
		job.kill('SIGKILL');
		await ended;
	});
	expect(await Promise.race([asked, ended.then(() => 'the job ended')])).toBe('api.example.com:443');
});
