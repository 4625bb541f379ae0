import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Effect, type JobProxy, standingReach, type ToolOutput } from '../../src/core/index.ts';
import type { Outside } from '../../src/sandbox/index.ts';
import { judgeShell } from '../gate/support.ts';
import { aFreePort, aLocalService } from '../sandbox/local-service.ts';
import { aSmallInternet } from '../sandbox/small-internet.ts';
import { sh, temporaryDirectory } from '../sandbox/temporary.ts';
import { programsAt } from '../support/programs-at.ts';
import { testServices } from './tool-services.ts';

interface Given {
	readonly answer?: RequestListener;
	readonly standing?: readonly string[];
	readonly settings?: Parameters<typeof standingReach>[0];
	/** Resolves names in place of the small internet. */
	readonly resolve?: Outside['resolve'];
	readonly jobProxy?: JobProxy;
	readonly files?: Readonly<Record<string, string>>;
}

/** A checkout whose commands run with the effects that the gate shows for them, as after an approval. */
async function aShell({
	answer,
	standing = [],
	settings = { standingHosts: standing },
	resolve,
	jobProxy,
	files = { 'README.md': '' },
}: Given = {}) {
	const net = await aSmallInternet(answer);
	const toolchain = ['node', 'npm'].map((name) => dirname(dirname(sh(`command -v ${name}`, '/').trim())));
	const { services, toolbox, root, workspace } = await testServices(files, undefined, {
		sandbox: {
			outside: { ...net.outside, ...(resolve && { resolve }) },
			standing: standingReach(settings),
			...(jobProxy && { jobProxy }),
			toolchain: programsAt(
				dirname(dirname(process.execPath)),
				...toolchain.filter((dir) => !dir.startsWith('/usr') && !dir.includes('node_modules')),
			),
		},
	});
	copyFileSync(net.certificate, join(root, 'cert.pem'));
	const run = (command: string, effects: readonly Effect[]): Promise<ToolOutput> =>
		toolbox.run({ id: 'c', name: 'shell_exec', args: { command } }, { callId: 'c', effects });
	const approved = (command: string): Promise<ToolOutput> =>
		run(command, judgeShell(command, { facts: workspace.facts }).effects);
	return { ...net, root, services, run, approved };
}

describe('an approved command', () => {
	it('installs a package from the registry that its request named', async () => {
		const packed = temporaryDirectory();
		const manifest = JSON.stringify({ name: 'tiny-words', version: '1.0.0', main: 'index.js' });
		sh(
			`mkdir package; printf '%s' '${manifest}' > package/package.json; echo "module.exports = 'tiny'" > package/index.js; tar czf a.tgz package`,
			packed,
		);
		const tarball = readFileSync(join(packed, 'a.tgz'));
		const dist = {
			tarball: 'https://registry.npmjs.org/tiny-words/-/tiny-words-1.0.0.tgz',
			integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
		};
		const { approved, root, reached } = await aShell({
			files: {
				'package.json': '{"name":"a","version":"1.0.0"}',
				'.npmrc': 'cafile=cert.pem\nfund=false\naudit=false\n',
			},
			answer: (request, response) => {
				if (request.url?.endsWith('.tgz') === true) return void response.end(tarball);
				const versions = { '1.0.0': { name: 'tiny-words', version: '1.0.0', dist } };
				response.setHeader('content-type', 'application/json');
				response.end(JSON.stringify({ name: 'tiny-words', 'dist-tags': { latest: '1.0.0' }, versions }));
			},
		});
		const { ok, text } = await approved('npm install tiny-words');
		expect(text).toContain('added 1 package');
		expect(ok).toBe(true);
		expect(existsSync(join(root, 'node_modules/tiny-words/index.js'))).toBe(true);
		expect(new Set(reached).size).toBe(1);
	});

	it('reaches only the host that it names', async () => {
		const { approved } = await aShell({ files: { 'reach.sh': 'curl -sSf http://b.example/' } });
		expect((await approved('curl -sS --cacert cert.pem https://a.example/x')).text).toContain(
			'"url":"/x","host":"a.example"',
		);
		const { ok, text } = await approved('curl -sS http://a.example/y && sh reach.sh');
		expect(text).toContain('"url":"/y"');
		expect(ok).toBe(false);
		expect(text).toContain(
			'[not reached: b.example:80; this command may reach a.example and nothing else; a command that names another host is asked about with it]',
		);
	});
});

describe('a host that the effects do not name exactly', () => {
	it.each([
		'a remote',
		'*.example',
		'*.a.example',
		'5.5.5.1',
		'example',
		'a.example/x',
		'a.example b.example',
		'a.example.',
	])('is not reached, and the output says so: %s', async (host) => {
		const { run, reached } = await aShell();
		const { ok, text } = await run('curl -sS http://a.example/ || false', [{ kind: 'network', host }]);
		expect(ok).toBe(false);
		expect(reached).toEqual([]);
		expect(text).toContain(
			`[no network for \`${host}\`: that is no exact name of a host; name the host in the command]`,
		);
	});

	it('is not reached even if the effects also name an exact host', async () => {
		const { run } = await aShell();
		const effects = ['a remote', 'A.example'].map((host) => ({ kind: 'network', host }) as const);
		expect((await run('curl -sS http://a.example/', effects)).text).toContain('"host":"a.example"');
		expect((await run('curl -sSf http://b.example/', effects)).ok).toBe(false);
	});
});

describe('standing hosts', () => {
	it('can be reached by every command, in addition to its own hosts', async () => {
		const { run } = await aShell({ standing: ['*.a.example'] });
		const command = 'curl -sS http://sub.a.example/; curl -sSf http://b.example/';
		const own = await run(command, [{ kind: 'network', host: 'b.example' }]);
		expect([own.ok, own.text.match(/(?<="url":"\/","host":")[\w.]+/g)]).toEqual([true, ['sub.a.example', 'b.example']]);
		const none = await run(command, []);
		expect([none.ok, none.text.match(/(?<="url":"\/","host":")[\w.]+/g)]).toEqual([false, ['sub.a.example']]);
		const alone = await run('curl -sSf http://a.example/', []);
		expect(alone.text).toContain('[not reached: a.example:80; this command may reach *.a.example and nothing else');
	});

	it('cannot be reached without the proxy, and the output says so', async () => {
		const { run } = await aShell({ standing: ['a.example'] });
		const { text } = await run('curl -sS --noproxy "*" http://a.example/', []);
		expect(text).toContain('names are resolved only by the proxy that HTTP_PROXY and HTTPS_PROXY name');
	});
});

describe('a private or local address', () => {
	const files = {
		'package.json': '{"name":"a","version":"1.0.0"}',
		'.npmrc': 'registry=http://registry.corp.example/\nfetch-retries=0\nfund=false\naudit=false\n',
	};

	it('is reported with the line that a maintainer can add, not as a missing host', async () => {
		const { approved, reached } = await aShell({ files, resolve: async () => ['10.1.2.3'] });
		const { ok, text } = await approved('npm install tiny-words');
		expect(ok).toBe(false);
		expect(text).toContain(
			'[not reached: registry.corp.example:80; this command may reach it, but its name stands for the private address 10.1.2.3; no command and no approval opens it; a maintainer can, under `sandbox.hosts` of .github/countersign.yml on the default branch: `- { host: "registry.corp.example", private: true, because: "…" }`]',
		);
		expect(text).not.toContain('nothing else');
		expect(reached).toEqual([]);
	});

	it('is reached only if `sandbox.hosts` in the configuration allows it with a reason', async () => {
		const privateHosts = [{ host: 'registry.corp.example', because: 'our own registry' }];
		const { approved, run, reached } = await aShell({
			files,
			settings: { standingHosts: ['registry.corp.example'], privateHosts },
			resolve: async () => ['10.1.2.3'],
		});
		const { text } = await approved('curl -sS http://registry.corp.example/signed');
		expect(text).toContain('"url":"/signed","host":"registry.corp.example"');
		expect((await run('curl -sS http://registry.corp.example/any', [])).text).toContain('"url":"/any"');
		// Only `sandbox.hosts` can allow a private address; the hosts of setup cannot.
		const setup = [{ kind: 'network', host: 'mirror.corp.example' }] as const;
		expect((await run('curl -sSf http://mirror.corp.example/', setup)).text).toContain('the private address 10.1.2.3');
		expect(reached).toEqual(['10.1.2.3:80', '10.1.2.3:80']);
	});

	it('stays closed if it belongs to the machine or a metadata service, despite the configuration', async () => {
		const privateHosts = [{ host: 'registry.corp.example', because: 'our own registry' }];
		for (const address of ['127.0.0.1', '169.254.169.254', 'fe80::1', '100.100.100.200', 'fd00:ec2::254']) {
			const { run, reached } = await aShell({
				settings: { standingHosts: ['registry.corp.example'], privateHosts },
				resolve: async () => [address],
			});
			const { text } = await run('curl -sSf http://registry.corp.example/', []);
			expect(text).toContain(`its name stands for ${address}, which belongs to this machine`);
			expect(reached).toEqual([]);
		}
	});

	it('is reached by a name that exists only in a private network, if configured', async () => {
		const privateHosts = [{ host: 'registry.corp.internal', because: 'our own registry' }];
		const { run } = await aShell({
			settings: { standingHosts: ['registry.corp.internal'], privateHosts },
			resolve: async () => ['10.1.2.3'],
		});
		const effects = [{ kind: 'network', host: 'registry.corp.internal' }] as const;
		const { text } = await run(
			'curl -sS http://registry.corp.internal/x; curl -sSf http://other.corp.internal/',
			effects,
		);
		expect(text).toContain('"host":"registry.corp.internal"');
		expect(text).toContain(
			'[not reached: other.corp.internal:80; this command may reach registry.corp.internal and nothing else',
		);
		expect(text).not.toContain('no exact name');
	});
});

describe('services of the job', () => {
	const say = (port: number): string =>
		`node -e "require('net').connect(${port}, '127.0.0.1').on('data', (x) => process.stdout.write(x)).end('hello\\n')"`;

	it('can be reached by every command, without a network host', async () => {
		const service = await aLocalService();
		const { run } = await aShell({ settings: { services: [service.name] } });
		const { ok, text } = await run(say(service.port), []);
		expect(ok).toBe(true);
		expect(text).toMatch(/^hello\nbye\n\[exit code 0 after [\d.]+ s\]$/);
	});

	it('are named if they do not answer, or if a command tries another port', async () => {
		const [service, silent] = [await aLocalService(), `localhost:${await aFreePort()}`];
		const { run } = await aShell({ settings: { services: [service.name, silent] } });
		const port = Number(silent.split(':')[1]);
		expect((await run(`${say(port)}; false`, [])).text).toContain(
			`[nothing listens on ${silent} of the job; the workflow must start the service before the agent, and map it to that port of the runner]`,
		);
		expect((await run(say(await aFreePort()), [])).text).toContain(
			`[localhost is the command's own, but for these services of the job: ${service.name}, ${silent}]`,
		);
	});

	it('are closed without a configuration, and the output gives the line to add', async () => {
		const service = await aLocalService();
		const { run } = await aShell();
		const { ok, text } = await run(say(service.port), []);
		expect([ok, service.connections()]).toEqual([false, 0]);
		expect(text).toContain(
			"[localhost is the command's own: it reaches a service of the job only if a maintainer opens its port",
		);
		expect(text).toContain(
			'under `sandbox.services` of .github/countersign.yml on the default branch: `- localhost:5432`]',
		);
	});
});

describe('a host that cannot be found', () => {
	const effects = [{ kind: 'network', host: 'c.example' }] as const;
	const proxy = { host: 'proxy.example', port: 3128 };
	const none = '[not reached: `c.example` has no address (ENOTFOUND)';

	it.each<[string, Given, string]>([
		['is reported', {}, `${none}]`],
		[
			'is reported with the setting for the proxy of the job',
			{ jobProxy: proxy },
			`${none}; the runner has a proxy of its network (HTTPS_PROXY), which commands use only if a maintainer writes \`upstream_proxy: true\` under \`sandbox\``,
		],
		[
			'is reported with HTTPS_PROXY as missing',
			{ settings: { upstreamProxy: true } },
			`${none}; \`sandbox.upstream_proxy\` is true, but HTTPS_PROXY of the job is not`,
		],
		[
			'is reported with HTTPS_PROXY as malformed',
			{ settings: { upstreamProxy: true }, jobProxy: 'malformed' },
			`${none}; \`sandbox.upstream_proxy\` is true, but`,
		],
	])('%s', async (_what, given, sentence) => {
		const { run } = await aShell(given);
		expect((await run('curl -sSf http://c.example/', effects)).text).toContain(sentence);
	});

	it('is requested through the proxy of the job if the configuration says so', async () => {
		const { run, reached } = await aShell({ settings: { upstreamProxy: true }, jobProxy: proxy });
		const { text } = await run('curl -sSf http://c.example/', effects);
		expect(reached).toEqual(['proxy.example:3128']);
		expect(text).toContain("[not reached: the proxy of the job's network cannot reach `c.example` on port 80 (");
	});
});
