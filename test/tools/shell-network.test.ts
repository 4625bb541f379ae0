import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Effect, ToolOutput } from '../../src/core/index.ts';
import { judgeShell } from '../gate/support.ts';
import { aSmallInternet } from '../sandbox/small-internet.ts';
import { sh, temporaryDirectory } from '../sandbox/temporary.ts';
import { programsAt } from '../support/programs-at.ts';
import { aBench } from './bench.ts';

interface Given {
	readonly answer?: RequestListener;
	readonly standing?: readonly string[];
	readonly files?: Readonly<Record<string, string>>;
}

/** A checkout whose commands run as after an approval: with the effects that the gate shows for them. */
async function aShell({ answer, standing = [], files = { 'README.md': '' } }: Given = {}) {
	const net = await aSmallInternet(answer);
	const toolchain = ['node', 'npm'].map((name) => dirname(dirname(sh(`command -v ${name}`, '/').trim())));
	const { bench, toolbox, root, workspace } = await aBench(files, undefined, {
		sandbox: {
			outside: net.outside,
			hosts: standing,
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
	return { ...net, root, bench, run, approved };
}

describe('an approved command', () => {
	it('installs a package from the registry that its request showed', async () => {
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

	it('fetches from the host in its words, and from no other', async () => {
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

describe('what the effects do not name exactly', () => {
	it.each([
		'a remote',
		'*.example',
		'*.a.example',
		'5.5.5.1',
		'example',
		'a.example/x',
		'a.example b.example',
		'a.example.',
	])('is not reached, and the model is told: %s', async (host) => {
		const { run, reached } = await aShell();
		const { ok, text } = await run('curl -sS http://a.example/ || false', [{ kind: 'network', host }]);
		expect(ok).toBe(false);
		expect(reached).toEqual([]);
		expect(text).toContain(
			`[no network for \`${host}\`: that is no exact name of a host; name the host in the command]`,
		);
	});

	it('is not reached beside what they do name', async () => {
		const { run } = await aShell();
		const effects = ['a remote', 'A.example'].map((host) => ({ kind: 'network', host }) as const);
		expect((await run('curl -sS http://a.example/', effects)).text).toContain('"host":"a.example"');
		expect((await run('curl -sSf http://b.example/', effects)).ok).toBe(false);
	});
});

describe('standing hosts', () => {
	it('are reached by every command, beside those of its own', async () => {
		const { run } = await aShell({ standing: ['*.a.example'] });
		const command = 'curl -sS http://sub.a.example/; curl -sSf http://b.example/';
		const own = await run(command, [{ kind: 'network', host: 'b.example' }]);
		expect([own.ok, own.text.match(/(?<="url":"\/","host":")[\w.]+/g)]).toEqual([true, ['sub.a.example', 'b.example']]);
		const none = await run(command, []);
		expect([none.ok, none.text.match(/(?<="url":"\/","host":")[\w.]+/g)]).toEqual([false, ['sub.a.example']]);
		const alone = await run('curl -sSf http://a.example/', []);
		expect(alone.text).toContain('[not reached: a.example:80; this command may reach *.a.example and nothing else');
	});

	it('do not help a program that asks nobody but the name service, and it is told so', async () => {
		const { run } = await aShell({ standing: ['a.example'] });
		const { text } = await run('curl -sS --noproxy "*" http://a.example/', []);
		expect(text).toContain('names are resolved only by the proxy that HTTP_PROXY and HTTPS_PROXY name');
	});
});
