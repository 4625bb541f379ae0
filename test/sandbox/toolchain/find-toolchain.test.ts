import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Toolchain, ToolVariable } from '../../../src/core/index.ts';
import { isOwnCredential } from '../../../src/gate/index.ts';
import { findToolchain, renderCaptured, runSandboxed } from '../../../src/sandbox/index.ts';
import { asOrdinaryUser, sh, temporaryDirectory } from '../temporary.ts';

/** A machine with a home, a checkout and whatever files a test puts there. */
class Machine {
	readonly root = temporaryDirectory();
	readonly home = this.folder('home/octocat');
	readonly workspace = this.folder('work/checkout');
	readonly temporary = this.folder('work/_temp');

	folder(path: string): string {
		mkdirSync(join(this.root, path), { recursive: true });
		return join(this.root, path);
	}

	file(path: string, text = ''): string {
		const file = join(this.root, path);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, text);
		return file;
	}

	program(path: string, says = path): string {
		const file = this.file(path, `#!/bin/sh\necho ${says}\n`);
		chmodSync(file, 0o755);
		return file;
	}

	link(path: string, to: string): void {
		const file = join(this.root, path);
		mkdirSync(dirname(file), { recursive: true });
		symlinkSync(to, file);
	}

	find(path: readonly string[], variables: readonly ToolVariable[] = [], more: readonly string[] = []): Toolchain {
		const apart = [this.workspace, this.temporary];
		const at = (place: string): string => (place.startsWith('/') ? place : join(this.root, place));
		return findToolchain(
			{ path: path.map(at), home: this.home, variables },
			{ apart, more: more.map(at), isCredential: isOwnCredential },
		);
	}

	async run(toolchain: Toolchain, script: string): Promise<string> {
		const result = await runSandboxed({ workspace: this.workspace, script, toolchain });
		return renderCaptured(result.output);
	}

	mountsOf(toolchain: Toolchain): readonly string[] {
		return toolchain.mounts.map((mount) => mount.replace(`${this.root}/`, ''));
	}
}

describe('the folders of the PATH', () => {
	it('keep the order of the job, before the folders of the system', async () => {
		const machine = new Machine();
		machine.program('tools/b/two', 'two of b');
		machine.program('tools/a/one', 'one of a');
		machine.program('tools/b/one', 'one of b');
		const found = machine.find(['tools/b', '/usr/bin', 'tools/a']);
		expect(await machine.run(found, 'one; two; echo "$PATH"')).toBe(
			`one of b\ntwo of b\n${machine.root}/tools/b:/usr/bin:${machine.root}/tools/a:/usr/local/sbin:/usr/local/bin:/usr/sbin:/sbin:/bin\n`,
		);
	});

	it('show their whole installation, but nothing beside it', async () => {
		const machine = new Machine();
		machine.program('sdk/v1/bin/tool', '"$(cat "$(dirname "$0")/../lib/words")"');
		machine.file('sdk/v1/lib/words', 'from the library');
		machine.file('sdk/other', 'canary');
		const found = machine.find(['sdk/v1/bin']);
		expect(machine.mountsOf(found)).toEqual(['sdk/v1']);
		expect(await machine.run(found, `tool; cat ${machine.root}/sdk/other`)).toMatch(
			/^from the library\n.*No such file/,
		);
	});

	it('are read-only', async () => {
		const machine = new Machine();
		machine.program('home/octocat/.local/bin/mine');
		machine.file('home/octocat/.local/share/pnpm/pnpm');
		const found = machine.find(['home/octocat/.local/bin', 'home/octocat/.local/share/pnpm']);
		const bin = join(machine.home, '.local/bin');
		const said = await machine.run(
			found,
			`echo x >${bin}/git; echo x >>${bin}/mine; rm ${bin}/mine; mv ${bin} ${bin}2; chmod 777 ${bin}; ln -s / ${bin}/l`,
		);
		expect(said.match(/Read-only file system|Device or resource busy/g)).toHaveLength(6);
		expect(sh('ls', bin)).toBe('mine\n');
	});

	it.each([
		['the checkout', 'work/checkout/node_modules/.bin'],
		['the files of the job', 'work/_temp/bin'],
	])('are left out in %s', (_, folder) => {
		const machine = new Machine();
		machine.program(`${folder}/npm`);
		const found = machine.find([folder]);
		expect([found.mounts, found.path]).toEqual([[], []]);
		expect(found.left).toEqual([
			{ place: join(machine.root, folder), why: 'it lies in the checkout, or among the files of the job' },
		]);
	});

	it('are left out if they contain the checkout, are missing, relative or not a folder', () => {
		const machine = new Machine();
		machine.file('plain');
		const found = machine.find(['work', 'nowhere', 'plain']);
		expect(found.left).toEqual([
			{ place: join(machine.root, 'work'), why: 'the checkout, or files of the job, lie in it' },
		]);
		expect(
			findToolchain({ path: ['bin', '.', ''], home: '/h', variables: [] }, { apart: [], isCredential: () => false })
				.path,
		).toEqual([]);
	});

	it('are left out in the checkout, also under another path of it', async () => {
		const machine = new Machine();
		machine.program('work/checkout/node_modules/.bin/tool', 'planted');
		renameSync(join(machine.root, 'work'), join(machine.root, 'disk'));
		machine.link('work', 'disk');
		const found = machine.find(['work/checkout/node_modules/.bin']);
		expect([found.mounts, found.path, found.left.length]).toEqual([[], [], 1]);
		expect(await machine.run(found, 'tool')).toContain('not found');
	});

	it('are left out if a link leads to a name with a colon', () => {
		const machine = new Machine();
		machine.program('tools:bin/tool');
		machine.link('tools', 'tools:bin');
		expect(machine.find(['tools'])).toMatchObject({ path: [], left: [{ why: 'its name holds a colon' }] });
	});

	it('never include /tmp, since each command has its own', () => {
		const places = { path: ['/tmp'], home: '/h', variables: [] };
		const found = findToolchain(places, { apart: [], isCredential: () => false });
		expect([found.mounts, found.path, found.left.length]).toEqual([[], [], 1]);
	});

	it('never include a home or its other folders', () => {
		const machine = new Machine();
		machine.program('home/octocat/bin/tool');
		machine.folder('home/octocat/lib');
		const found = machine.find(['home/octocat/bin', 'home/octocat']);
		expect(machine.mountsOf(found)).toEqual(['home/octocat/bin']);
		expect(found.left).toHaveLength(1);
	});

	it.runIf(process.getuid?.() === 0)('show only program folders in the home of another user', () => {
		const module = `
			import { findToolchain } from '${process.cwd()}/src/sandbox/index.ts';
			const path = ['/home/hubot', '/home/hubot/bin', '/home/hubot/.local/bin'];
			const { mounts } = findToolchain({ path, home: '/nowhere', variables: [] }, { apart: [], isCredential: () => false });
			console.log(mounts.join());`;
		const machine = new Machine();
		const script = machine.file('find.ts', module);
		const made = 'mkdir -p /home/hubot/bin /home/hubot/lib /home/hubot/.local/bin /home/hubot/.local/lib';
		const inside = `mount -t tmpfs none /home && ${made} && exec "${process.execPath}" ${script}`;
		expect(sh(`unshare -m sh -c '${inside}'`, '/')).toBe('/home/hubot/bin,/home/hubot/.local/bin\n');
	});

	it('are left out one by one if they cannot be read', () => {
		const said = asOrdinaryUser(
			temporaryDirectory(),
			`import { findToolchain } from '#sandbox/index.ts';
			import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
			const at = (path) => process.cwd() + '/' + path;
			for (const folder of ['closed', 'sdk/bin', 'sdk/lib', 'venv/bin']) mkdirSync(folder, { recursive: true });
			for (const file of ['sdk/lib/a.pem', 'venv/pyvenv.cfg']) writeFileSync(file, '', { mode: 0 });
			chmodSync('closed', 0o111);
			const places = { path: ['closed', 'sdk/bin', 'venv/bin'].map(at), home: at('home'), variables: [] };
			const { mounts, hidden, left } = findToolchain(places, { apart: [], isCredential: (path) => path.endsWith('.pem') });
			const bare = (path) => path.replace(at(''), '');
			console.log(JSON.stringify([mounts.map(bare), hidden.map(bare), left.map(({ place, why }) => [bare(place), why])]));`,
		);
		expect(JSON.parse(said)).toEqual([['sdk', 'venv'], ['sdk/lib/a.pem'], [['closed', 'it cannot be read (EACCES)']]]);
	});

	it('can disappear, with their hidden files, without breaking a command', async () => {
		const machine = new Machine();
		machine.program('gone/tool');
		machine.program('sdk/bin/tool', 'tool');
		machine.file('sdk/lib/deploy.key');
		const found = machine.find(['gone', 'sdk/bin']);
		rmSync(join(machine.root, 'gone'), { recursive: true });
		rmSync(join(machine.root, 'sdk/lib/deploy.key'));
		expect(await machine.run(found, 'tool')).toBe('tool\n');
	});

	it('are limited to 256', () => {
		const machine = new Machine();
		const folders = Array.from({ length: 300 }, (_, index) => `tools/${index}`);
		for (const folder of folders) machine.folder(folder);
		const found = machine.find(folders);
		expect([found.mounts.length, found.path.length]).toEqual([256, 256]);
		expect(found.left).toEqual([
			{ place: join(machine.root, 'tools/256'), why: 'it and 43 more are beyond the 256 places that are shown' },
		]);
	});

	it.each(['/', '/root', '/home', '/etc', '/var/lib', '/proc'])('never show %s', (folder) => {
		const { mounts } = new Machine().find([folder, `${folder}/bin`]);
		expect(mounts.filter((mount) => mount === folder || folder.startsWith(`${mount}/`))).toEqual([]);
	});
});

describe('programs that are links', () => {
	it('bring the installation of their target', async () => {
		const machine = new Machine();
		machine.program('venvs/poetry/bin/poetry', '"$(cat "$(dirname "$(readlink -f "$0")")/../lib/words")"');
		machine.file('venvs/poetry/lib/words', 'poetry');
		machine.link('home/octocat/.local/bin/poetry', join(machine.root, 'venvs/poetry/bin/poetry'));
		expect(await machine.run(machine.find(['home/octocat/.local/bin']), 'poetry')).toBe('poetry\n');
	});

	it('bring only themselves if the target is in an ordinary folder', async () => {
		const machine = new Machine();
		machine.program('home/octocat/project/tool', 'tool');
		machine.file('home/octocat/project/secret', 'canary');
		machine.link('home/octocat/bin/tool', '../project/tool');
		const found = machine.find(['home/octocat/bin']);
		expect(await machine.run(found, `tool; cat ${machine.home}/project/secret`)).toMatch(/^tool\n.*No such file/);
	});

	it('bring nothing from the checkout, and no credential', () => {
		const machine = new Machine();
		machine.program('work/checkout/tool');
		machine.file('home/octocat/.netrc', 'canary');
		machine.link('home/octocat/bin/tool', join(machine.workspace, 'tool'));
		machine.link('home/octocat/bin/netrc', '../.netrc');
		expect(machine.mountsOf(machine.find(['home/octocat/bin']))).toEqual(['home/octocat/bin']);
	});

	it('bring the Python of a virtual environment', async () => {
		const machine = new Machine();
		machine.program('pythons/3.12/bin/python3', 'python 3.12');
		machine.folder('pythons/3.12/lib');
		machine.link('venv/bin/python', join(machine.root, 'pythons/3.12/bin/python3'));
		machine.file('venv/pyvenv.cfg', `home = ${machine.root}/pythons/3.12/bin\nversion = 3.12.1\n`);
		const found = machine.find(['venv/bin']);
		expect(machine.mountsOf(found)).toEqual(['venv', 'pythons/3.12']);
		expect(await machine.run(found, 'python')).toBe('python 3.12\n');
	});
});

it('a settings file that is too large is not read', () => {
	const machine = new Machine();
	machine.program('venv/bin/tool');
	truncateSync(machine.file('venv/pyvenv.cfg'), 2 ** 30);
	expect(machine.mountsOf(machine.find(['venv/bin']))).toEqual(['venv']);
});

describe('installers below the home', () => {
	it('do not bring a home that a link in their folder leads to', () => {
		const machine = new Machine();
		machine.program('home/octocat/.cargo/bin/cargo');
		machine.link('home/octocat/.rustup/toolchains', '../..');
		expect(machine.mountsOf(machine.find(['home/octocat/.cargo/bin']))).toEqual(['home/octocat/.cargo/bin']);
	});

	it('find their own folder even if the home differs', async () => {
		const machine = new Machine();
		machine.program('home/octocat/.cargo/bin/cargo', '"$RUSTUP_HOME" "$(ls $RUSTUP_HOME/toolchains)"');
		machine.file('home/octocat/.rustup/toolchains/stable/bin/cargo');
		machine.file('home/octocat/.rustup/settings.toml');
		const found = machine.find(['home/octocat/.cargo/bin']);
		expect(found.variables).toEqual({ RUSTUP_HOME: join(machine.home, '.rustup') });
		expect(await machine.run(found, 'cargo')).toBe(`${machine.home}/.rustup stable\n`);
	});

	it('bring the libraries of `pip install --user`', () => {
		const machine = new Machine();
		machine.program('home/octocat/.local/bin/poetry');
		machine.folder('home/octocat/.local/lib/python3.12');
		const found = machine.find(['home/octocat/.local/bin']);
		expect(machine.mountsOf(found)).toEqual(['home/octocat/.local/bin', 'home/octocat/.local/lib']);
		expect(found.variables).toEqual({ PYTHONUSERBASE: join(machine.home, '.local') });
	});
});

/** Credentials beside programs, each with the folder on the PATH. */
const beside: readonly (readonly [credential: string, folder: string])[] = [
	['.cargo/credentials.toml', '.cargo/bin'],
	['.cargo/credentials', '.cargo/bin'],
	['.cargo/config.toml', '.cargo/bin'],
	['.npmrc', '.nvm/versions/node/v24.0.0/bin'],
	['.m2/settings.xml', '.sdkman/candidates/maven/current/bin'],
	['.gradle/gradle.properties', '.sdkman/candidates/gradle/current/bin'],
	['.config/gh/hosts.yml', '.local/bin'],
	['.config/pip/pip.conf', '.local/bin'],
	['.local/share/keyrings/login.keyring', '.local/bin'],
	['.local/share/opencode/auth.json', '.opencode/bin'],
	['.docker/config.json', '.docker/bin'],
	['.rd/docker/auth.json', '.rd/bin'],
	['.config/composer/auth.json', '.config/composer/vendor/bin'],
	['.composer/auth.json', '.composer/vendor/bin'],
	['.dotnet/corefx/cryptography/x509stores/my/key.pfx', '.dotnet'],
	['.gem/credentials', '.gem/ruby/3.4.0/bin'],
	['.bunfig.toml', '.bun/bin'],
	['.asdf/.git/config', '.asdf/shims'],
	['.config/pnpm/rc', '.local/share/pnpm'],
	['.pypirc', 'bin'],
	['bin/.netrc', 'bin'],
	['bin/deploy.key', 'bin'],
	['tools/x/etc/npmrc', 'tools/x/bin'],
	['.nvm/versions/node/v24.0.0/etc/npmrc', '.nvm/versions/node/v24.0.0/bin'],
	['.volta/tools/image/node/24.0.0/etc/npmrc', '.volta/bin'],
	['.local/share/mise/installs/node/24.0.0/etc/npmrc', '.local/share/mise/installs/node/24.0.0/bin'],
	['venvs/x/pip.conf', 'venvs/x/bin'],
	['miniconda3/.condarc', 'miniconda3/bin'],
	['tools/x/.npmrc', 'tools/x/bin'],
	['tools/x/.env', 'tools/x/bin'],
	['tools/x/conf/secret.pem', 'tools/x/bin'],
	['tools/x/.git-credentials', 'tools/x/bin'],
];

describe('credentials and sockets in an installation', () => {
	it.each(beside)('%s beside %s is hidden', async (credential, folder) => {
		const machine = new Machine();
		const name = folder === '.dotnet' ? 'dotnet' : folder.endsWith('pnpm') ? 'pnpm' : 'tool';
		machine.program(`home/octocat/${folder}/${name}`, 'tool');
		machine.folder(`home/octocat/${folder}/../lib`);
		machine.file(`home/octocat/${credential}`, '-----BEGIN PRIVATE KEY----- canary');
		const found = machine.find([`home/octocat/${folder}`]);
		const said = await machine.run(found, `${name}; cat ${machine.home}/${credential}; grep -r canary ${machine.home}`);
		expect(said).toMatch(/^tool\n/);
		expect(said).not.toContain('canary');
		expect(sh(`cat ${machine.home}/${credential}`, '/')).toContain('canary');
	});

	it('a socket or pipe of a program outside is hidden', async () => {
		const machine = new Machine();
		machine.program('sdk/bin/tool', 'tool');
		machine.folder('sdk/lib/run');
		const socket = join(machine.root, 'sdk/lib/run/daemon');
		sh(`mkfifo ${machine.root}/sdk/lib/pipe`, '/');
		let connections = 0;
		const server = createServer((client) => {
			connections += 1;
			client.destroy();
		});
		await new Promise<void>((resolve) => server.listen(socket, resolve));
		onTestFinished(() => void server.close());
		const found = machine.find(['sdk/bin']);
		const connect = `import socket\ns = socket.socket(socket.AF_UNIX)\ns.connect('${socket}')`;
		expect(found.hidden).toEqual([join(machine.root, 'sdk/lib/pipe'), socket]);
		const said = await machine.run(found, `tool; python3 -c "${connect}"; cat ${machine.root}/sdk/lib/pipe; echo end`);
		expect(said).toMatch(/^tool\n(?:.*\n)*.*(?:refused|denied|not a socket)\n(?:.*\n)*end\n$/i);
		expect(connections).toBe(0);
		sh(`timeout 5 python3 -c "${connect}" || true`, '/');
	});

	it('a deep or later socket cannot be reached', async () => {
		const machine = new Machine();
		machine.program('sdk/bin/tool', 'tool');
		const socket = join(machine.folder('sdk/lib/a/b/c'), 'daemon');
		const found = machine.find(['sdk/bin']);
		let connections = 0;
		const server = createServer((client) => {
			connections += 1;
			client.destroy();
		});
		await new Promise<void>((resolve) => server.listen(socket, resolve));
		onTestFinished(() => void server.close());
		const connect = `import socket\ns = socket.socket(socket.AF_UNIX)\ns.connect('${socket}')\ns.recv(1)`;
		expect(found.hidden).toEqual([]);
		expect(await machine.run(found, `tool; python3 -c "${connect}"`)).toMatch(/^tool\n(?:.*\n)*.*(?:refused|denied)/i);
		expect(connections).toBe(0);
	});

	it.each(['key', 'd/secret.key'])('a file name that is not UTF-8 leaves the installation out: %s', (name) => {
		const machine = new Machine();
		machine.program('sdk/bin/tool');
		machine.folder('sdk/lib');
		const file = `${machine.root}/sdk/lib/$(printf '\\377').${name}`;
		sh(`mkdir -p "$(dirname "${file}")"; touch "${file}"`, '/');
		expect(machine.find(['sdk/bin'])).toMatchObject({ mounts: [], left: [{ why: 'names in it are no UTF-8' }] });
	});

	it('a key after many certificates is hidden', () => {
		const machine = new Machine();
		machine.program('sdk/bin/tool');
		machine.file('sdk/lib/all.pem', `${'-----BEGIN CERTIFICATE-----\n'.repeat(4_000)}-----BEGIN PRIVATE KEY-----`);
		expect(machine.find(['sdk/bin']).hidden).toHaveLength(1);
	});

	it('certificates are shown, since programs need them', () => {
		const machine = new Machine();
		machine.program('sdk/bin/tool');
		machine.file('sdk/lib/ca.pem', '-----BEGIN CERTIFICATE-----');
		expect(machine.find(['sdk/bin']).hidden).toEqual([]);
	});

	it('more credentials than can be hidden leave the installation out', () => {
		const machine = new Machine();
		machine.program('sdk/bin/tool');
		for (let i = 0; i < 80; i++) machine.file(`sdk/lib/${i}.key`);
		const found = machine.find(['sdk/bin']);
		expect([found.mounts, found.path]).toEqual([[], []]);
		expect(found.left).toEqual([
			{ place: join(machine.root, 'sdk'), why: 'more than 64 credentials or sockets lie in it' },
		]);
	});
});

it.each([
	['examples of passwords', '<!-- <password>example</password> -->', []],
	['a password', '<password>canary</password>', ['conf/settings.xml']],
])('Maven settings are hidden only if they contain a password: %s', (_, text, hidden) => {
	const machine = new Machine();
	const maven = 'home/octocat/.sdkman/candidates/maven/3.9.11';
	machine.program(`${maven}/bin/mvn`);
	machine.file(`${maven}/conf/settings.xml`, `<settings>${text}</settings>`);
	expect(machine.find([`${maven}/bin`]).hidden).toEqual(hidden.map((name) => join(machine.root, maven, name)));
});

it('installations are left out if they have too many credentials together', () => {
	const machine = new Machine();
	const folders = ['a', 'b', 'c', 'd'].map((name) => `sdk/${name}/bin`);
	for (const folder of folders) for (let i = 0; i < 60; i++) machine.file(`${folder}/../lib/${i}.key`);
	for (const folder of folders) machine.program(`${folder}/tool`);
	const found = machine.find(folders);
	expect(machine.mountsOf(found)).toEqual(['sdk/a', 'sdk/b']);
	expect([found.hidden.length, found.left.length]).toEqual([120, 2]);
});

describe('variables', () => {
	it('contain the real path, so that a command cannot redirect a link', () => {
		const machine = new Machine();
		machine.program('jdk/bin/java');
		machine.folder('jdk/lib');
		machine.link('work/checkout/java', '../../jdk');
		const value = join(machine.workspace, 'java');
		const { variables } = machine.find(['jdk/bin'], [{ name: 'JAVA_HOME', kind: 'place', value }]);
		expect(variables).toEqual({ JAVA_HOME: join(machine.root, 'jdk') });
	});

	it('are kept if they lead to a shown folder', () => {
		const machine = new Machine();
		machine.program('jdk/bin/java');
		machine.folder('jdk/lib');
		machine.folder('home/octocat/secret');
		const found = machine.find(
			['jdk/bin'],
			[
				{ name: 'JAVA_HOME', kind: 'place', value: join(machine.root, 'jdk') },
				{ name: 'M2_HOME', kind: 'place', value: join(machine.home, 'secret') },
				{ name: 'GOROOT', kind: 'place', value: 'relative' },
				{ name: 'GEM_PATH', kind: 'places', value: `${machine.root}/jdk/lib:${machine.home}/secret:/nowhere:/usr/lib` },
				{ name: 'RUSTUP_TOOLCHAIN', kind: 'version', value: 'nightly-2026-01-01' },
				{ name: 'PYENV_VERSION', kind: 'version', value: 'a b; c' },
				{ name: 'LD_LIBRARY_PATH', kind: 'places', value: `${machine.workspace}:${machine.root}/jdk/lib` },
			],
		);
		expect(found.variables).toEqual({
			JAVA_HOME: join(machine.root, 'jdk'),
			GEM_PATH: `${machine.root}/jdk/lib:/usr/lib`,
			RUSTUP_TOOLCHAIN: 'nightly-2026-01-01',
			LD_LIBRARY_PATH: join(machine.root, 'jdk/lib'),
		});
	});
});

it('folders from the configuration follow the same rules', () => {
	const machine = new Machine();
	machine.program('srv/tools/tool');
	machine.program('work/checkout/bin/tool');
	const found = machine.find([], [], ['srv/tools', 'work/checkout/bin', '/']);
	expect(machine.mountsOf(found)).toEqual(['srv/tools']);
	expect(found.left.map(({ place }) => place)).toEqual([join(machine.workspace, 'bin'), '/']);
});
