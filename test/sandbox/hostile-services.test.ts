import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mostServiceConnections, renderCaptured, runSandboxed } from '../../src/sandbox/index.ts';
import { ownNode } from '../support/programs-at.ts';
import { aFreePort, aLocalService, aRedis, askRedis, type LocalService } from './local-service.ts';
import { aSmallInternet, type SmallInternet } from './small-internet.ts';
import { shWhileServing, temporaryDirectory } from './temporary.ts';

/** A hostile command that may reach one service of the job must reach nothing else on the machine. */

async function obey(script: string, services: readonly string[], net?: SmallInternet) {
	const result = await runSandboxed({
		workspace: temporaryDirectory(),
		script,
		limits: { wallSeconds: 60 },
		toolchain: ownNode,
		network: { hosts: net === undefined ? [] : ['a.example'], services, ...(net && { outside: net.outside }) },
	});
	return { ...result, text: renderCaptured(result.output) };
}

/** Sends a word to a port, and prints the answer until the connection ends. */
const say = (word: string, to: string): string =>
	`node -e "const s = require('net').connect(${to}); s.on('data', (x) => process.stdout.write(x)).on('error', (e) => console.log(e.code)).end('${word}\\n')"`;
const sayTo = (word: string, port: number, host = '127.0.0.1'): string => say(word, `${port}, '${host}'`);

/** The ordinary use that each test combines with an attack. */
const ordinary = ({ port }: LocalService): string => sayTo('ordinary', port);

describe('a command that may reach one service', () => {
	it('talks to it over both loopback addresses, and gets a long answer completely', async () => {
		const service = await aLocalService();
		const long = `node -e "const s = require('net').connect(${service.port}, 'localhost'); let n = 0; s.on('data', (x) => { n += x.length; }).on('close', () => console.log('heard ' + n)).end('x'.repeat(3_000_000))"`;
		const { text, exitCode, serviceTroubles } = await obey(
			`${sayTo('one', service.port)}; [ ! -e /proc/net/if_inet6 ] || ${sayTo('two', service.port, '::1')}; ${long}`,
			[service.name],
		);
		expect(text).toContain('one\nbye\ntwo\nbye\nheard 3000004');
		expect([exitCode, serviceTroubles]).toEqual([0, []]);
	});

	it('reaches it if it listens on only one loopback address', async () => {
		const hasIpv6 = Object.values(networkInterfaces()).some((found) => found?.some(({ address }) => address === '::1'));
		const service = await aLocalService(hasIpv6 ? '::1' : '127.0.0.1');
		const { text, serviceTroubles } = await obey(ordinary(service), [service.name]);
		expect([text, serviceTroubles]).toEqual(['ordinary\nbye\n', []]);
	});

	it('reaches no other port and no other loopback address', async () => {
		const [service, other] = [await aLocalService(), await aLocalService()];
		const everywhere = await aLocalService('0.0.0.0');
		const tries = [
			sayTo('other', other.port),
			sayTo('other', other.port, '::1'),
			sayTo('other', everywhere.port, '127.0.0.2'),
			sayTo('other', service.port, '127.0.0.2'),
			`for p in 22 25 80 111 631 3306 5432 6379 8080; do (exec 3<>/dev/tcp/127.0.0.1/$p) 2>/dev/null && echo OPEN $p; done`,
			`for n in $(ip -o addr 2>/dev/null | awk '{print $4}' | cut -d/ -f1); do echo address $n; done`,
		];
		const { text } = await obey([...tries, ordinary(service)].join('\n'), [service.name]);
		expect(text).toMatch(/^(?:ECONNREFUSED\n){4}(?:address (?:127\.0\.0\.1|::1)\n)*ordinary\nbye\n$/);
		expect([other.connections(), everywhere.connections(), service.connections()]).toEqual([0, 0, 1]);
		expect(await shWhileServing(sayTo('other', other.port).replace(/^node/, `"${process.execPath}"`))).toBe(
			'other\nbye\n',
		);
	});

	it('reaches nothing else by messages to the socket of the service or to the proxy', async () => {
		const [service, other] = [await aLocalService(), await aLocalService()];
		const net = await aSmallInternet();
		const socket = `/run/countersign/service-${service.port}`;
		const words = [
			`CONNECT 127.0.0.1:${other.port} HTTP/1.1\\\\r\\\\n\\\\r`,
			`GET http://127.0.0.1:${other.port}/ HTTP/1.1\\\\r\\\\n\\\\r`,
		];
		const { text, refusedHosts } = await obey(
			`${words.map((word) => say(word, `'${socket}'`)).join('\n')}
			for to in localhost 127.0.0.1; do curl -sSp http://$to:${other.port}/; curl -sS --noproxy '' http://$to:${other.port}/; curl -sSp --noproxy '' http://$to:${service.port}/; done
			(echo x > ${socket}); (echo x > /run/countersign/forward.mjs); rm ${socket}; ls /run/countersign; ${ordinary(service)}; curl -sS http://a.example/`,
			[service.name],
			net,
		);
		expect(other.connections()).toBe(0);
		expect(service.heard()).toMatch(/^CONNECT .*\r\n\r\nGET .*\r\n\r\nordinary\n$/s);
		expect(refusedHosts).toEqual(
			expect.arrayContaining([
				`localhost:${service.port}`,
				`127.0.0.1:${service.port}`,
				`http://localhost:${other.port}/`,
			]),
		);
		expect(text.match(/Read-only file system/g)).toHaveLength(2);
		expect(text).toContain(`forward.mjs\nnode\nproxy\nservice-${service.port}\n`);
		expect(text).toContain('"url":"/"');
	});

	it('reaches no abstract socket of the job', async () => {
		const service = await aLocalService();
		const name = `countersign-service-${process.pid}`;
		const server = createServer((socket) => socket.end('answered'));
		await new Promise<void>((resolve) => server.listen(`\0${name}`, resolve));
		onTestFinished(() => void server.close());
		const call = say('x', `{ path: '\\0${name}' }`);
		expect((await obey(`${call}; ${ordinary(service)}`, [service.name])).text).toBe('ECONNREFUSED\nordinary\nbye\n');
		expect(await shWhileServing(call.replace(/^node/, `"${process.execPath}"`))).toContain('answered');
	});

	it('has limited connections, gets a report about this, and is served afterwards', async () => {
		const service = await aLocalService();
		const flood = `let open = 0, left = 200; for (let i = 0; i < 200; i++) {
			const s = require('net').connect('/run/countersign/service-${service.port}', () => s.write('x'));
			const done = () => { if (--left === 0) { console.log('open ' + open); process.exit(); } };
			s.once('data', () => { open++; s.heard = true; done(); }); s.once('error', () => {}); s.once('close', () => s.heard || done()); }`;
		const { text, serviceTroubles } = await obey(
			`node -e "${flood}"; until ${ordinary(service)} | grep ordinary; do sleep 0.1; done`,
			[service.name],
		);
		expect(text).toBe(`open ${mostServiceConnections}\nordinary\n`);
		expect(serviceTroubles).toContainEqual({ service: service.name, why: 'crowded' });
	});

	it('gets a report if no service listens, and still reaches the others', async () => {
		const service = await aLocalService();
		const port = await aFreePort();
		const { text, serviceTroubles } = await obey(`${sayTo('x', port)}; ${sayTo('x', port)}; ${ordinary(service)}`, [
			service.name,
			`localhost:${port}`,
		]);
		expect(text).toBe('ordinary\nbye\n');
		expect(serviceTroubles).toEqual([{ service: `localhost:${port}`, why: 'silent' }]);
	});

	it('still has its own network namespace and no proxy', async () => {
		const service = await aLocalService();
		const { text, open } = await obey(
			`cat /proc/net/dev /proc/net/route; readlink /proc/self/ns/net; env; ${ordinary(service)}`,
			[service.name],
		);
		expect(open).toBeUndefined();
		expect([...text.matchAll(/^\s*(\w+):\s/gm)].map(([, name]) => name)).toEqual(['lo']);
		expect(text).toMatch(/^net:\[\d+\]$/m);
		expect(text).not.toContain(await shWhileServing('readlink /proc/self/ns/net'));
		expect(text).not.toMatch(/https?_proxy=/i);
	});

	it('leaves no connection, socket or process behind', async () => {
		const service = await aLocalService();
		const usual = process.env['TMPDIR'];
		process.env['TMPDIR'] = temporaryDirectory();
		onTestFinished(() => {
			if (usual === undefined) delete process.env['TMPDIR'];
			else process.env['TMPDIR'] = usual;
		});
		const hold = `node -e "require('net').connect(${service.port}, '127.0.0.1').on('data', () => process.exit(0)).write('held')"`;
		const later = `(setsid -f ${hold.replace('process.exit(0)', '0')} </dev/null >/dev/null 2>&1 &)`;
		const { exitCode } = await obey(`${later}; ${hold}`, [service.name]);
		expect(exitCode).toBe(0);
		expect(readdirSync(tmpdir()).filter((name) => name.startsWith('countersign-net-'))).toEqual([]);
		await expect.poll(service.open).toBe(0);
		const next = await obey(`ls /run/countersign; ${ordinary(service)}`, []);
		expect(next.text).toMatch(/No such file or directory\nECONNREFUSED\n$/);
	});
});

describe('a real Redis', () => {
	it('is used by its own client, but another Redis is not reached', async () => {
		const [port, other] = [await aRedis(), await aRedis()];
		const { text, exitCode } = await obey(
			`redis-cli -p ${port} SET word told; redis-cli -h localhost -p ${port} GET word; printf 'SET n 0\\nINCR n\\nINCR n\\n' | redis-cli -p ${port}; redis-cli -p ${other} SET word planted`,
			[`localhost:${port}`],
		);
		expect(text).toBe(`OK\ntold\nOK\n1\n2\nCould not connect to Redis at 127.0.0.1:${other}: Connection refused\n`);
		expect(exitCode).toBe(1);
		expect([askRedis(port, 'GET', 'word'), askRedis(other, 'EXISTS', 'word')]).toEqual(['told', '0']);
	});
});
