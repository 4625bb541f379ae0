import { createServer, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type Network, renderCaptured, runSandboxed } from '../../src/sandbox/index.ts';
import { ownNode } from '../support/programs-at.ts';
import { aSmallInternet, listening } from './small-internet.ts';
import { sh, temporaryDirectory } from './temporary.ts';

const authorization = `Basic ${Buffer.from('octocat:canary-of-proxy').toString('base64')}`;

/** A network that reaches the internet only through a proxy, which resolves names and requires a password. */
async function aClosedNetwork() {
	const net = await aSmallInternet();
	const asked: string[] = [];
	const server = createServer();
	server.on('connect', (request: IncomingMessage, near: Socket, head: Buffer) => {
		asked.push(request.url ?? '');
		if (request.headers['proxy-authorization'] !== authorization)
			return void near.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
		if (request.url?.startsWith('a.example:') !== true) return void near.end('HTTP/1.1 403 Forbidden\r\n\r\n');
		const far = net.outside.connect('5.5.5.1', Number(request.url.split(':')[1]));
		near.write('HTTP/1.1 200 OK\r\n\r\n');
		if (head.length > 0) far.write(head);
		far.on('error', () => near.destroy()).pipe(near);
		near.on('error', () => far.destroy()).pipe(far);
	});
	const port = await listening(server);
	const workspace = temporaryDirectory();
	sh(`cp ${net.certificate} cert.pem`, workspace);
	const direct: string[] = [];
	/** This machine can resolve only the names of its own network. */
	const known: Record<string, readonly string[]> = {
		'registry.corp.example': ['10.1.2.3'],
		'own.example': ['127.0.0.1'],
	};
	const outside: NonNullable<Network['outside']> = {
		resolve: async (name) => {
			const found = known[name];
			if (found === undefined) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
			return found;
		},
		connect: (address, to) => {
			direct.push(`${address}:${to}`);
			return connect(address === 'proxy.corp.example' ? port : net.httpPort, '127.0.0.1');
		},
	};
	const obey = async (script: string, network: Partial<Network> = {}) => {
		const result = await runSandboxed({
			workspace,
			script,
			limits: { wallSeconds: 60 },
			toolchain: ownNode,
			network: {
				hosts: ['a.example', 'b.example', 'own.example', 'registry.corp.example'],
				upstream: { host: 'proxy.corp.example', port: 3128, authorization },
				outside,
				...network,
			},
		});
		return { ...result, text: renderCaptured(result.output) };
	};
	return { asked, direct, obey };
}

describe('the proxy of a job’s network', () => {
	it('reaches a host that only the proxy can resolve, over HTTP and HTTPS', async () => {
		const { asked, direct, obey } = await aClosedNetwork();
		const { text, unanswered } = await obey(
			'curl -sS http://a.example/one; curl -sS --cacert cert.pem https://a.example/two',
		);
		expect(
			[...text.matchAll(/"url":"(\S+?)","host":"a.example","secure":(\w+)/g)].map(([, ...said]) => said.join()),
		).toEqual(['/one,false', '/two,true']);
		expect(asked).toEqual(['a.example:80', 'a.example:443']);
		expect(direct).toEqual(['proxy.corp.example:3128', 'proxy.corp.example:3128']);
		expect(unanswered).toEqual([]);
	});

	it('gets no request for a private or local host, or one that is not allowed', async () => {
		const { asked, obey } = await aClosedNetwork();
		const names = ['c.example', 'registry.corp.example', 'own.example', 'proxy.corp.example:3128'];
		const { refusedHosts, refusedAddresses } = await obey(
			`for name in ${names.join(' ')}; do curl -sS http://$name/; done; curl -sSp http://proxy.corp.example:3128/`,
		);
		expect(asked).toEqual([]);
		expect(refusedHosts).toEqual(['c.example:80', 'proxy.corp.example:3128']);
		expect(refusedAddresses.map(({ asked: name, kind }) => [name, kind])).toEqual([
			['registry.corp.example:80', 'private'],
			['own.example:80', 'never'],
		]);
	});

	it('is not used for hosts that may have a private address', async () => {
		const { asked, direct, obey } = await aClosedNetwork();
		const { text } = await obey('curl -sS http://registry.corp.example/x', { privateHosts: ['registry.corp.example'] });
		expect(text).toContain('"host":"registry.corp.example"');
		expect([asked, direct]).toEqual([[], ['10.1.2.3:80']]);
	});

	it('never reveals its name or password to a command', async () => {
		const { obey } = await aClosedNetwork();
		const look = `env; cat /proc/*/environ /proc/*/cmdline /run/countersign/forward.mjs 2>/dev/null | tr '\\0' '\\n'; curl -sSv http://a.example/ http://b.example/ 2>&1`;
		const { text } = await obey(look);
		expect(text).toContain('"url":"/"');
		expect(text).not.toMatch(/canary-of-proxy|proxy\.corp|proxy-auth/i);
		expect(text).not.toContain(authorization.slice(6));
	});

	it('is named as the reason if it refuses a request', async () => {
		const { obey } = await aClosedNetwork();
		const said = 'curl -sS http://b.example/';
		expect((await obey(said)).unanswered).toEqual([{ asked: 'b.example:80', by: 'proxy', code: 'HTTP 403' }]);
		const unsigned = { upstream: { host: 'proxy.corp.example', port: 3128 } };
		const { text, unanswered } = await obey('curl -sS http://a.example/', unsigned);
		expect(unanswered).toEqual([{ asked: 'a.example:80', by: 'proxy', code: 'HTTP 407' }]);
		expect(text).toBe("the proxy of the job's network cannot reach `a.example` on port 80 (HTTP 407).\n");
	});
});
