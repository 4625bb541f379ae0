import { existsSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { addressKind, gatewaysIn } from '../../src/sandbox/network/address-kind.ts';
import { type FilteringProxy, openProxy } from '../../src/sandbox/network/filtering-proxy.ts';
import { internet, type Outside, openTo } from '../../src/sandbox/network/outside.ts';
import { isDenial, newProxyGate } from '../../src/sandbox/network/proxy-gate.ts';
import { readGreeting } from '../../src/sandbox/network/server-name.ts';
import { addressOf, aSmallInternet, listening } from './small-internet.ts';

async function aProxy(hosts: readonly string[] = ['a.example']) {
	const net = await aSmallInternet();
	const proxy = await openProxy({ hosts, outside: net.outside });
	onTestFinished(() => proxy.close());
	return { ...net, proxy };
}

/** Sends these bytes to the proxy. Returns its answer when it closes, or when as many servers have answered as `answers` says. */
function say(proxy: FilteringProxy, parts: string | Buffer | readonly string[], answers = 1): Promise<string> {
	return new Promise((resolve) => {
		const socket = connect(proxy.path);
		let heard = '';
		socket.on('data', (chunk) => {
			heard += chunk.toString('latin1');
			if (heard.split('}\n').length > answers) socket.destroy();
		});
		socket.on('close', () => resolve(heard)).on('error', () => socket.destroy());
		for (const part of typeof parts === 'string' || Buffer.isBuffer(parts) ? [parts] : parts) socket.write(part);
	});
}

const get = (url: string, ...headers: readonly string[]): string =>
	[`GET ${url} HTTP/1.1`, ...headers, '', ''].join('\r\n');
const post = (length: number): string =>
	`POST http://a.example/ HTTP/1.1\r\nHost: a.example\r\nContent-Length: ${length}\r\n\r\n`;
const tunnelTo = (authority: string): string => `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`;

describe('the proxy allows', () => {
	it('plain HTTP to a host, whose name it sets itself', async () => {
		const { proxy, reached } = await aProxy();
		const heard = await say(
			proxy,
			get(
				'http://a.example/x?y',
				'Host: b.example',
				'Proxy-Authorization: Basic eDp5',
				'Connection: X-One',
				'X-One: 1',
				'X-Two: 2',
			),
		);
		expect(heard).toMatch(/^HTTP\/1\.1 200 /);
		expect(heard).toContain('"url":"/x?y","host":"a.example"');
		expect(heard).toContain('"x-two":"2"');
		expect(heard).not.toMatch(/x-one|proxy-auth/);
		expect(reached).toEqual([`${addressOf('a.example')}:80`]);
		expect(proxy.refused()).toEqual([]);
	});

	it('a body with a length or in chunks, for any method', async () => {
		const { proxy } = await aProxy();
		for (const method of ['POST', 'GET', 'DELETE']) {
			const told = `${method} http://a.example/ HTTP/1.1\r\nHost: a.example\r\nContent-Length: 5\r\n\r\nhello`;
			const pieces = `${method} http://a.example/ HTTP/1.1\r\nHost: a.example\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`;
			expect(await say(proxy, told), method).toContain('"body":"hello"');
			expect(await say(proxy, pieces), method).toContain('"body":"hello"');
		}
	});

	it('a tunnel with TLS to the host, also in upper case', async () => {
		const { proxy, reached } = await aProxy();
		expect(await throughTls(proxy, 'A.Example:443', 'a.example')).toContain(
			'"url":"/tls","host":"a.example","secure":true',
		);
		expect(reached).toEqual([`${addressOf('a.example')}:443`]);
	});

	it('a tunnel with several HTTP requests to the host', async () => {
		const { proxy } = await aProxy();
		const ask = get('/one', 'Host: a.example') + get('/two', 'Host: A.example:80');
		const heard = await say(proxy, [tunnelTo('a.example:80'), ask], 2);
		expect(heard).toContain('"url":"/one"');
		expect(heard).toContain('"url":"/two"');
	});

	it('only the port that the list names', async () => {
		const { proxy } = await aProxy(['a.example:8443', 'b.example']);
		expect(await throughTls(proxy, 'a.example:8443', 'a.example')).toContain('"secure":true');
		for (const authority of ['a.example:443', 'a.example:80', 'b.example:8443', 'b.example:22'])
			expect(await say(proxy, tunnelTo(authority))).toMatch(/^HTTP\/1\.1 403 /);
	});

	it('every name below a pattern, but not the name itself', async () => {
		const { proxy } = await aProxy(['*.a.example']);
		expect(await say(proxy, get('http://sub.a.example/', 'Host: x'))).toContain('"host":"sub.a.example"');
		for (const host of ['a.example', 'suba.example', 'sub.a.example.b.example'])
			expect(await say(proxy, get(`http://${host}/`, 'Host: x'))).toMatch(/^HTTP\/1\.1 403 /);
	});
});

/** Sends an HTTPS request for `servername` through a tunnel to `authority`. */
function throughTls(proxy: FilteringProxy, authority: string, servername: string): Promise<string> {
	return new Promise((resolve) => {
		const socket = connect(proxy.path);
		socket.on('error', (error) => resolve(error.message));
		socket.once('data', (said) => {
			if (!String(said).startsWith('HTTP/1.1 200')) return resolve(String(said));
			const tls = connectTls({ socket, servername, rejectUnauthorized: false });
			let heard = '';
			tls.on('data', (chunk) => {
				heard += String(chunk);
				if (heard.includes('}\n')) tls.destroy();
			});
			tls.on('error', (error) => resolve(error.message)).on('close', () => resolve(heard));
			tls.write(get('/tls', `Host: ${servername}`));
		});
		socket.write(tunnelTo(authority));
	});
}

describe('the proxy refuses', () => {
	it.each([
		...[
			'b.example:443',
			'a.example.:443',
			'x@a.example:443',
			'a.example%00.b.example:443',
			'a.example%2eb.example:443',
		],
		...['a.example:22', 'a.example:0', 'a.example:65536', 'a.example:0443x', 'a.example', 'a.example:443:443', ':443'],
		...[
			'5.5.5.1:443',
			'127.0.0.1:80',
			'127.1:80',
			'2130706433:80',
			'0x7f000001:80',
			'[::1]:443',
			'[::ffff:127.0.0.1]:80',
		],
		...[
			'\u0430.example:443',
			'a.example\u3002:443',
			'localhost:80',
			'sub.a.example:443',
			'xa.example:443',
			'a.example.b.example:443',
		],
	])('a tunnel to %s', async (authority) => {
		const { proxy, reached } = await aProxy();
		const heard = await say(proxy, Buffer.from(tunnelTo(authority)));
		expect(heard).toMatch(/^HTTP\/1\.1 40[03] /);
		expect(heard).not.toContain(' 200 ');
		expect(reached).toEqual([]);
	});

	it.each([
		...[
			'http://b.example/',
			'https://a.example/',
			'ftp://a.example/',
			'http://x@a.example/',
			'http://a.example@b.example/',
		],
		...[
			'http://a.example.',
			'http://a.example:8080/',
			'http://5.5.5.1/',
			'http://[::1]/',
			'http://a.example%00/',
			'http://a.example\\@b.example/',
		],
		...['/x', '*', 'http:///x', 'http://a.example#@b.example/', '//a.example/'],
	])('a request for %s', async (url) => {
		const { proxy, reached } = await aProxy();
		const heard = await say(proxy, get(url, 'Host: a.example'));
		expect(heard).toMatch(/^HTTP\/1\.1 40[03] /);
		expect(reached).toEqual([]);
	});

	it('a host outside the list, and names the allowed hosts', async () => {
		const { proxy } = await aProxy(['a.example', 'sub.a.example']);
		const sentence = 'b.example:443 is not among the hosts that this command may reach: a.example, sub.a.example.';
		expect(await say(proxy, tunnelTo('b.example:443'))).toContain(`\r\n\r\n${sentence}\n`);
		expect(await say(proxy, get('http://b.example/', 'Host: x'))).toContain('b.example:80 is not among the hosts');
		expect(await say(proxy, Buffer.from(tunnelTo('b\u200b.example:443')))).not.toContain('\u200b');
		expect(proxy.refused().slice(0, 2)).toEqual(['b.example:443', 'b.example:80']);
		for (let port = 1; port < 60; port++) await say(proxy, tunnelTo(`b.example:${port}`));
		expect(proxy.refused()).toHaveLength(20);
	});

	it('TLS in a tunnel with another server name or none', async () => {
		const { proxy } = await aProxy();
		expect(await throughTls(proxy, 'a.example:443', 'b.example')).not.toContain('"secure"');
		expect(await throughTls(proxy, 'a.example:443', '')).not.toContain('"secure"');
		expect(proxy.refused()).toEqual([
			'b.example (through a.example:443)'.replaceAll(' ', '?'),
			'TLS without a server name (through a.example:443)'.replaceAll(' ', '?'),
		]);
	});

	it('another host in an HTTP tunnel, and a second request after a body', async () => {
		const { proxy, reached } = await aProxy();
		const smuggled = `CONNECT a.example:80 HTTP/1.1\r\nHost: a.example\r\nContent-Length: 500\r\n\r\n${get('http://b.example/', 'Host: b.example')}`;
		for (const said of [
			[tunnelTo('a.example:80'), get('/', 'Host: b.example')],
			[tunnelTo('a.example:80'), get('http://b.example/', 'Host: b.example')],
			[tunnelTo('a.example:80'), get('/', 'Host: a.example:81')],
			[tunnelTo('a.example:80'), get('/', 'Host: a.example', 'Host: b.example')],
			[tunnelTo('a.example:80'), tunnelTo('b.example:443')],
			[smuggled],
		]) {
			const heard = await say(proxy, said);
			expect(heard, JSON.stringify(said)).not.toContain('"url"');
		}
		const posted = `POST http://a.example/ HTTP/1.1\r\nHost: a.example\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${get('http://b.example/', 'Host: b.example')}`;
		expect(await say(proxy, posted)).not.toContain('b.example"');
		expect(reached.every((one) => one.startsWith(`${addressOf('a.example')}:80`))).toBe(true);
	});

	it('to drop the length of a body that `Connection` names, so that it stays a body', async () => {
		const { proxy } = await aProxy();
		const hidden = get('/exfiltrate', 'Host: b.example');
		for (const method of ['GET', 'DELETE', 'OPTIONS', 'POST'])
			for (const named of ['content-length', 'Content-Length, close', 'x, CONTENT-LENGTH']) {
				const head = `${method} http://a.example/ HTTP/1.1\r\nHost: a.example\r\nConnection: ${named}`;
				const heard = await say(proxy, `${head}\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`);
				expect(heard, `${method} ${named}`).toContain(`"body":${JSON.stringify(hidden)}`);
			}
	});

	it('a name that resolves to an address of this machine or network, even on a later request', async () => {
		const { proxy, httpPort } = await aProxy();
		expect(await say(proxy, get('http://a.example/', 'Host: x'))).toContain(' 200 ');
		const answers = [['5.5.5.1'], ['127.0.0.1'], ['::1', '169.254.169.254'], ['10.0.0.1', '5.5.5.2']];
		const connected: string[] = [];
		const rebinding = await openProxy({
			hosts: ['a.example'],
			outside: {
				resolve: async () => answers.shift() ?? [],
				connect: (address) => {
					connected.push(address);
					return connect(httpPort, '127.0.0.1');
				},
			},
		});
		onTestFinished(() => rebinding.close());
		const statuses: string[] = [];
		for (let ask = 0; ask < 5; ask++)
			statuses.push((await say(rebinding, get('http://a.example/', 'Host: x'))).slice(9, 12));
		expect(statuses).toEqual(['200', '403', '403', '200', '502']);
		expect(connected).toEqual(['5.5.5.1', '5.5.5.2']);
		// With the real internet, a name that resolves to this machine is refused before any connection.
		expect(await openTo({ name: 'localhost', port: httpPort }, internet)).toMatchObject({
			ok: false,
			refused: { kind: 'never' },
		});
		expect(await say(proxy, get('http://a.example/', 'Host: x'))).toContain(' 200 ');
	});

	it('a private address, and names it, unless the host may have one', async () => {
		const { httpPort } = await aSmallInternet();
		const addresses: Readonly<Record<string, readonly string[]>> = {
			'a.example': ['10.1.2.3'],
			'registry.corp.internal': ['169.254.169.254', 'fd12::1', '10.1.2.4'],
			'b.example': ['5.5.5.1'],
			'stolen.example': ['127.0.0.1', '169.254.169.254', '100.100.100.200'],
		};
		const connected: string[] = [];
		const outside: Outside = {
			resolve: async (name) => addresses[name] ?? [],
			connect: (address, port) => {
				connected.push(`${address}:${port}`);
				return connect(httpPort, '127.0.0.1');
			},
		};
		const proxy = await openProxy({
			hosts: ['a.example', 'b.example'],
			privateHosts: ['registry.corp.internal', 'stolen.example', 'b.example:8443'],
			outside,
		});
		onTestFinished(() => proxy.close());
		const asked = (url: string): Promise<string> => say(proxy, get(url, 'Host: x'));
		expect(await asked('http://a.example/')).toMatch(
			/ 403 .*a\.example:80 is allowed, but its name resolves to 10\.1\.2\.3, a private address\./s,
		);
		expect(await asked('http://registry.corp.internal/')).toContain('"host":"registry.corp.internal"');
		expect(await asked('http://b.example/')).toContain('"host":"b.example"');
		expect(await asked('http://stolen.example/')).toContain('an address that no command may reach');
		expect(await asked('http://registry.corp.internal:8080/')).toContain('is not among the hosts');
		expect(await asked('http://other.corp.internal/')).toContain('is not among the hosts');
		expect(connected).toEqual(['fd12::1:80', '5.5.5.1:80']);
		expect(proxy.refused()).toEqual(['registry.corp.internal:8080', 'other.corp.internal:80']);
		expect(proxy.refusedAddresses()).toEqual([
			{ asked: 'a.example:80', address: '10.1.2.3', kind: 'private' },
			{ asked: 'stolen.example:80', address: '127.0.0.1', kind: 'never' },
		]);
	});

	it('a pattern, an address or a local name as a host with a private address', async () => {
		for (const host of ['*.corp.example', '10.1.2.3', 'a.localhost', 'localhost', 'registry'])
			expect(() => newProxyGate({ hosts: [], privateHosts: [host] }), host).toThrow(RangeError);
	});

	it('to open with an invalid host in the list', async () => {
		for (const host of ['', '*', 'localhost', '10.0.0.1', 'a remote', 'https://a.example'])
			await expect(openProxy({ hosts: ['a.example', host] }), host).rejects.toThrow(RangeError);
	});
});

describe('the proxy under load and errors', () => {
	it('answers with 502 if a server does not answer, and continues', async () => {
		const { proxy } = await aProxy(['a.example', 'unknown.example']);
		expect(await say(proxy, get('http://unknown.example/', 'Host: x'))).toMatch(
			/^HTTP\/1\.1 502 .*no address \(ENOTFOUND\)/s,
		);
		const dead = await openProxy({
			hosts: ['a.example'],
			outside: { resolve: async () => ['5.5.5.1'], connect: () => connect(1, '127.0.0.1') },
		});
		onTestFinished(() => dead.close());
		expect(await say(dead, tunnelTo('a.example:443'))).toMatch(/^HTTP\/1\.1 502 .*ECONNREFUSED/s);
		expect(await say(proxy, get('http://a.example/', 'Host: x'))).toContain(' 200 ');
	});

	it('continues after a server answers with invalid HTTP', async () => {
		for (const answer of [
			'HTTP/1.1 099 Odd\r\n\r\n',
			'nonsense',
			'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
		]) {
			const server = createServer((socket) => socket.on('error', () => socket.destroy()).end(answer));
			const port = await listening(server);
			const outside = { resolve: async () => ['5.5.5.1'], connect: () => connect(port, '127.0.0.1') };
			const proxy = await openProxy({ hosts: ['a.example'], outside });
			onTestFinished(() => proxy.close());
			expect(await say(proxy, get('http://a.example/', 'Host: x'))).not.toContain(' 200 ');
		}
	});

	it('serves 64 of 500 connections at once, and the next one after they are closed', async () => {
		const { proxy } = await aProxy();
		const sockets = Array.from({ length: 500 }, () => connect(proxy.path));
		const states = await Promise.all(
			sockets.map(
				(socket) =>
					new Promise<string>((resolve) => {
						socket.on('error', () => resolve('refused')).on('close', () => resolve('refused'));
						socket.on('data', () => resolve('served'));
						socket.write(tunnelTo('a.example:443'));
					}),
			),
		);
		expect(states.filter((state) => state === 'served')).toHaveLength(64);
		for (const socket of sockets) socket.destroy();
		let heard = '';
		for (let tries = 0; tries < 50 && !heard.includes(' 200 '); tries++)
			heard = await say(proxy, get('http://a.example/', 'Host: x'));
		expect(heard).toContain(' 200 ');
	});

	it.each([
		['ends after a tunnel request', tunnelTo('a.example:443'), 'end'],
		['disconnects after a tunnel request', tunnelTo('a.example:443'), 'destroy'],
		['disconnects in the middle of a request body', `${post(10)}ab`, 'destroy'],
	] as const)('closes its connections if a client %s', async (_, said, how) => {
		const held: Socket[] = [];
		const port = await listening(createServer((socket) => socket.on('error', () => socket.destroy())));
		const outside = {
			resolve: async () => ['5.5.5.1'],
			connect: () => {
				const socket = connect(port, '127.0.0.1');
				held.push(socket);
				return socket;
			},
		};
		const proxy = await openProxy({ hosts: ['a.example'], outside });
		onTestFinished(() => proxy.close());
		for (let round = 0; round < 10; round++) {
			const socket = connect(proxy.path).on('error', () => socket.destroy());
			socket.write(said);
			if (how === 'end') socket.resume().end();
			else setTimeout(() => socket.destroy(), 1);
		}
		const open = () => held.filter((socket) => !socket.destroyed).length;
		for (let tries = 0; tries < 100 && (held.length === 0 || open() > 0); tries++) await wait(20);
		expect([held.length > 0, open()]).toEqual([true, 0]);
	});

	it('ends a request whose body arrives in tiny chunks that would fill memory', async () => {
		const port = await listening(createServer({ pauseOnConnect: true }));
		const outside = { resolve: async () => ['5.5.5.1'], connect: () => connect(port, '127.0.0.1') };
		const proxy = await openProxy({ hosts: ['a.example'], outside });
		onTestFinished(() => proxy.close());
		const head = 'POST http://a.example/ HTTP/1.1\r\nHost: a.example\r\nTransfer-Encoding: chunked\r\n\r\n';
		const socket = connect(proxy.path).on('error', () => socket.destroy());
		const closed = new Promise((resolve) => socket.on('close', resolve));
		socket.write(head + '1\r\na\r\n'.repeat(5_000));
		await closed;
	});

	it('opens only 129 of 600 connections that are requested at once', async () => {
		const { outside } = await aSmallInternet();
		const gate = newProxyGate({ hosts: ['a.example'], outside });
		onTestFinished(() => gate.close());
		const opened = await Promise.all(Array.from({ length: 600 }, () => gate.open({ name: 'a.example', port: 80 })));
		expect(opened.filter(isDenial)).toHaveLength(600 - 129);
		gate.close();
		expect(opened.filter((one) => !isDenial(one) && !one.destroyed)).toEqual([]);
	});

	it('closes every connection when it ends, and leaves no folder', async () => {
		const { outside } = await aSmallInternet();
		const proxy = await openProxy({ hosts: ['a.example'], outside });
		const socket = connect(proxy.path);
		const ended = new Promise((resolve) => socket.on('close', resolve).on('error', () => socket.destroy()));
		const heard = new Promise((resolve) => socket.once('data', resolve));
		socket.write(tunnelTo('a.example:443'));
		await heard;
		await proxy.close();
		await ended;
		expect(existsSync(dirname(proxy.path))).toBe(false);
	});
});

describe('an address', () => {
	it.each([
		...[
			'0.0.0.0',
			'10.1.2.3',
			'100.64.0.1',
			'100.100.100.200',
			'127.0.0.1',
			'127.9.9.9',
			'168.63.129.16',
			'169.254.169.254',
		],
		...['172.16.0.1', '172.31.255.255', '192.0.0.192', '192.168.1.1', '198.19.0.1', '224.0.0.1', '255.255.255.255'],
		...[
			'::',
			'::1',
			'::ffff:127.0.0.1',
			'::ffff:8.8.8.8',
			'64:ff9b::7f00:1',
			'fc00::1',
			'fd00:ec2::254',
			'fe80::1',
			'fe80::1%eth0',
		],
		...[
			'ff02::1',
			'2001::1',
			'2001:db8::1',
			'2002:7f00:1::',
			'',
			'a.example',
			'8.8.8.8.',
			'08.8.8.8',
			'0x8080808',
			'8.8',
		],
	])('is not public: %s', (address) => {
		expect(addressKind(address, [])).not.toBe('public');
	});

	it('is public in public ranges, unless it belongs to this machine', () => {
		for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1', '2a00:1450:4001:81b::200e'])
			expect([addressKind(address, []), addressKind(address, [address])], address).toEqual(['public', 'never']);
	});

	it('is private in the ranges of internal networks, unless it belongs to this machine', () => {
		const inside = [
			...['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', 'fc00::1', 'fd12:3456::1'],
			// Reserved ranges, which some internal networks use.
			...['198.18.0.1', '192.0.2.7', '198.51.100.7', '203.0.113.7'],
		];
		for (const address of inside)
			expect([addressKind(address, []), addressKind(address, [address])], address).toEqual(['private', 'never']);
	});

	it.each([
		...['127.0.0.1', '::1', '::ffff:10.0.0.1', '64:ff9b::a00:1', '0.0.0.0', '::', 'fe80::1', '169.254.169.254'],
		...['100.100.100.200', '168.63.129.16', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254', 'fd00:42::42'],
		...['224.0.0.1', '172.32.0.1.', 'localhost', '010.0.0.1'],
	])('is never allowed by any configuration: %s', (address) => {
		expect(addressKind(address, [])).toBe('never');
	});

	it('of a gateway is read from the table of the kernel', () => {
		const table =
			'Iface\tDestination\tGateway \tFlags\tRefCnt\neth0\t00000000\t010011AC\t0003\t0\neth0\t000011AC\t00000000\t0001\t0\n';
		expect(gatewaysIn(table)).toEqual(['172.17.0.1']);
	});
});

describe('the ClientHello of TLS', () => {
	it('gives the server name once it is complete', async () => {
		const hello = await aHello('Server.Example');
		for (let length = 0; length < hello.length; length++)
			expect(readGreeting(hello.subarray(0, length)).kind, String(length)).toBe('more');
		expect(readGreeting(hello)).toEqual({ kind: 'tls', name: 'server.example' });
		expect(readGreeting(Buffer.concat([hello, hello]))).toEqual({ kind: 'tls', name: 'server.example' });
	});

	it('gives no server name if it is split into records or malformed', async () => {
		const hello = await aHello('server.example');
		const at = hello.indexOf('server.example');
		const torn = Buffer.concat([Buffer.from([22, 3, 1, 0, 4]), hello.subarray(5, 9), hello.subarray(9)]);
		expect(readGreeting(torn)).toEqual({ kind: 'tls', name: undefined });
		expect(readGreeting(Buffer.from([22, 3, 1, 0xff, 0xff]))).toEqual({ kind: 'tls', name: undefined });
		for (const place of [at - 1, at - 2, at - 3, at - 4, at - 5, at - 6, at - 7, 6, 7, 8, 43]) {
			const lying = Buffer.from(hello);
			lying[place] = (lying[place] ?? 0) ^ 1;
			expect(readGreeting(lying), String(place - at)).toEqual({ kind: 'tls', name: undefined });
		}
	});
});

/** Returns the first bytes that a real client sends. */
function aHello(servername: string): Promise<Buffer> {
	return new Promise((resolve) => {
		const server = createServer((socket: Socket) => {
			let bytes = Buffer.alloc(0);
			socket.on('data', (chunk: Buffer) => {
				bytes = Buffer.concat([bytes, chunk]);
				if (bytes.length >= 5 && bytes.length >= 5 + bytes.readUInt16BE(3)) resolve(bytes);
			});
			socket.on('error', () => socket.destroy());
		});
		void listening(server).then((port) => {
			connectTls({ port, host: '127.0.0.1', servername }).on('error', (error) => expect(error).toBeDefined());
		});
	});
}
