import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bot } from '../../src/commands/bot/bot.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const env = {
	APP_ID: '7',
	PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
	WEBHOOK_SECRET: 'a secret of some length',
	BOT_URL: 'https://bot.example.com',
	RUNNER: 'local',
	/** Invalid, so that a bot that passes the check of the files stops here. */
	RUNS_AT_ONCE: 'none',
};
/** A file that every machine has next to its programs. */
const installed = '/usr/lib/os-release';

test.each([
	['the settings file', ['--settings', installed], {}],
	['the private key', [], { PRIVATE_KEY_PATH: installed }],
])('the bot does not start when runs on its machine could read %s', async (_, args, more) => {
	const around = { cwd: '/', packageRoot: '/' };
	await expect(bot(args, { ...around, env: { ...env, ...more } })).rejects.toMatchObject({
		code: 'bad-input',
		message: expect.stringContaining(`${installed} contains the App's secrets`),
	});
});

test('the bot also refuses a link to such a settings file, but accepts another file', async () => {
	using folder = temporaryFolder();
	const around = { cwd: folder.path, packageRoot: '/', env };
	symlinkSync(installed, join(folder.path, 'link.env'));
	writeFileSync(join(folder.path, 'own.env'), 'MODEL=scripted\n');
	await expect(bot(['--settings', 'link.env'], around)).rejects.toThrow("link.env contains the App's secrets");
	await expect(bot(['--settings', 'own.env'], around)).rejects.toThrow('RUNS_AT_ONCE');
});

test('the built program reports a missing settings file, although Node also knows --env-file', () => {
	using folder = temporaryFolder();
	const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');
	const { status, stderr } = spawnSync(process.execPath, [cli, 'bot', '--settings', 'nope.env'], {
		cwd: folder.path,
		encoding: 'utf8',
	});
	expect([status, stderr]).toEqual([2, expect.stringContaining('nope.env cannot be read')]);
	expect(stderr).toContain('countersign bot setup');
});
