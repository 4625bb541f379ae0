import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { PlaygroundProcess } from './playground-process.ts';
import { processesIn } from './processes.ts';

/** A playground in its own temporary folder; neither may leave anything behind. */
class Attacked implements AsyncDisposable {
	readonly folder = mkdtempSync(join(tmpdir(), 'countersign-attacked-'));

	start(): Promise<PlaygroundProcess> {
		return PlaygroundProcess.start([], { TMPDIR: this.folder });
	}

	/** Waits until no process of it is left; the test's own limit ends the wait. */
	async isLeft(): Promise<void> {
		while (processesIn(this.folder).length > 0) await sleep(50);
	}

	async [Symbol.asyncDispose](): Promise<void> {
		for (const pid of processesIn(this.folder)) process.kill(pid, 'SIGKILL');
		rmSync(this.folder, { recursive: true, force: true });
	}
}

/** The first line of the answer to bytes that no browser would send. */
async function raw({ address }: PlaygroundProcess, bytes: string): Promise<string> {
	const socket = connect(Number(address.port), address.hostname);
	socket.end(bytes);
	let answer = '';
	for await (const piece of socket.setEncoding('utf8') as AsyncIterable<string>) answer += piece;
	return answer.split('\r\n')[0] ?? '';
}

test('the playground refuses malformed requests, and stays up', async () => {
	await using attacked = new Attacked();
	await using playground = await attacked.start();
	const host = `Host: ${playground.address.host}\r\n`;
	expect(await raw(playground, 'GET // HTTP/1.1\r\nHost: evil.example.com\r\n\r\n')).toContain(' 403 ');
	expect(await raw(playground, `GET // HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)).toContain(' 400 ');
	expect(await raw(playground, `GET http://[ HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)).toContain(' 400 ');
	expect((await playground.ask('/api/threads/%')).status).toBe(404);
	expect(await playground.world()).toMatchObject({ model: 'scripted' });
});

test('a long thread shows every comment', async () => {
	await using attacked = new Attacked();
	await using playground = await attacked.start();
	for (let count = 1; count <= 105; count++)
		await playground.act({ kind: 'comment', as: 'stranger', thread: 1, body: `Comment ${count}` });
	const { comments, commentCount } = await playground.thread(1);
	expect([comments.length, commentCount, comments.at(-1)?.body]).toEqual([105, 105, 'Comment 105']);
});

test('a bot that dies is restarted, and answers', async () => {
	await using attacked = new Attacked();
	await using playground = await attacked.start();
	const isBot = (pid: number): boolean => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('cli.js\0bot');
	for (const pid of processesIn(attacked.folder).filter(isBot)) process.kill(pid, 'SIGKILL');
	await playground.act({
		kind: 'comment',
		as: 'maintainer',
		thread: 1,
		body: '/agent fix this, and open a pull request',
	});
	await playground.until(async () => (await playground.thread(1)).runs.length > 0);
	expect(playground.output).toContain('It is started again.');
});

test('a killed git process is restarted, and the run completes', async () => {
	await using attacked = new Attacked();
	await using playground = await attacked.start();
	const kill = (): void => {
		for (const pid of processesIn(attacked.folder, 'git-process.js')) process.kill(pid, 'SIGKILL');
	};
	kill();
	expect((await playground.world()).threads.length).toBeGreaterThan(0);
	kill();
	expect((await playground.thread(1)).number).toBe(1);
	kill();
	expect(await playground.act({ kind: 'push-commit', thread: 1 })).toMatchObject({ ok: true });
	const body = '/agent fix this, and open a pull request';
	await playground.act({ kind: 'comment', as: 'maintainer', thread: 1, body });
	await playground.until(async () => (await playground.thread(1)).runs.length > 0);
	kill();
	expect((await playground.reaches(1, 'ended')).outcome).toMatchObject({ kind: 'completed' });
});

test('Ctrl-C twice while a day passes leaves no process and no file', async () => {
	await using attacked = new Attacked();
	const playground = await attacked.start();
	const passing = [1, 2, 3].map(() => playground.act({ kind: 'pass-day' }).catch(() => undefined));
	await playground.until(async () => (await playground.world()).daysAhead > 0);
	process.kill(playground.pid, 'SIGINT');
	expect(await playground.stop()).toBe(0);
	await Promise.all(passing);
	await attacked.isLeft();
	expect(readdirSync(attacked.folder)).toEqual([]);
});

test('the processes of a killed playground end, and the next playground deletes its files', async () => {
	await using attacked = new Attacked();
	const killed = await attacked.start();
	await killed.act({ kind: 'comment', as: 'maintainer', thread: 1, body: '/agent fix this, and open a pull request' });
	await killed.until(async () => (await killed.thread(1)).starting);
	await killed.stop('SIGKILL');
	await attacked.isLeft();
	expect(readdirSync(attacked.folder)).toHaveLength(1);
	const next = await attacked.start();
	expect(readdirSync(attacked.folder)).toHaveLength(1);
	expect(await next.stop()).toBe(0);
	expect(readdirSync(attacked.folder)).toEqual([]);
});
