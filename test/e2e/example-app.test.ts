import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { jobOf, type Running, readExample, runExample } from './example-workflow.ts';
import { Stage } from './stage.ts';

const { publicKey } = generateKeyPairSync('ed25519');
const pem = { type: 'spki', format: 'pem' } as const;
const app = {
	...{ id: 7, slug: 'countersign-app', webhookSecret: 'secret' },
	privateKeyPem: generateKeyPairSync('rsa', { modulusLength: 2048 })
		.privateKey.export({ type: 'pkcs1', format: 'pem' })
		.toString(),
};

/** The runner's door for identities, and the App's bot, at one address. */
async function aBot(stage: Stage) {
	const asked: string[] = [];
	const answer = {
		expires_at: new Date(Date.now() + 3_600_000).toISOString(),
		app: { id: app.id, slug: app.slug, login: `${app.slug}[bot]`, user_id: 200_000_007 },
		repository_id: stage.github.repositoryId,
		public_key: publicKey.export(pem).toString(),
	};
	const server = createServer((request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
		asked.push(`${request.method} ${pathname} ${searchParams.get('audience') ?? request.headers.authorization}`);
		const token = stage.github.installationToken();
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify(pathname === '/token' ? { ...answer, token } : { value: 'eyJ.identity.x' }));
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return { url, asked, [Symbol.dispose]: () => void server.close() };
}

/** Runs countersign.yml as a runner would, with the App's bot at hand. */
async function runWithApp(stage: Stage, bot: { readonly url: string }, more: Running) {
	const example = readExample('countersign.yml');
	return runExample(stage, [example, jobOf(example, 'agent')], {
		...more,
		inputs: { bot: bot.url, ...more.inputs },
		env: {
			ACTIONS_ID_TOKEN_REQUEST_URL: `${bot.url}/identity?api-version=2`,
			ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'runner-token-1',
		},
	});
}

async function dispatched(stage: Stage, bot: { readonly url: string }, command: string, inputs = {}) {
	const payload = await stage.github.workflowDispatchEvent({ command }, 'octocat');
	const contexts = { 'inputs.command': command };
	return runWithApp(stage, bot, { event: { name: 'workflow_dispatch', payload }, contexts, inputs });
}

test('countersign.yml: the job reads what its command names, acts as the App, and does a command once', async () => {
	await using stage = await Stage.open({ app, script: 'turns: [{ text: Looked. }]' });
	using bot = await aBot(stage);
	const comment = await stage.comment('maintainer', '/agent look around');
	const first = await dispatched(stage, bot, `comment/${comment.id}`);
	expect(first.outputs, first.log).toMatchObject({ outcome: 'completed', 'reason-code': 'answered' });
	expect(bot.asked).toEqual([`GET /identity ${bot.url}`, 'POST /token Bearer eyJ.identity.x']);
	const written = (await stage.comments()).filter(({ user }) => user.login !== 'maintainer');
	expect(written.map(({ user }) => user.login)).toEqual(['countersign-app[bot]']);
	expect((await dispatched(stage, bot, `comment/${comment.id}`)).outputs).toMatchObject({ outcome: 'duplicate' });
});

test('countersign.yml: its schedule takes up an answer whose job was lost, as the App that asked', async () => {
	const call = { tool: 'file_write', args: { path: 'new.txt', content: 'x' } };
	const script = JSON.stringify({ turns: [{ calls: [call] }, { text: 'Ended.' }] });
	await using stage = await Stage.open({ app, script });
	using bot = await aBot(stage);
	const comment = await stage.comment('maintainer', '/agent do it');
	const asking = await dispatched(stage, bot, `comment/${comment.id}`, { mode: 'default' });
	expect(asking.outputs, asking.log).toMatchObject({ outcome: 'waiting', approvals: 'A1' });
	await stage.comment('maintainer', '/approve A1');
	const event = { name: 'schedule', payload: await stage.github.scheduleEvent() };
	expect((await runWithApp(stage, bot, { event })).outputs).toMatchObject({
		outcome: 'completed',
		'reason-code': 'swept',
	});
});

test('dispatch.yml: a program asks, and the rights of whose token it is are read', async () => {
	await using stage = await Stage.open({ script: 'turns: [{ text: Looked. }]' });
	const example = readExample('dispatch.yml');
	const asked = async (user: string, task: string) => {
		const { repository, sender } = await stage.github.workflowDispatchEvent({}, user);
		const payload = { action: 'countersign', branch: 'main', client_payload: { prompt: task }, repository, sender };
		const contexts = { 'github.event.client_payload.prompt': task };
		const event = { name: 'repository_dispatch', payload };
		return (await runExample(stage, [example, jobOf(example, 'agent')], { event, contexts })).outputs;
	};
	expect(example.on).toEqual({ repository_dispatch: { types: ['countersign'] } });
	expect(await asked('hubot-writer', 'look around')).toMatchObject({ outcome: 'completed' });
	expect(await asked('octocat', 'look around')).toMatchObject({ outcome: 'refused', 'reason-code': 'no-write-access' });
	expect(await asked('hubot-writer', '')).toMatchObject({ outcome: 'failed', 'reason-code': 'bad-input' });
	const { body } = await stage.github.act('maintainer', 'GET', '/issues?labels=countersign');
	expect(body).toMatchObject([{ title: 'Countersign: dispatch', body: expect.stringContaining('| `look around` |') }]);
});
