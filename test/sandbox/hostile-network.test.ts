import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { renderCaptured, runSandboxed } from '../../src/sandbox/index.ts';
import { ownNode } from '../support/programs-at.ts';
import { addressOf, aSmallInternet, listening, type SmallInternet } from './small-internet.ts';
import { sh, shWhileServing, temporaryDirectory } from './temporary.ts';

/** A hostile command that may reach one host must reach nothing else. */

async function obey(
	script: string,
	net: SmallInternet,
	{
		hosts = ['a.example'],
		workspace = temporaryDirectory(),
	}: { readonly hosts?: readonly string[]; readonly workspace?: string } = {},
) {
	const result = await runSandboxed({
		workspace,
		script: script.replaceAll('$CERT', '"$PWD/cert.pem"'),
		limits: { wallSeconds: 60 },
		toolchain: ownNode,
		network: { hosts, outside: net.outside },
	});
	return { ...result, text: renderCaptured(result.output) };
}

async function aStage() {
	const net = await aSmallInternet();
	const workspace = temporaryDirectory();
	sh(`cp ${net.certificate} cert.pem`, workspace);
	return { net, workspace };
}

/** The ordinary use that each test combines with an attack. */
const ordinary = 'curl -sS http://a.example/ordinary';

describe('a command that may reach one host', () => {
	it('reaches it with curl and Node, over HTTP and HTTPS', async () => {
		const { net, workspace } = await aStage();
		const fetches = ['http', 'https'].map((scheme) => `await (await fetch('${scheme}://a.example/node')).text()`);
		const { text, refusedHosts } = await obey(
			`${ordinary}; curl -sS --cacert $CERT https://a.example/curl; NODE_EXTRA_CA_CERTS=$CERT node --input-type=module -e "console.log(${fetches.join(', ')})"`,
			net,
			{ workspace },
		);
		expect(
			[...text.matchAll(/"url":"(\S+?)","host":"a.example","secure":(\w+)/g)].map(([, ...said]) => said.join()),
		).toEqual(['/ordinary,false', '/curl,true', '/node,false', '/node,true']);
		expect(refusedHosts).toEqual([]);
	});

	it('reaches its own local servers without the proxy', async () => {
		const { net } = await aStage();
		const names = ['localhost', '127.0.0.1', '0.0.0.0'];
		const fetches = names.map((name) => `await (await fetch('http://${name}:' + server.address().port)).text()`);
		const { text, refusedHosts } = await obey(
			`node --input-type=module -e "
				import { createServer } from 'node:http';
				const server = createServer((_, answer) => answer.end('own'));
				await new Promise((resolve) => server.listen(0, '0.0.0.0', resolve));
				console.log(${fetches.join(', ')});
				server.close();
			"; ${ordinary}`,
			net,
		);
		expect(text).toMatch(/^own own own$/m);
		expect(text).toContain('"url":"/ordinary"');
		expect(refusedHosts).toEqual([]);
	});

	it('reaches no other host, address, port or protocol', async () => {
		const { net } = await aStage();
		const tries = [
			...[
				'http://b.example/',
				'https://b.example/',
				`http://${addressOf('a.example')}/`,
				'http://[::1]/',
				'http://a.example:8080/',
			],
			...[
				'ftp://a.example/',
				'http://A.EXAMPLE./',
				'http://x:y@b.example/',
				'http://127.0.0.1:47129/',
				'http://2130706433/',
			],
		];
		const { text } = await obey(`for url in ${tries.join(' ')}; do curl -sS -k $url && echo; done; ${ordinary}`, net);
		expect([...text.matchAll(/"url":"([^"]*)"/g)].map(([, url]) => url)).toEqual(['/ordinary']);
		expect(text).toContain('b.example:80 is not among the hosts that this command may reach: a.example.');
	});

	it('reaches no other host by a redirect, a Host header or a tunnel', async () => {
		const net = await aSmallInternet((request, response) => {
			if (request.url !== '/away') return void response.end(`served ${request.headers.host}\n`);
			response.writeHead(302, { location: 'http://b.example/found' }).end('moved\n');
		});
		const { text, refusedHosts } = await obey(
			`curl -sSL http://a.example/away; curl -sSp -H 'Host: b.example' http://a.example/; curl -sSk --connect-to b.example:443:a.example:443 https://b.example/
			curl -sS -H 'Host: b.example' http://a.example/`,
			net,
		);
		// The proxy sets the Host header to the host that it connects to.
		expect(text.match(/served .*/g)).toEqual(['served a.example']);
		expect(refusedHosts).toEqual(['b.example:80', 'b.example', 'b.example?(through?a.example:443)']);
	});

	it('has no route, no name service and no datagrams', async () => {
		const { net } = await aStage();
		const port = await listening(createServer((socket) => socket.end('answered')));
		const direct = (host: string, to: number): string =>
			`node -e "require('net').connect(${to}, '${host}').on('data', (x) => console.log(String(x))).on('error', (e) => console.log(e.code))"`;
		const { text } = await obey(
			`${direct('127.0.0.1', port)}; ${direct(addressOf('a.example'), 80)}; getent hosts a.example && echo RESOLVED
			node -e "const s = require('dgram').createSocket('udp4'); s.send('x', 53, '192.0.2.1', (e) => { console.log('udp', e.code); s.close(); })"
			cat /proc/net/route /proc/net/dev; ${ordinary}`,
			net,
		);
		expect(text).toMatch(/^ECONNREFUSED\nENETUNREACH\nudp ENETUNREACH$/m);
		expect(text).not.toContain('RESOLVED');
		expect([...text.matchAll(/^\s*(\w+):/gm)].map(([, name]) => name)).toEqual(['lo']);
		expect(text).toContain('"url":"/ordinary"');
		expect(await shWhileServing(direct('127.0.0.1', port).replace(/^node/, `"${process.execPath}"`))).toContain(
			'answered',
		);
	});

	it('reaches no other host through the socket of the proxy', async () => {
		const { net } = await aStage();
		const { text } = await obey(
			`ask() { curl -sS --noproxy '*' --unix-socket /run/countersign/proxy -x '' --request-target "$1" http://x/; }
			ask http://b.example/; ask http://127.0.0.1/; ask http://a.example/direct; ls /run/countersign; (echo x > /run/countersign/forward.mjs); rm /run/countersign/proxy; ${ordinary}`,
			net,
		);
		expect([...text.matchAll(/"url":"([^"]*)"/g)].map(([, url]) => url)).toEqual(['/direct', '/ordinary']);
		expect(text).toContain('forward.mjs\nnode\nproxy\n');
		expect(text.match(/Read-only file system/g)).toHaveLength(2);
	});

	it('reaches no abstract socket of the parent', async () => {
		const { net } = await aStage();
		const name = `countersign-net-${process.pid}`;
		const server = createServer((socket) => socket.end('answered'));
		await new Promise<void>((resolve) => server.listen(`\0${name}`, resolve));
		onTestFinished(() => void server.close());
		const call = `node -e "require('net').connect({ path: '\\0${name}' }).on('data', (x) => console.log(String(x))).on('error', (e) => console.log(e.code))"`;
		expect((await obey(`${call}; ${ordinary}`, net)).text).toMatch(/^ECONNREFUSED\n.*"url":"\/ordinary"/);
		expect(await shWhileServing(call.replace(/^node/, `"${process.execPath}"`))).toContain('answered');
	});

	it('loses the network by killing the forwarder, and gains nothing by replacing it', async () => {
		const { net } = await aStage();
		const { text } = await obey(
			`${ordinary}; for p in /proc/[0-9]*; do tr '\\0' ' ' < $p/cmdline | grep -q '^/run/countersign/node' && kill -9 \${p#/proc/}; done; sleep 0.2; curl -sS http://a.example/after
			node -e "require('net').createServer((near) => { const far = require('net').connect('/run/countersign/proxy'); near.pipe(far).pipe(near); }).listen(47128)" &
			until curl -sS http://a.example/again; do sleep 0.1; done; curl -sS http://b.example/again; kill %1`,
			net,
		);
		expect([...text.matchAll(/"url":"([^"]*)"/g)].map(([, url]) => url)).toEqual(['/ordinary', '/again']);
	});

	it('cannot flood the proxy, and is served afterwards', async () => {
		const { net } = await aStage();
		const flood = `let left = 500, open = 0; for (let i = 0; i < 500; i++) {
			const s = require('net').connect('/run/countersign/proxy', () => s.write('CONNECT a.example:443 HTTP/1.1\\\\r\\\\n\\\\r\\\\n'));
			const done = () => { if (--left === 0) { console.log('open ' + open); process.exit(); } };
			s.once('data', () => { open++; done(); s.on('close', () => {}); }); s.once('error', () => {}); s.once('close', () => open < 0 || s.bytesRead || done()); }`;
		const { text } = await obey(`node -e "${flood}"; until ${ordinary}; do sleep 0.1; done`, net);
		const [, open] = /open (\d+)/.exec(text) ?? [];
		expect(Number(open)).toBeGreaterThan(0);
		expect(Number(open)).toBeLessThanOrEqual(256);
		expect(text).toContain('"url":"/ordinary"');
	});

	it('leaves no process and no proxy behind', async () => {
		const { net, workspace } = await aStage();
		const usual = process.env['TMPDIR'];
		process.env['TMPDIR'] = temporaryDirectory();
		onTestFinished(() => {
			if (usual === undefined) delete process.env['TMPDIR'];
			else process.env['TMPDIR'] = usual;
		});
		const later = `(trap '' TERM HUP; setsid -f sh -c 'sleep 1; curl -sS http://a.example/later' </dev/null >/dev/null 2>&1 &)`;
		const left = (): readonly string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('countersign-net-'));
		await obey(`${later}; ${ordinary}`, net, { workspace });
		expect(left()).toEqual([]);
		const connections = net.reached.length;
		// Longer than the survivor would have waited.
		const next = await runSandboxed({
			workspace,
			script: 'sleep 2; env; ls /run/countersign; curl -sS http://a.example/next',
		});
		expect(net.reached).toHaveLength(connections);
		// `GOPROXY=off` only says that there is no proxy.
		expect(next.output.head.replace('GOPROXY=off', '')).not.toMatch(/proxy=|PROXY|"url"/);
		expect(next.output.head).toContain('Could not resolve host: a.example');
	});

	it('does not see the environment or the proxy password of the job', async () => {
		const { net } = await aStage();
		process.env['HTTPS_PROXY'] = 'http://user:canary-in-proxy@proxy.example:3128';
		onTestFinished(() => void delete process.env['HTTPS_PROXY']);
		const { text } = await obey(
			`env; cat /proc/*/environ /proc/*/cmdline 2>/dev/null | tr '\\0' '\\n'; ${ordinary}`,
			net,
		);
		expect(text).not.toContain('canary-in-proxy');
		expect(text).toContain('https_proxy=http://127.0.0.1:47128');
		expect(text).toContain('"url":"/ordinary"');
	});
});
