import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type ListenOptions } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SandboxLimits } from '../../src/core/index.ts';
import { logLine } from '../../src/report/index.ts';
import { git, renderCaptured, runSandboxed } from '../../src/sandbox/index.ts';
import { createToolbox } from '../../src/tools/index.ts';
import { ownNode } from '../support/programs-at.ts';
import { testServices } from '../tools/tool-services.ts';
import { aRepository, putFiles, sh, shWhileServing, temporaryDirectory } from './temporary.ts';

/** A hostile command must get no credential, write nothing outside, reach no other program and leave no process. */

/** Small limits, so that a failing test does not block the machine. */
const tight: Partial<SandboxLimits> = {
	wallSeconds: 15,
	memoryBytes: 268_435_456,
	processes: 64,
	scratchBytes: 33_554_432,
	fileBytes: 67_108_864,
};
const node = process.execPath;

async function obey(script: string, workspace = temporaryDirectory(), limits: Partial<SandboxLimits> = {}) {
	const result = await runSandboxed({
		workspace,
		script,
		limits: { ...tight, ...limits },
		toolchain: ownNode,
	});
	return { ...result, text: renderCaptured(result.output) };
}

const canaryShape = /canary-[0-9a-f]{32}/;
const newCanary = (): string => `canary-${randomBytes(16).toString('hex')}`;

/** A runner with the same secret in every usual place. */
function aRunner() {
	const canary = newCanary();
	const { root } = aRepository();
	const runner = dirname(root);
	putFiles(runner, {
		'home/.ssh/id_ed25519': canary,
		'home/.npmrc': `//registry.example.com/:_authToken=${canary}`,
		'_temp/_github_workflow/event.json': `{"token":"${canary}"}`,
		'_temp/_runner_file_commands/set_env_1': '',
		'repository/.git/included': `[http]\n\textraheader = ${canary}\n`,
	});
	sh(
		`git config http.https://github.com/.extraheader "AUTHORIZATION: basic ${canary}"; git config include.path included`,
		root,
	);
	const envFile = join(runner, '_temp/_runner_file_commands/set_env_1');
	const names =
		'ANTHROPIC_API_KEY GITHUB_TOKEN INPUT_GITHUB-TOKEN ACTIONS_RUNTIME_TOKEN ACTIONS_ID_TOKEN_REQUEST_TOKEN';
	setEnvironment({
		...Object.fromEntries(names.split(' ').map((name) => [name, canary])),
		...{ GITHUB_ENV: envFile, GITHUB_PATH: envFile, GITHUB_OUTPUT: envFile, GITHUB_STATE: envFile },
		...{ GITHUB_STEP_SUMMARY: envFile, SSH_AUTH_SOCK: join(runner, 'agent'), DOCKER_HOST: `tcp://${canary}` },
	});
	return { canary, root, runner, envFile };
}

function setEnvironment(values: Readonly<Record<string, string>>): void {
	const before = Object.keys(values).map((name) => [name, process.env[name]] as const);
	Object.assign(process.env, values);
	onTestFinished(() => {
		for (const [name, value] of before) {
			if (value === undefined) delete process.env[name];
			else process.env[name] = value;
		}
	});
}

describe('credentials', () => {
	const search = `grep -raEho 'canary-[0-9a-f]{32}' --exclude-dir=usr --exclude-dir=opt --exclude-dir=proc`;

	it('are in no file that a command can read', async () => {
		const { canary, root, runner } = aRunner();
		const { text } = await obey(`${search} / 2>/dev/null; git log --oneline; echo end`, root);
		expect(text).toMatch(/^\w+ one\nend\n$/);
		expect(sh(`${search} ${runner} | sort -u`, '/').trim()).toBe(canary);
	});

	it('are in no environment, command line or memory that a command can read', async () => {
		const { canary, root } = aRunner();
		writeFileSync(join(root, 'look.mjs'), lookIntoProcesses);
		const { text } = await obey('node look.mjs; env', root);
		expect(text).toMatch(/looked into [1-9]\d* memories/);
		expect(text).not.toMatch(canaryShape);
		// Outside the sandbox, the same program does find the secret, in the memory of this shell.
		const outside = `KEPT=${canary} sleep 30 >/dev/null 2>&1 & "${node}" look.mjs $!; kill $!`;
		expect(sh(outside, root)).toContain(canary);
	});

	it('cannot be read from the parent process, which is invisible', async () => {
		const pid = process.pid;
		const { text } = await obey(
			`kill -0 ${pid} && echo FOUND; cat /proc/${pid}/environ /proc/${pid}/mem && echo FOUND; ls /proc/1/root/root && echo FOUND; kill -0 $$ && echo own`,
		);
		expect(text).not.toContain('FOUND');
		expect(text).toContain('own');
		expect(sh(`kill -0 ${pid} && echo FOUND`, '/')).toContain('FOUND');
	});

	it('are not in file descriptors that the runner left open', async () => {
		const workspace = temporaryDirectory();
		const canary = newCanary();
		writeFileSync(join(dirname(workspace), `${canary}.txt`), canary);
		const run = `import { runSandboxed } from ${JSON.stringify(join(process.cwd(), 'src/sandbox/index.ts'))};
			const script = 'for n in $(seq 3 40); do cat <&$n; done 2>/dev/null; timeout 1 cat /proc/*/fd/* </dev/null 2>/dev/null; echo end';
			const { output } = await runSandboxed({ workspace: ${JSON.stringify(workspace)}, script, limits: { wallSeconds: 10 } });
			console.log(output.head);`;
		writeFileSync(join(workspace, 'run.ts'), run);
		const said = sh(
			`exec 7<../${canary}.txt 33<../${canary}.txt; rm ../${canary}.txt; exec "${node}" run.ts`,
			workspace,
		);
		expect(said).toContain('end');
		expect(said).not.toContain(canary);
	});
});

/** Searches environment, command line and memory of all readable processes for a canary. */
const lookIntoProcesses = `
import { openSync, readFileSync, readSync, readdirSync } from 'node:fs';
const shape = new RegExp('canary-' + '[0-9a-f]{32}', 'g');
const tell = (text) => { for (const [found] of text.matchAll(shape)) console.log(found); };
const attempt = (what) => { try { return what(); } catch { return undefined; } };
let looked = 0;
const pids = process.argv[2] ? [process.argv[2]] : readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name));
for (const pid of pids) {
	for (const name of ['environ', 'cmdline']) tell(attempt(() => readFileSync('/proc/' + pid + '/' + name, 'latin1')) ?? '');
	const memory = attempt(() => openSync('/proc/' + pid + '/mem', 'r'));
	if (memory === undefined) continue;
	looked++;
	for (const line of (attempt(() => readFileSync('/proc/' + pid + '/maps', 'latin1')) ?? '').split('\\n')) {
		const [, from, to, kind] = /^([0-9a-f]+)-([0-9a-f]+) (r\\S+)/.exec(line) ?? [];
		const length = Number.parseInt(to, 16) - Number.parseInt(from, 16);
		if (!(length > 0 && length < 8_000_000) || kind === undefined) continue;
		const bytes = Buffer.alloc(length);
		if (attempt(() => readSync(memory, bytes, 0, length, Number.parseInt(from, 16))) > 0) tell(bytes.toString('latin1'));
	}
}
console.log('looked into ' + looked + ' memories');
`;

describe('a hostile command that writes', () => {
	it('changes nothing outside through /proc', async () => {
		const { root, runner } = aRunner();
		const { text } = await obey(
			`exec 5</usr/bin/env; (echo x > /proc/self/fd/5) && echo WROTE; exec 6<.; (echo x > /proc/self/fd/6/../beside)
			(echo x > /proc/self/cwd/../beside); (echo x > /proc/1/root/etc/beside) && echo WROTE
			find /proc -maxdepth 1 -regex '/proc/[^0-9]*' ! -type l | while read top; do find $top -type f -writable 2>/dev/null; done | sed 's/^/WROTE /' | head -20
			for f in /proc/sys/kernel/core_pattern /proc/irq/default_smp_affinity /etc/hosts /etc/passwd; do (: >> $f) && echo WROTE $f; done
			exec 8<>inside; (echo ordinary > /proc/self/fd/8); cat inside`,
			root,
		);
		expect(text).not.toContain('WROTE');
		expect(text).toMatch(/^ordinary$/m);
		expect(existsSync(join(runner, 'beside'))).toBe(false);
	});

	it('gets no rights in a namespace of its own, and cannot mount', async () => {
		const tries = [
			'unshare -U true',
			'unshare -Ur true',
			'unshare -r -n true',
			'unshare -m true',
			'bwrap --ro-bind / / true',
		];
		const { text } = await obey(
			`${tries.map((one) => `${one} && echo GOT`).join('; ')}; mount --bind . /mnt && echo GOT; mount -o remount,rw /usr && echo GOT
			grep CapEff /proc/self/status; echo end`,
		);
		expect(text).not.toContain('GOT');
		expect(text).toMatch(/CapEff:\s+0{16}\nend/);
		expect(sh('unshare -Ur true && echo GOT', '/')).toContain('GOT');
	});

	it('cannot write to files that later steps obey', async () => {
		const { root, envFile } = aRunner();
		const names = ['GITHUB_ENV', 'GITHUB_PATH', 'GITHUB_OUTPUT', 'GITHUB_STATE', 'GITHUB_STEP_SUMMARY'];
		const { text } = await obey(
			`${names.map((name) => `(echo "X=evil" >> "\${${name}:-/nowhere/set}") && echo WROTE`).join('; ')}; (echo X=evil >> ${envFile}) && echo WROTE; echo end`,
			root,
		);
		expect(text).toMatch(/end\n$/);
		expect(text).not.toContain('WROTE');
		expect(readFileSync(envFile, 'utf8')).toBe('');
		appendFileSync(process.env['GITHUB_ENV'] ?? '', 'X=ordinary\n');
		expect(readFileSync(envFile, 'utf8')).toBe('X=ordinary\n');
	});

	it('cannot make git run its program, in the checkout or in a nested repository', async () => {
		const { root } = aRepository();
		const trace = join(temporaryDirectory(), 'trace');
		const trap = `touch ${trace}`;
		const { text } = await obey(
			`printf '#!/bin/sh\\n${trap}\\n' > evil; chmod +x evil
			(cp evil .git/hooks/post-index-change) && echo PLANTED; git config core.fsmonitor "$PWD/evil" && echo PLANTED
			(printf '[core]\\n\\tfsmonitor = ./evil\\n' >> .git/config) && echo PLANTED; mv .git .gone && echo PLANTED; ln -sfn evil .git/config && echo PLANTED
			git config --global core.fsmonitor "$PWD/evil"; echo '* filter=evil diff=evil' > .gitattributes
			git init -q nested && cp evil nested/.git/hooks/post-index-change && git -C nested config core.fsmonitor "$PWD/evil" && echo made
			git init -q --bare bare && git -C bare config core.fsmonitor "$PWD/evil"; echo changed > README.md`,
			root,
		);
		expect(text).not.toContain('PLANTED');
		expect(text).toContain('made');
		for (const args of [
			['status', '--porcelain'],
			['add', 'README.md'],
			['diff', 'HEAD'],
		])
			expect(await git(args, { cwd: root })).toMatchObject({ ok: true });
		expect(existsSync(trace)).toBe(false);
		// The next command sees the nested repository, without its traps.
		const next = await obey(
			'git -C nested config core.fsmonitor || echo none; ls nested/.git/hooks; git status -s',
			root,
		);
		expect(next.text).toContain('none');
		expect(next.text).toContain(' M README.md');
		sh('git -C nested status || true', root);
		expect(existsSync(trace)).toBe(true);
	});
});

describe('a hostile command that connects', () => {
	const connect = (options: string): string =>
		`node -e "require('net').connect(${options}).on('data', (x) => console.log(String(x))).on('error', (e) => console.log(e.code))"`;

	it.each([
		['IPv4', { host: '127.0.0.1', port: 0 }],
		['IPv6', { host: '::1', port: 0 }],
	])('reaches no server over %s, not even on this machine', async (_, where) => {
		const port = await listen(where);
		const call = connect(`{ host: '${where.host}', port: ${port} }`);
		expect((await obey(call)).text).toMatch(/^E(CONNREFUSED|ADDRNOTAVAIL|NETUNREACH)\n$/);
		expect(await shWhileServing(call.replace(/^node/, `"${node}"`))).toContain('answered');
		const own = `node -e "require('net').createServer((s) => s.end('own')).listen(0, '127.0.0.1', function () {
			require('net').connect(this.address().port, '127.0.0.1').on('data', (x) => { console.log(String(x)); process.exit(); }); })"`;
		expect((await obey(own)).text).toBe('own\n');
	});

	it('resolves no name and has no route', async () => {
		const { text } = await obey(
			`getent hosts example.com && echo RESOLVED; getent hosts localhost
			node -e "const s = require('dgram').createSocket('udp4'); s.send('x', 53, '192.0.2.1', (e) => { console.log(e.code); s.close(); })"; cat /proc/net/route /proc/net/dev`,
		);
		expect(text).not.toContain('RESOLVED');
		expect(text).toContain('localhost');
		expect(text).toContain('ENETUNREACH');
		expect([...text.matchAll(/^\s*(\w+):/gm)].map(([, name]) => name)).toEqual(['lo']);
	});

	it('reaches no abstract socket', async () => {
		const name = `countersign-${newCanary()}`;
		await listen({ path: `\0${name}` });
		const call = connect(`{ path: '\\0${name}' }`);
		expect((await obey(call)).text).toBe('ECONNREFUSED\n');
		expect(await shWhileServing(call.replace(/^node/, `"${node}"`))).toContain('answered');
	});

	it('reaches no socket file beside the checkout, of Docker or of an earlier step', async () => {
		const dir = temporaryDirectory();
		const workspace = join(dir, 'workspace');
		mkdirSync(workspace);
		await listen({ path: join(dir, 'docker.sock') });
		await listen({ path: join(workspace, 'left.sock') });
		for (const path of [join(dir, 'docker.sock'), join(workspace, 'left.sock'), '/var/run/docker.sock']) {
			expect((await obey(connect(`'${path}'`), workspace)).text, path).toMatch(/^E(NOENT|CONNREFUSED)\n$/);
		}
		const call = connect(`'${workspace}/left.sock'`);
		expect(await shWhileServing(call.replace(/^node/, `"${node}"`))).toContain('answered');
		const own = `node -e "require('net').createServer((s) => s.end('own')).listen('own.sock', () =>
			require('net').connect('own.sock').on('data', (x) => { console.log(String(x)); process.exit(); }))"`;
		expect((await obey(own, workspace)).text).toBe('own\n');
	});
});

describe('a workflow command in the output', () => {
	it.each([
		['::add-mask::canary', ': :add-mask::canary'],
		['::set-output name=x::y', ': :set-output name=x::y'],
		['  ::stop-commands::x', ': :stop-commands::x'],
		['\\r::error::x', ': :error::x'],
		['\\033[2K::warning::x', ': :warning::x'],
		['fine ##[add-mask]x', 'fine ## [add-mask]x'],
		['std::vector and a::b ##', 'std::vector and a::b ##'],
	])('becomes plain text in the log: %s', async (printed, logged) => {
		const { services } = await testServices();
		const args = { command: `printf 'first\\n${printed}\\n'` };
		const { text } = await createToolbox(services).run(
			{ id: 'c', name: 'shell_exec', args },
			{ callId: 'c', effects: [] },
		);
		const [, line = ''] = text.split(/\n+/);
		expect(logLine(line)).toBe(logged);
		// The log gets a single line, so text in the middle cannot start a new line.
		expect(logLine(text)).toMatch(/^first /);
		expect(logLine(text)).not.toMatch(/[\n\p{Cc}]|##\[/u);
	});
});

describe('a command that uses up resources', () => {
	it('is stopped at too many processes', async () => {
		const bomb = 'b() { [ "$1" -gt 0 ] && { b $(($1 - 1)) & b $(($1 - 1)) & }; sleep 10; }; b 8';
		const end = await obey(bomb);
		if (process.getuid?.() === 0) expect(end).toMatchObject({ exitCode: null, exceeded: 'processes' });
		else expect(end.text).toContain('Resource temporarily unavailable');
		expect(await obey(bomb.replace('b 8', 'b 3').replace('sleep 10', 'sleep 0.1'))).toMatchObject({ exitCode: 0 });
	});

	it.each([
		[
			'in one process',
			`node -e 'const all = []; for (let i = 0; i < 100; i++) all.push(Buffer.alloc(10485760, i)); setTimeout(() => all, 9000)'`,
		],
		[
			'in many processes',
			`for i in 1 2 3 4 5 6 7 8; do node -e 'const x = Buffer.alloc(100000000, 1); setTimeout(() => x, 9000)' & done; wait`,
		],
	])('is stopped at too much memory: %s', async (_, bomb) => {
		expect(await obey(bomb)).toMatchObject({ exitCode: null, exceeded: 'memoryBytes' });
		expect(await obey(`node -e 'Buffer.alloc(50000000, 1)'`)).toMatchObject({ exitCode: 0 });
	});

	it('cannot fill the file systems in memory, or write a too large file', async () => {
		const fill = (path: string): string => `head -c 100000000 /dev/zero > ${path} && echo FILLED`;
		const { text } = await obey(
			[...['/dev/shm/x', '/tmp/x', '~/x', 'x'].map(fill), 'head -c 9 /dev/zero > /tmp/y || rm /tmp/x; echo end'].join(
				'; ',
			),
		);
		expect(text).not.toContain('FILLED');
		expect(text).toMatch(/end\n$/);
		expect((await obey('head -c 1000000 /dev/zero | tee /dev/shm/x /tmp/x ~/x > x && echo fine')).text).toBe('fine\n');
	});

	it('cannot fill the memory of the parent with output', async () => {
		const before = process.memoryUsage().rss;
		const { output, exitCode } = await obey('head -c 300000000 /dev/zero | tr "\\0" x');
		expect([exitCode, output.bytes]).toEqual([0, 300_000_000]);
		expect(output.head.length + output.tail.length).toBe(131_072);
		expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
	});

	it('leaves no process, even with double forks, ignored signals and a new session', async () => {
		const workspace = temporaryDirectory();
		const mark = `61.${randomBytes(4).readUInt32BE()}`;
		const survivor = `trap '' TERM HUP INT; (setsid -f sleep ${mark} </dev/null >/dev/null 2>&1 &) &`;
		const seen = (): boolean => commandLines().some((line) => line.includes(mark) && line.startsWith('sleep'));
		const running = obey(`${survivor} while [ ! -e stop ]; do sleep 0.05; done`, workspace);
		for (let tries = 0; tries < 100 && !seen(); tries++) await wait(50);
		expect(seen()).toBe(true);
		writeFileSync(join(workspace, 'stop'), '');
		expect(await running).toMatchObject({ exitCode: 0 });
		for (let tries = 0; tries < 20 && seen(); tries++) await wait(50);
		expect(seen()).toBe(false);
	});
});

/** Returns the command line of every process of this machine. */
function commandLines(): readonly string[] {
	return sh('for f in /proc/[0-9]*/cmdline; do tr "\\0" " " < $f 2>/dev/null || true; echo; done', '/').split('\n');
}

async function listen(where: ListenOptions): Promise<number> {
	const server = createServer((socket) => socket.on('error', () => socket.destroy()).end('answered'));
	await new Promise<void>((resolve, reject) => server.once('error', reject).listen(where, resolve));
	onTestFinished(() => void server.close());
	const address = server.address();
	return typeof address === 'object' && address !== null ? address.port : 0;
}
