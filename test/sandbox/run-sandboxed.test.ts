import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { renderCaptured, runSandboxed, type SandboxRequest } from '../../src/sandbox/index.ts';
import { runnerHomes } from '../../src/sandbox/system-mounts.ts';
import { ownNode, programsAt } from '../support/programs-at.ts';
import { aRepository, asOrdinaryUser, sh, shWhileServing, temporaryDirectory } from './temporary.ts';

async function inSandbox(workspace: string, script: string, more: Partial<SandboxRequest> = {}) {
	const result = await runSandboxed({ workspace, script, ...more });
	return { ...result, text: renderCaptured(result.output) };
}

describe('a command in the sandbox', () => {
	it('sees no variable of the job, in any process', async () => {
		process.env['COUNTERSIGN_TEST_SECRET'] = 'canary-in-env';
		onTestFinished(() => void delete process.env['COUNTERSIGN_TEST_SECRET']);
		const dump = 'env; cat /proc/*/environ 2>/dev/null | tr "\\0" "\\n"; true';
		const { text } = await inSandbox(temporaryDirectory(), dump);
		expect(text).toContain('HOME=/home/agent');
		expect(text).not.toContain('canary-in-env');
		expect(sh('env', '/', { COUNTERSIGN_TEST_SECRET: 'canary-in-env' })).toContain('canary-in-env');
	});

	it('has only the allowlisted variables', async () => {
		const { text } = await inSandbox(temporaryDirectory(), 'env | cut -d= -f1 | sort | tr "\\n" " "');
		expect(text.split(' ').filter((name) => !['_', 'PWD', 'SHLVL', 'OLDPWD', ''].includes(name))).toEqual([
			'BUNDLE_VERSION',
			'CARGO_NET_OFFLINE',
			'CI',
			'COMPOSER_DISABLE_NETWORK',
			'COREPACK_ENABLE_NETWORK',
			'DENO_NO_UPDATE_CHECK',
			'GEM_HOME',
			'GIT_CONFIG_COUNT',
			'GIT_CONFIG_KEY_0',
			'GIT_CONFIG_VALUE_0',
			'GIT_OPTIONAL_LOCKS',
			'GIT_PAGER',
			'GIT_TERMINAL_PROMPT',
			'GOPROXY',
			'HEX_OFFLINE',
			'HOME',
			'LANG',
			'MAVEN_ARGS',
			'PAGER',
			'PATH',
			'PIP_RETRIES',
			'RUSTUP_AUTO_INSTALL',
			'TERM',
			'TMPDIR',
			'USER',
			'UV_OFFLINE',
			'YARN_ENABLE_NETWORK',
			'npm_config_offline',
			'pnpm_config_offline',
			'pnpm_config_pm_on_fail',
		]);
	});

	it('sees the workspace, but not the files beside it', async () => {
		const dir = temporaryDirectory();
		mkdirSync(join(dir, 'workspace'));
		writeFileSync(join(dir, 'workspace', 'inside'), 'inside');
		writeFileSync(join(dir, 'beside'), 'canary-beside');
		const { text } = await inSandbox(join(dir, 'workspace'), 'cat inside; cat ../beside; ls ..');
		expect(text).toContain('inside');
		expect(text).toContain('../beside: No such file');
		expect(text).not.toContain('canary-beside');
	});

	it('sees the toolchain, but not the npm token in it', async () => {
		const toolchain = temporaryDirectory();
		mkdirSync(join(toolchain, 'etc'));
		writeFileSync(join(toolchain, 'etc/npmrc'), '//registry.example/:_authToken=canary-of-npm');
		writeFileSync(join(toolchain, 'etc/other'), 'in clear');
		const script = `cat ${toolchain}/etc/*; ls ${toolchain}/etc`;
		const { text } = await inSandbox(temporaryDirectory(), script, { toolchain: programsAt(toolchain) });
		expect(text).toBe('in clearnpmrc\nother\n');
	});

	it('sees no home, no secret file of /etc and no state of the machine', async () => {
		const { text } = await inSandbox(
			temporaryDirectory(),
			`ls -A /root ${homedir()} /home /etc/shadow /etc/ssl/private /etc/gitconfig /sys /var/lib /run 2>&1; ls /home; ls /etc/passwd`,
		);
		expect(text).toMatch(/\/etc\/shadow'?: No such file/);
		expect(text).toMatch(/\/etc\/ssl\/private'?: No such file/);
		expect(text).toMatch(/\/sys'?: No such file/);
		expect(text).toMatch(/^agent$/m);
		expect(text).toContain('/etc/passwd');
	});

	it('is an ordinary user in its own process and user namespaces', async () => {
		const { text } = await inSandbox(
			temporaryDirectory(),
			'id -u; whoami; hostname; ls /proc | grep -c "^[0-9]"; unshare -Ur true && echo nested; mount -t tmpfs x /tmp && echo mounted',
		);
		const [uid, name, host, processes] = text.split('\n');
		expect([uid, name, host]).toEqual(['1000', 'agent', 'sandbox']);
		expect(Number(processes)).toBeLessThan(8);
		expect(text).not.toMatch(/nested|mounted/);
	});

	it('gets no open file descriptor of the parent', async () => {
		const workspace = temporaryDirectory();
		const script = `import { runSandboxed } from ${JSON.stringify(join(process.cwd(), 'src/sandbox/index.ts'))};
			const { output } = await runSandboxed({ workspace: ${JSON.stringify(workspace)}, script: 'ls /proc/self/fd; cat <&77' });
			console.log(output.head);`;
		writeFileSync(join(workspace, 'canary'), 'canary-in-descriptor');
		writeFileSync(join(workspace, 'run.ts'), script);
		const run = `exec 77<canary; [ -e /proc/self/fd/77 ]; exec "${process.execPath}" run.ts`;
		expect(sh(run, workspace)).not.toContain('canary-in-descriptor');
	});

	it('finds the toolchain first on its PATH, read-only', async () => {
		const { text } = await inSandbox(
			temporaryDirectory(),
			'node --version; touch "$(dirname "$(command -v node)")/x"',
			{
				toolchain: ownNode,
			},
		);
		expect(text).toContain(process.version);
		expect(text).toMatch(/Read-only file system/);
	});
});

describe('a command that tries to reach outside', () => {
	it('reaches no network, not even this machine', async () => {
		const port = await listen({ port: 0, host: '127.0.0.1' });
		const connect = `exec 3<>/dev/tcp/127.0.0.1/${port} && cat <&3`;
		const { text, exitCode } = await inSandbox(temporaryDirectory(), connect);
		expect(exitCode).not.toBe(0);
		expect(text).toContain('Connection refused');
		expect(await shWhileServing(connect)).toBe('canary-on-network');
	});

	it('reaches no socket of the machine', async () => {
		const dir = temporaryDirectory();
		await listen({ path: join(dir, 'socket') });
		mkdirSync(join(dir, 'workspace'));
		const { text } = await inSandbox(
			join(dir, 'workspace'),
			`ls ${dir}; find /tmp /run /var /home /dev -type s 2>/dev/null`,
		);
		expect(text.trim()).toBe('workspace');
		expect(sh(`find ${dir} -type s`, '/')).toContain('socket');
	});

	it('can write only to the workspace and its private scratch folders', async () => {
		const dir = temporaryDirectory();
		const workspace = join(dir, 'workspace');
		mkdirSync(workspace);
		const name = `countersign-${Date.now()}`;
		const { text } = await inSandbox(
			workspace,
			`echo own > own; for d in /tmp ~ /dev/shm; do echo x > $d/${name} || echo "lost $d"; done
			for d in / /usr /etc /opt /home /dev; do touch $d/${name} && echo "wrote $d"; done; touch ../${name}; true`,
		);
		expect(readFileSync(join(workspace, 'own'), 'utf8')).toBe('own\n');
		expect(text).not.toMatch(/wrote|lost/);
		expect(existsSync(`/tmp/${name}`) || existsSync(join(dir, name))).toBe(false);
	});
});

describe('git in the sandbox', () => {
	it('shows history and changes, but no persisted token', async () => {
		const { root } = aRepository();
		sh(
			`git config http.https://github.com/.extraheader "AUTHORIZATION: basic canary-token"
			git config --file .git/credentials x.y canary-token; echo new > new`,
			root,
		);
		const { text } = await inSandbox(
			root,
			'git log --oneline; git status --short; git config --list; grep -ra canary-token . ; ls .git; true',
		);
		expect(text).toContain('one');
		expect(text).toContain('?? new');
		expect(text).not.toContain('canary-token');
		expect(readFileSync(join(root, '.git/config'), 'utf8')).toContain('canary-token');
	});

	it('shows no token of a submodule, a nested repository or a linked work tree', async () => {
		const { root } = aRepository();
		const inner = aRepository({ inner: 'x' });
		sh(
			`git -c protocol.file.allow=always submodule --quiet add ${inner.root} sub; git commit -qm sub
			git -C sub config a.b canary-token; mkdir -p deep/er; git init -q deep/er/nested; git -C deep/er/nested config a.b canary-token
			git config a.b canary-token; git worktree add -q ../linked`,
			root,
		);
		const grep =
			'git log --oneline | head -1; grep -ra canary-token / --exclude-dir=proc --exclude-dir=usr --exclude-dir=opt 2>/dev/null | grep -v grep; true';
		expect(sh('grep -rla canary-token . | wc -l', root).trim()).toBe('3');
		expect((await inSandbox(root, `git -C sub log --oneline; ${grep}`)).text).toMatch(/^\w+ one\n\w+ sub\n$/);
		expect((await inSandbox(join(dirname(root), 'linked'), grep)).text).toMatch(/^\w+ sub\n$/);
	});

	it('is read-only: hooks, configuration and `.git` itself cannot be changed', async () => {
		const { root } = aRepository();
		const { text } = await inSandbox(
			root,
			`echo evil > .git/hooks/pre-commit && echo WROTE; mkdir .git/hooks && echo WROTE; echo x >> .git/config && echo WROTE
			mv .git gone && echo WROTE; rm -rf .git; git config core.fsmonitor evil && echo WROTE; git commit -qam x && echo WROTE; echo end`,
		);
		expect(text).toContain('end');
		expect(text).not.toContain('WROTE');
		expect(sh('git fsck 2>&1; git log --oneline', root)).toContain('one');
	});

	it('does not follow a link that a command planted in a nested repository', async () => {
		const { root } = aRepository();
		const secret = temporaryDirectory();
		writeFileSync(join(secret, 'file'), 'canary-behind-link');
		sh(
			`mkdir -p nested/.git; ln -s ${secret} nested/.git/objects; ln -s ${secret}/file nested/.git/HEAD; ln -s ${secret} nested2`,
			root,
		);
		const { text } = await inSandbox(root, 'cat nested/.git/objects/file nested/.git/HEAD nested2/file; echo end');
		expect(text).toContain('end');
		expect(text).not.toContain('canary-behind-link');
	});

	it('does not follow a `.git` file to a directory that does not point back', async () => {
		const { root } = aRepository();
		const dir = temporaryDirectory();
		writeFileSync(join(dir, '.git'), `gitdir: ${root}/.git\n`);
		const { text, exitCode } = await inSandbox(dir, 'git log');
		expect(exitCode).not.toBe(0);
		expect(text).toContain('not a git repository');
		expect(sh('git log', dir)).toContain('one');
	});
});

describe('limits', () => {
	it('keep both ends of long output and count the rest', async () => {
		const { output, text } = await inSandbox(
			temporaryDirectory(),
			'echo first; head -c 30000000 /dev/zero | tr "\\0" x; echo; echo last',
		);
		expect(output.bytes).toBe(30_000_000 + 'first\n\nlast\n'.length);
		expect(output.omittedBytes).toBe(output.bytes - 2 * 65_536);
		expect(text.startsWith('first\nxxx')).toBe(true);
		expect(text.endsWith('xxx\nlast\n')).toBe(true);
		expect(text).toContain(`[… ${output.omittedBytes} bytes left out here …]`);
	});

	it('do not split a character', async () => {
		const limits = { headBytes: 10, tailBytes: 10 };
		const { text } = await inSandbox(temporaryDirectory(), 'printf "x€%.0s" $(seq 20)', { limits });
		expect(text).toBe('x€x€x\n[… 60 bytes left out here …]\nx€x€');
		expect(text).not.toContain('\ufffd');
	});

	it.each([
		['at the time limit', 'sleep 60', true],
		['when the command ends', 'sleep 0.3', false],
	])('end all processes %s', async (_, last, timedOut) => {
		const workspace = temporaryDirectory();
		const survivor = 'while :; do echo x >> alive; sleep 0.05; done';
		const script = `(setsid bash -c '${survivor}' </dev/null >/dev/null 2>&1 &) & trap '' TERM HUP INT; nohup bash -c '${survivor}' & ${last}`;
		const result = await inSandbox(workspace, script, { limits: { wallSeconds: 1 } });
		expect(result.timedOut).toBe(timedOut);
		expect(result.exitCode).toBe(timedOut ? null : 0);
		expect(result.durationMs).toBeLessThan(3_000);
		await wait(100);
		const size = readFileSync(join(workspace, 'alive')).length;
		await wait(400);
		expect(size).toBeGreaterThan(0);
		expect(readFileSync(join(workspace, 'alive')).length).toBe(size);
	});

	it('apply to the size of a file, scratch space and open files', async () => {
		const limits = { fileBytes: 1_048_576, scratchBytes: 1_048_576, openFiles: 64 };
		const { text } = await inSandbox(
			temporaryDirectory(),
			`head -c 1000000 /dev/zero > small && echo small
			head -c 2000000 /dev/zero > large && echo grown; for i in 1 2; do head -c 900000 /dev/zero > /tmp/$i || echo full; done; ulimit -n`,
			{ limits },
		);
		expect(text).toContain('small');
		expect(text).not.toContain('grown');
		expect(text).toContain('full');
		expect(text).toMatch(/^64$/m);
	});
});

describe('runSandboxed', () => {
	it('returns output in its order, also from /dev/stderr', async () => {
		const { text, exitCode } = await inSandbox(
			temporaryDirectory(),
			'echo 1; echo 2 >&2; echo 3 > /dev/stderr; echo 4 > /dev/stdout; exit 7',
		);
		expect(text).toBe('1\n2\n3\n4\n');
		expect(exitCode).toBe(7);
	});

	it('separates the two output streams on request', async () => {
		const result = await runSandboxed({ workspace: temporaryDirectory(), script: 'echo 1; echo 2 >&2', apart: true });
		expect([result.output.head, result.errors.head]).toEqual(['1\n', '2\n']);
	});

	it('returns the exit codes of a signal and of a missing program', async () => {
		expect((await inSandbox(temporaryDirectory(), 'kill -9 $$')).exitCode).toBe(137);
		const missing = await runSandboxed({ workspace: temporaryDirectory(), argv: ['no-such-program'] });
		expect(missing.exitCode).toBe(127);
	});

	it('starts in the given folder, but not outside the workspace', async () => {
		const workspace = temporaryDirectory();
		mkdirSync(join(workspace, 'below'));
		expect((await inSandbox(workspace, 'pwd', { cwd: 'below' })).text).toBe(`${workspace}/below\n`);
		await expect(inSandbox(workspace, 'pwd', { cwd: '..' })).rejects.toThrow('outside the workspace');
	});

	it.each([[homedir()], ['/'], ['/home'], ['/tmp'], ['/usr']])('refuses %s as a workspace', async (workspace) => {
		await expect(inSandbox(workspace, 'true')).rejects.toMatchObject({ code: 'sandbox-unavailable' });
	});

	it.each([[homedir()], ['/'], ['/var']])('refuses %s as a toolchain', async (dir) => {
		await expect(inSandbox(temporaryDirectory(), 'true', { toolchain: programsAt(dir) })).rejects.toMatchObject({
			code: 'bad-config',
		});
	});
});

it('a command is refused if too few file descriptors are left to start it', () => {
	const root = temporaryDirectory();
	const program = `
		import { closeSync, mkdirSync, openSync } from 'node:fs';
		import { runSandboxed } from '${process.cwd()}/src/sandbox/index.ts';
		mkdirSync('checkout');
		const run = () => runSandboxed({ workspace: process.cwd() + '/checkout', script: 'true' }).then(() => 'ran', () => 'refused');
		const said = new Set([await run()]);
		const taken = [];
		try {
			for (;;) taken.push(openSync('/dev/null'));
		} catch {}
		for (const descriptor of taken) {
			said.add(await run());
			closeSync(descriptor);
		}
		console.log([...said].join());`;
	writeFileSync(join(root, 'run.ts'), program);
	expect(sh(`ulimit -n 128; "${process.execPath}" run.ts`, root)).toBe('ran,refused\n');
});

describe('as the ordinary user of a runner', () => {
	it('the sandbox works the same, and limits processes', () => {
		const said = asOrdinaryUser(
			temporaryDirectory(),
			`import { probeSandbox, runSandboxed } from '#sandbox/index.ts';
			const script = 'id -u; touch own; ls -ln own | cut -d" " -f3; for i in $(seq 40); do sleep 5 & done; echo end';
			const { output } = await runSandboxed({ workspace: process.cwd(), script, limits: { processes: 20 } });
			console.log(JSON.stringify(await probeSandbox()), output.head);`,
		);
		expect(said).toContain('{"ok":true} 1000\n1000\n');
		expect(said).toMatch(/fork: .*Resource temporarily unavailable/);
	});

	it('a folder that cannot be searched for tokens is hidden', () => {
		const directory = temporaryDirectory();
		sh(
			'mkdir closed; git init -q closed/nested; git -C closed/nested config a.b canary-token; chmod 000 closed',
			directory,
		);
		const said = asOrdinaryUser(
			directory,
			`import { runSandboxed } from '#sandbox/index.ts';
			const script = 'chmod 755 closed; cat closed/nested/.git/config; ls -A closed; echo end';
			console.log((await runSandboxed({ workspace: process.cwd(), script })).output.head);`,
		);
		expect(said).toContain('end');
		expect(said).not.toContain('canary-token');
		sh('chmod 755 closed', directory);
		expect(sh('cat closed/nested/.git/config', directory)).toContain('canary-token');
	});
});

/** Starts a server that sends one text, and returns its port, if it has one. */
async function listen(where: { readonly port: number; readonly host: string } | { readonly path: string }) {
	const server: Server = createServer((socket) => socket.end('canary-on-network'));
	await new Promise<void>((resolve) => server.listen(where, resolve));
	onTestFinished(() => void server.close());
	const address = server.address();
	return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('runnerHomes', () => {
	it('finds runners that are installed beside programs', () => {
		const opt = temporaryDirectory();
		sh('mkdir -p tools/bin runner-1 runner-2/_work; touch runner-1/.credentials runner-2/.runner', opt);
		expect(runnerHomes([opt, '/nowhere']).toSorted()).toEqual([join(opt, 'runner-1'), join(opt, 'runner-2')]);
	});

	it.runIf(process.getuid?.() === 0)('hides the home of a runner, but not a checkout below it', () => {
		const home = '/opt/actions-runner';
		const program = `import { runSandboxed } from ${JSON.stringify(join(process.cwd(), 'src/sandbox/index.ts'))};
			const script = 'pwd; ls -A ../..; touch ../../evil ../evil; cat ${home}/.credentials; touch own && echo made';
			const { output } = await runSandboxed({ workspace: '${home}/_work/repository', script });
			console.log(output.head.toString());`;
		const file = join(temporaryDirectory(), 'run.ts');
		writeFileSync(file, program);
		// Uses its own mount namespace, because the sandboxes of other tests see /opt too.
		const prepare = `mount -t tmpfs none /opt; mkdir -p ${home}/_work/repository; echo canary-of-runner > ${home}/.credentials`;
		const text = sh(`unshare -m sh -c '${prepare}; "${process.execPath}" ${file}; ls -A ${home} | tr "\\n" " "'`, '/');
		expect(text).toContain(`${home}/_work/repository\n_work\n`);
		expect(text).toContain('made');
		expect(text).not.toContain('canary-of-runner');
		expect(text).toMatch(/\.credentials _work $/);
	});
});
