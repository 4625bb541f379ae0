import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { git } from '../../rehearsal/sample-repository.ts';
import { completion, delta, finish, usage } from '../models/loopback.ts';
import { app, appLogin, BotStage, type BotStageOptions } from './bot-stage.ts';
import { minutesLater } from './minutes-later.ts';
import { providerKey } from './stand-in-provider.ts';

const key = Buffer.from(app.privateKeyPem).toString('base64');
const secrets = [app.webhookSecret, key.slice(40, 120), app.privateKeyPem.slice(60, 120).split('\n')[0] ?? key];

/** Prints what a step of a run can see of the environments around it. */
const look = `import { readdirSync, readFileSync } from 'node:fs';
const tried = (read) => { try { return read(); } catch { return ''; } };
console.log(Object.entries(process.env).map((pair) => pair.join('=')).join('\\n'));
for (const pid of readdirSync('/proc')) console.log(tried(() => readFileSync('/proc/' + pid + '/environ', 'utf8').replaceAll('\\0', '\\n')));
console.log('looked');
`;

const openLocal = (options: BotStageOptions) =>
	BotStage.open({
		...options,
		files: { '.github/countersign.yml': 'mode: default\n', ...options.files },
		// In the environment, as in a container, where a child process would find them.
		env: { RUNNER: 'local', LOG_LEVEL: 'debug', PRIVATE_KEY: key, WEBHOOK_SECRET: app.webhookSecret, ...options.env },
	});

/** Says something, and waits until the run that it starts beside the bot has ended. */
async function said(there: BotStage, body: string) {
	const { id } = await there.github.comment({ issue: there.stage.issue, user: 'maintainer', body });
	return there.bot.logged({ msg: 'a run ended', command: `comment/${id}` });
}

const childrenOf = (pid: number): readonly number[] => {
	const own = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
	return own.flatMap((child) => [child, ...childrenOf(child)]);
};

/** The files of a folder, but for those of git, as one text. */
const textOf = (folder: string): string =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.map((name) => join(folder, name))
		.filter((path) => !path.includes('/.git/') && statSync(path).isFile())
		.map((path) => readFileSync(path, 'utf8'))
		.join('\n');

const clean = (there: BotStage) => vi.waitFor(() => expect(readdirSync(there.temporary)).toEqual([]));

test('a local run completes after an approval, and cannot read the secrets of the App', async () => {
	const command = 'node scripts/look.mjs';
	await using there = await openLocal({
		files: { 'scripts/look.mjs': look },
		script: JSON.stringify({ turns: [{ calls: [{ tool: 'shell_exec', args: { command } }] }, { text: 'Looked.' }] }),
	});
	const { github, bot } = there;
	let seen = '';
	github.intercept = ({ method, who }, phase) => {
		// The first write of the run itself.
		if (phase === 'before' && method !== 'GET' && who === appLogin) {
			for (const pid of childrenOf(bot.pid)) seen += readFileSync(`/proc/${pid}/environ`, 'utf8');
			seen += textOf(there.temporary);
		}
		return undefined;
	};
	expect(await said(there, '/agent look around')).toMatchObject({ outcome: 'waiting', exitCode: 0 });
	const end = await said(there, '/approve A1');
	expect(end, bot.text).toMatchObject({ outcome: 'completed', reason: 'answered', exitCode: 0 });
	expect(github.dispatches).toEqual([]);
	const [progress] = await there.own();
	expect(progress?.body).toContain('Looked.');
	const audit = git(github.repositoryDir, 'grep', '-h', '-e', '', 'refs/heads/countersign/audit');
	expect(audit).toContain('looked');
	expect(audit).toContain('PATH=');
	expect(seen).toContain('INPUT_COMMAND=comment/');
	expect(seen).toContain('COUNTERSIGN_RUNNER=local');
	const comments = (await there.comments()).map(({ body }) => body).join('\n');
	expect(bot.text).not.toMatch(/ghs_\w/);
	for (const text of [seen, audit, comments, bot.text])
		for (const secret of secrets) expect(text.includes(secret)).toBe(false);
	expect(readFileSync(`/proc/${bot.pid}/environ`, 'utf8')).toContain(secrets[1]);
	await clean(there);
});

test('a killed local run does not stop the bot, and a repeated delivery runs nothing twice', async () => {
	await using there = await openLocal({ script: 'turns: [{ text: Looked. }]' });
	const { github, bot } = there;
	github.intercept = ({ path }, phase) => {
		if (phase === 'after' || !path.includes('/git/')) return undefined;
		// The bot itself asks for refs while it looks for lost commands.
		const children = childrenOf(bot.pid);
		if (children.length === 0) return undefined;
		github.intercept = undefined;
		for (const pid of children) process.kill(pid, 'SIGKILL');
		return 'drop';
	};
	expect(await said(there, '/agent look around')).toMatchObject({ exitCode: null, outcome: '' });
	const end = await said(there, '/agent look once more');
	expect(end, bot.text).toMatchObject({ outcome: 'completed' });
	const before = bot.lines.length;
	const [delivery] = await github.delivered();
	const comment = (await there.comments()).find(({ body }) => body.endsWith('once more'));
	const payload = await github.payloadFor({ event: 'issue_comment', comment: comment as never });
	expect(await github.deliver('issue_comment', payload, { guid: delivery?.guid ?? '' })).toMatchObject({
		status_code: 200,
	});
	await vi.waitFor(
		() =>
			expect(bot.lines.slice(before)).toContainEqual(
				expect.objectContaining({ msg: 'a run ended', outcome: 'duplicate' }),
			),
		20_000,
	);
	await clean(there);
});

/** A model's provider that never answers the first request. */
async function slowProvider(content: string) {
	const asked = Promise.withResolvers<void>();
	let count = 0;
	const server = createServer((_request, response) => {
		count++;
		if (count === 1) return asked.resolve();
		const { headers, body } = completion(delta({ role: 'assistant', content }), finish('stop'), usage(40, 6));
		response.writeHead(200, headers).end(body);
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const close = async (): Promise<void> => {
		server.closeAllConnections();
		await new Promise((closed) => server.close(closed));
	};
	return { url, asked: asked.promise, [Symbol.asyncDispose]: close };
}

test('a bot that is stopped interrupts its local run, and the next bot continues it', async () => {
	await using provider = await slowProvider('Looked at last.');
	const env = { MODEL: 'openai:gpt-6', OPENAI_API_KEY: providerKey, OPENAI_BASE_URL: provider.url };
	await using there = await openLocal({ env });
	const { github, bot: first } = there;
	const { id } = await github.comment({ issue: there.stage.issue, user: 'maintainer', body: '/agent look around' });
	const command = `comment/${id}`;
	await provider.asked;
	await first.stop();
	expect(await first.ended).toEqual({ code: 0, signal: null });
	expect(first.lines.find(({ msg }) => msg === 'a run ended')).toMatchObject({ command, reason: 'interrupted' });
	await clean(there);
	github.intercept = minutesLater(4, /\/issues\/comments$/);
	const second = await there.start();
	const end = await second.logged({ msg: 'a run ended', command });
	expect(end, second.text).toMatchObject({ outcome: 'completed' });
	expect((await there.own()).map(({ body }) => body.includes('Looked at last.'))).toEqual([true]);
	expect(second.text).not.toContain(providerKey);
	await clean(there);
});
