import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aPayload } from '../test/github/payloads.ts';
import { fullLoad, type Load, steadyLoad } from './http-load.ts';

/**
 * Measures signed deliveries that the bot has nothing to do for, on loopback. It compares the built bot with a bare server that only
 * verifies and parses, and with Probot alone. Each is a separate process, and they get load one after another.
 * `node bench/bot.ts [rounds] [milliseconds of each] [deliveries of the test of memory]`
 */
const rounds = Number(process.argv[2] ?? 5);
const milliseconds = Number(process.argv[3] ?? 2000);
const many = Number(process.argv[4] ?? 30_000);
/** The rate as a share of the bare server's, the memory as a multiple of Probot's, milliseconds, and MiB. */
const goals = { rate: 0.45, memory: 1.2, p99: 15, growth: 20 };

const secret = 'a secret of the benchmark';
const rsa = { modulusLength: 2048, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } } as const;
const { privateKey } = generateKeyPairSync('rsa', { ...rsa, publicKeyEncoding: { type: 'spki', format: 'pem' } });
const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
const cli = join(import.meta.dirname, '../dist/cli.js');

const scripts = {
	floor: `import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
createServer((request, response) => {
	const chunks = [];
	request.on('data', (chunk) => chunks.push(chunk));
	request.on('end', () => {
		const body = Buffer.concat(chunks);
		const wanted = Buffer.from('sha256=' + createHmac('sha256', process.env.WEBHOOK_SECRET).update(body).digest('hex'));
		const given = Buffer.from(request.headers['x-hub-signature-256'] ?? '');
		if (wanted.length !== given.length || !timingSafeEqual(wanted, given)) return response.writeHead(400).end();
		JSON.parse(body);
		response.end('ok');
	});
}).listen(Number(process.env.PORT), '127.0.0.1');`,
	probot: `import { createServer } from 'node:http';
import { createNodeMiddleware, createProbot } from '${import.meta.resolve('probot')}';
const overrides = { appId: 7, privateKey: process.env.PRIVATE_KEY, secret: process.env.WEBHOOK_SECRET, logLevel: 'fatal' };
const app = (probot) => probot.on('issue_comment.created', async () => {});
const middleware = await createNodeMiddleware(app, { webhooksPath: '/webhooks', probot: createProbot({ overrides }) });
createServer(middleware).listen(Number(process.env.PORT), '127.0.0.1');`,
};

const comment = aPayload('issue_comment', 'created', {
	'comment.body': `I think so, too. ${'It fails on every second run here. '.repeat(18)}`,
	'issue.body': 'Sometimes the test of the parser fails. '.repeat(60),
	installation: { id: 3 },
});

/** A delivery as GitHub sends it. */
function bytesOf(payload: object): Buffer {
	const body = JSON.stringify(payload);
	const digest = createHmac('sha256', secret).update(body).digest('hex');
	const head = [
		'POST /webhooks HTTP/1.1',
		'host: bot.example.com',
		'content-type: application/json',
		'user-agent: GitHub-Hookshot/1',
		'x-github-event: issue_comment',
		'x-github-delivery: 72d3162e-cc78-11e3-81ab-4c9367dc0958',
		`x-hub-signature-256: sha256=${digest}`,
		`content-length: ${Buffer.byteLength(body)}`,
	];
	return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}

interface Served {
	readonly name: string;
	readonly port: number;
	readonly process: ChildProcess;
	readonly up: number;
	readonly rates: number[];
}

async function serve(name: string, args: readonly string[]): Promise<Served> {
	const port = await freePort();
	const env = {
		...{ PATH: process.env['PATH'], PORT: String(port), APP_ID: '7', PRIVATE_KEY: privateKey },
		...{ WEBHOOK_SECRET: secret, BOT_URL: 'https://bot.example.com', NODE_ENV: 'production' },
	};
	const start = performance.now();
	const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
	for (;;) {
		if (await listens(port)) return { name, port, process: child, up: performance.now() - start, rates: [] };
		if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`);
	}
}

function listens(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1', () => resolve(true));
		socket.on('connect', () => socket.destroy());
		socket.on('error', () => setTimeout(resolve, 2, false));
	});
}

function freePort(): Promise<number> {
	return new Promise((resolve) => {
		const server = createServer().listen(0, '127.0.0.1', () => {
			const address = server.address();
			server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
		});
	});
}

/** Returns the memory that a process uses now, in MiB. */
function memoryOf({ process: { pid } }: Served): number {
	return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

const quantile = (sorted: readonly number[], share: number): number =>
	sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
const median = (values: readonly number[]): number =>
	quantile(
		values.toSorted((a, b) => a - b),
		0.5,
	);

function tell(name: string, value: number, goal: number, isMet: boolean, sign: string): void {
	console.log(`${name}: ${value.toFixed(2)} (${sign} ${goal}: ${isMet ? 'goal met' : 'GOAL MISSED'})`);
}

function scriptFor(name: keyof typeof scripts): string {
	const path = join(folder, `${name}.mjs`);
	writeFileSync(path, scripts[name]);
	return path;
}

const servers: Served[] = [];
try {
	servers.push(await serve('floor: node:http', [scriptFor('floor')]));
	servers.push(await serve('Probot alone', [scriptFor('probot')]));
	servers.push(await serve('countersign bot', [cli, 'bot']));
	const bytes = bytesOf(comment);
	const idle = servers.map(memoryOf);
	for (const { port } of servers) await fullLoad(port, bytes, { milliseconds: 1500 });
	const bad = servers.map(() => 0);
	for (let round = 0; round < rounds; round++) {
		for (const [index, { port, rates }] of servers.entries()) {
			const load = await fullLoad(port, bytes, { milliseconds });
			rates.push(load.rate);
			bad[index] = (bad[index] ?? 0) + load.bad;
		}
	}
	const steady: Load[] = [];
	for (const { port } of servers) steady.push(await steadyLoad(port, bytes, { perSecond: 500, milliseconds: 4000 }));
	const settled = servers.map(memoryOf);
	for (const { port } of servers.slice(1)) {
		for (let sent = 0; sent < many; ) sent += (await fullLoad(port, bytes, { milliseconds: 1000 })).times.length;
	}
	const [floor, probot, bot] = servers.map(({ rates }) => median(rates));
	console.log(
		`### Deliveries of ${bytes.length} bytes that ask nothing, 10 connections, ${rounds} × ${milliseconds} ms in turn\n`,
	);
	console.log(
		'| server | requests/s | × floor | p50 ms at 500/s | p99 ms at 500/s | up in ms | MiB idle | MiB under load | MiB after more | not 2xx |',
	);
	console.log('|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|');
	for (const [index, server] of servers.entries()) {
		const rate = median(server.rates);
		const { times } = steady[index] ?? { times: [] };
		const figures = [
			quantile(times, 0.5).toFixed(2),
			quantile(times, 0.99).toFixed(2),
			server.up.toFixed(0),
			idle[index]?.toFixed(0),
		];
		const memory = [settled[index]?.toFixed(0), memoryOf(server).toFixed(0), bad[index]];
		console.log(
			`| ${[server.name, rate.toFixed(0), (rate / (floor ?? 1)).toFixed(2), ...figures, ...memory].join(' | ')} |`,
		);
	}
	const last = servers.map(memoryOf);
	console.log('');
	const share = (bot ?? 0) / (floor ?? 1);
	tell('requests/s, × floor', share, goals.rate, share >= goals.rate, '≥');
	const p99 = quantile(steady[2]?.times ?? [], 0.99);
	tell('p99 at 500/s, ms', p99, goals.p99, p99 <= goals.p99, '≤');
	const memory = (last[2] ?? 0) / (last[1] ?? 1);
	tell('memory, × Probot alone', memory, goals.memory, memory <= goals.memory, '≤');
	const growth = (last[2] ?? 0) - (settled[2] ?? 0);
	tell(`memory that ${many} more deliveries add, MiB`, growth, goals.growth, growth <= goals.growth, '≤');
	if (probot === undefined) throw new Error('Probot was not loaded.');
} finally {
	for (const { process: child } of servers) child.kill();
	rmSync(folder, { recursive: true, force: true });
}
