import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderCaptured, runSandboxed } from '../../src/sandbox/index.ts';
import { putFiles, sh, temporaryDirectory } from './temporary.ts';

const hidden = ['.env', 'keys/deploy.key', 'gone.pem'];

async function commandIn(workspace: string, script: string) {
	return renderCaptured((await runSandboxed({ workspace, script, hidden })).output);
}

function aWorkspace(): string {
	const workspace = temporaryDirectory();
	putFiles(workspace, { '.env': 'canary-one', 'keys/deploy.key': 'canary-two', 'keys/readme': 'in clear' });
	return workspace;
}

describe('hidden files', () => {
	it('read as empty, but other files keep their content', async () => {
		expect(await commandIn(aWorkspace(), 'cat .env keys/*; grep -ra canary .; ls keys; ls gone.pem')).toBe(
			"in clear\ndeploy.key\nreadme\nls: cannot access 'gone.pem': No such file or directory\n".replace('\n', ''),
		);
	});

	it.each([
		'echo x > .env',
		'rm -f .env',
		'mv .env elsewhere',
		'ln .env elsewhere && cat elsewhere',
		'rm -rf keys',
		'mv keys others && cat others/deploy.key',
		'cp --remove-destination /etc/hosts .env',
		'umount .env; cat .env',
		'perl -e "open F, q(>), q(.env); print F q(x)"',
	])('cannot be read or changed by: %s', async (script) => {
		const workspace = aWorkspace();
		expect(await commandIn(workspace, `${script}; true`)).not.toContain('canary');
		expect(readFileSync(join(workspace, '.env'), 'utf8')).toBe('canary-one');
		expect(readFileSync(join(workspace, 'keys/deploy.key'), 'utf8')).toBe('canary-two');
	});

	it('cannot be made visible for a later command', async () => {
		const workspace = aWorkspace();
		await commandIn(workspace, 'mv keys others; mkdir keys; ln keys/deploy.key x; cp -al keys y; true');
		expect(await commandIn(workspace, 'grep -ra canary .; ls')).toBe('keys\ny\n');
	});

	it('do not uncover the configuration of a nested repository beside them', async () => {
		const workspace = aWorkspace();
		sh('git init -q keys; git -C keys config http.extraheader "AUTHORIZATION: bearer canary"', workspace);
		expect(await commandIn(workspace, 'grep -ra canary . ; git -C keys status --short')).toBe(
			'?? deploy.key\n?? readme\n',
		);
	});

	it('do not make a read-only checkout writable', async () => {
		const workspace = aWorkspace();
		const { output } = await runSandboxed({ workspace, hidden, readOnly: true, script: 'echo x > keys/new; ls keys' });
		expect(renderCaptured(output)).toMatch(/Read-only file system\ndeploy\.key\nreadme\n$/);
	});

	it('are not created if they are missing', async () => {
		const workspace = aWorkspace();
		await commandIn(workspace, 'true');
		expect(() => readFileSync(join(workspace, 'gone.pem'))).toThrow(/ENOENT/);
	});

	it('are limited in number', async () => {
		const many = Array.from({ length: 300 }, (_, index) => `${index}.pem`);
		await expect(runSandboxed({ workspace: aWorkspace(), script: 'true', hidden: many })).rejects.toMatchObject({
			...{ code: 'sandbox-unavailable', message: expect.stringContaining('300 uncommitted files') },
		});
	});
});
