import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { freePort } from '../../rehearsal/free-port.ts';
import { makeApp } from '../../rehearsal/github/local-github.ts';
import { BotProcess } from './bot-process.ts';

const app = makeApp();
const body = JSON.stringify({ zen: 'Responsive is better than fast.', hook_id: 1 });
const headers = {
	'content-type': 'application/json',
	'x-github-event': 'ping',
	'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958',
	'x-hub-signature-256': `sha256=${createHmac('sha256', app.webhookSecret).update(body).digest('hex')}`,
};
/** More lines than a pipe of the system holds. */
const many = 3000;
const atOnce = 50;

test.each(['slow', 'gone'] as const)(
	'a bot whose log reader is %s answers requests, and stops cleanly',
	async (how) => {
		const port = String(await freePort());
		const url = `http://127.0.0.1:${port}`;
		await using bot = new BotProcess([], {
			APP_ID: String(app.id),
			PRIVATE_KEY: app.privateKeyPem,
			WEBHOOK_SECRET: app.webhookSecret,
			BOT_URL: url,
			PORT: port,
			// No server listens here.
			GITHUB_API_URL: 'http://127.0.0.1:9',
		});
		await bot.logged({ msg: 'listening' });
		bot.leaveLog(how);
		const statuses = new Set<number>();
		for (let sent = 0; sent < many; sent += atOnce) {
			const answers = Array.from({ length: atOnce }, () => fetch(`${url}/webhooks`, { method: 'POST', headers, body }));
			for (const { status } of await Promise.all(answers)) statuses.add(status);
		}
		expect([...statuses]).toEqual([200]);
		expect((await fetch(`${url}/healthz`)).status).toBe(200);
		const stopped = bot.stop();
		if (how === 'slow') bot.readLog();
		await stopped;
		expect(await bot.ended).toEqual({ code: 0, signal: null });
	},
);
