import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openCaches, proveWalls, renderCaptured, runSandboxed } from '../../../src/sandbox/index.ts';
import { cachePlaces } from '../../../src/sandbox/toolchain/cache-places.ts';
import { asOrdinaryUser, sh, temporaryDirectory } from '../temporary.ts';

/** A checkout with files, and a home of the job with files. */
function aGround(checkout: readonly string[] = [], home: Readonly<Record<string, string>> = {}) {
	const root = temporaryDirectory();
	const ground = { under: join(root, 'temp'), workspace: join(root, 'checkout'), home: join(root, 'home') };
	for (const folder of Object.values(ground)) mkdirSync(folder);
	for (const name of checkout) writeFileSync(join(ground.workspace, name), '');
	for (const [path, text] of Object.entries(home)) {
		mkdirSync(dirname(join(ground.home, path)), { recursive: true });
		writeFileSync(join(ground.home, path), text);
	}
	return ground;
}

function aRun(checkout: readonly string[] = [], home: Readonly<Record<string, string>> = {}) {
	const ground = aGround(checkout, home);
	const caches = openCaches(ground);
	onTestFinished(() => caches.close());
	const run = async (script: string): Promise<string> => {
		await caches.ready;
		const result = await runSandboxed({ workspace: ground.workspace, script, caches: caches.folder });
		return renderCaptured(result.output);
	};
	return { ...ground, caches, run };
}

describe('the caches of a run', () => {
	it.each(cachePlaces.map(({ place }) => place))('keep %s from one command to the next', async (place) => {
		const { run } = aRun();
		await run(`echo kept > ~/${place}/file`);
		expect(await run(`cat ~/${place}/file`)).toBe('kept\n');
	});

	it.each([
		...['.npmrc', '.m2/settings.xml', '.gradle/gradle.properties', '.gradle/init.d/a.gradle', '.cargo/config.toml'],
		...['.cargo/bin/git', '.config/pip/pip.conf', '.gitconfig', '.bashrc', '.profile', '.local/bin/git', '.yarnrc.yml'],
		...['.bunfig.toml', '.bundle/config', '.gemrc', '.condarc', '.composer/config.json', 'go/bin/git', '.ssh/config'],
		...[
			'.config/pnpm/rc',
			'.config/git/config',
			'.nuget/NuGet/NuGet.Config',
			'.mavenrc',
			'.sbtopts',
			'.docker/config.json',
			'.hex/hex.config',
			'.luarocks/config-5.4.lua',
			'.cabal/config',
			'.pub-cache/credentials.json',
		],
	])('do not keep %s, which programs obey', async (path) => {
		const { run } = aRun();
		await run(`mkdir -p ~/${dirname(path)}; echo planted >> ~/${path}`);
		expect(await run(`cat ~/${path}`)).not.toContain('planted');
	});

	it('belong to one process, and are removed when it closes them', async () => {
		const first = aRun();
		await first.run('echo planted > ~/.cache/file');
		const second = openCaches(first);
		await second.ready;
		expect(existsSync(join(second.folder, '.cache/file'))).toBe(false);
		await Promise.all([first.caches.close(), second.close()]);
		expect(readdirSync(first.under)).toEqual([]);
	});

	it('are removed whatever a command left in them', async () => {
		const said = asOrdinaryUser(
			temporaryDirectory(),
			`import { openCaches, runSandboxed } from '#sandbox/index.ts';
			import { mkdirSync, readdirSync } from 'node:fs';
			mkdirSync('checkout');
			const caches = openCaches({ under: process.cwd() + '/temp', workspace: process.cwd() + '/checkout', home: '/nowhere' });
			const script = 'cd ~/.cache; mkdir closed; touch closed/file; chmod 0 closed; touch "$(printf \\'a\\\\377b\\')"; for i in $(seq 300); do mkdir aaaaaaaaaaaaaaaaaaaa && cd aaaaaaaaaaaaaaaaaaaa; done; chmod 0 .; ls -d ~/.cache/closed';
			const { output } = await runSandboxed({ workspace: process.cwd() + '/checkout', script, caches: caches.folder });
			await caches.close();
			console.log(output.head, readdirSync('temp').length);`,
		);
		expect(said).toContain('/home/agent/.cache/closed\n 0\n');
	});

	it('do not weaken the sandbox, which is still proven', async () => {
		const { caches, workspace } = aRun();
		sh('git init -q', workspace);
		expect(await proveWalls({ workspace, caches: caches.folder })).toMatchObject({ kind: 'proven' });
	});
});

describe.runIf(process.getuid?.() === 0)('on an unusual machine', () => {
	/** Runs a module with its own mounts, and returns its output. */
	function onMachine(before: string, module: string): string {
		const root = temporaryDirectory();
		const sources = `${process.cwd()}/src`;
		writeFileSync(join(root, 'module.ts'), module.replaceAll("from '#", `from '${sources}/`));
		mkdirSync(join(root, 'checkout'));
		return sh(`unshare -m sh -c '${before} && exec "${process.execPath}" module.ts'`, root);
	}

	it('a command that fills the disk of the caches is stopped', () => {
		const said = onMachine(
			'mkdir disk && mount -t tmpfs -o size=40m none disk',
			`import { openCaches, runSandboxed } from '#sandbox/index.ts';
			const workspace = process.cwd() + '/checkout';
			const { folder, close } = openCaches({ under: process.cwd() + '/disk', workspace, home: '/nowhere' });
			const script = 'head -c 39000000 /dev/zero > ~/.cache/big; read x < <(sleep 60)';
			const { exceeded } = await runSandboxed({ workspace, script, caches: folder, limits: { wallSeconds: 20 } });
			await close();
			console.log(exceeded);`,
		);
		expect(said).toBe('disk\n');
	});

	it('programs run if the home of the job has the same path as the home inside', () => {
		const said = onMachine(
			'mount -t tmpfs none /home && mkdir -p /home/agent/.local/share/pnpm && printf "#!/bin/sh\necho pnpm" >/home/agent/.local/share/pnpm/pnpm && chmod 755 /home/agent/.local/share/pnpm/pnpm',
			`import { findToolchain, openCaches, runSandboxed } from '#sandbox/index.ts';
			const workspace = process.cwd() + '/checkout';
			const [home, path] = ['/home/agent', ['/home/agent/.local/share/pnpm']];
			const toolchain = findToolchain({ path, home, variables: [] }, { apart: [workspace], isCredential: () => false });
			const { folder, close } = openCaches({ under: process.cwd() + '/temp', workspace, home });
			const { output } = await runSandboxed({ workspace, script: 'pnpm; cd ~/.cache && pwd -P', caches: folder, toolchain });
			await close();
			console.log(output.head.toString());`,
		);
		expect(said).toBe('pnpm\n/var/cache/agent/.cache\n\n');
	});
});

describe("the job's own caches", () => {
	it.each([
		['the home', 'home'],
		['the checkout', 'checkout/repository'],
		['the files of the job', 'temp'],
	])('are not copied if they are a link to %s', async (_, to) => {
		const ground = aGround(['pom.xml'], { 'secret/key': 'canary' });
		const target = join(dirname(ground.home), to);
		mkdirSync(join(target, 'below'), { recursive: true });
		mkdirSync(join(ground.home, '.m2'));
		symlinkSync(target, join(ground.home, '.m2/repository'));
		const caches = openCaches(ground);
		onTestFinished(() => caches.close());
		await caches.ready;
		expect(readdirSync(join(caches.folder, '.m2/repository'))).toEqual([]);
	});

	it('are skipped without an error if the checkout cannot be read', async () => {
		const ground = aGround();
		const caches = openCaches({ ...ground, workspace: join(ground.workspace, 'gone') });
		onTestFinished(() => caches.close());
		await expect(caches.ready).resolves.toBeUndefined();
	});

	it('are copied into those of the run if the checkout uses them', async () => {
		const home = { '.m2/repository/a.jar': 'jar', 'go/pkg/mod/cache/b': 'module', '.npm/_cacache/c': 'package' };
		const { run } = aRun(['pom.xml', 'go.mod'], home);
		expect(await run('cat ~/.m2/repository/a.jar ~/go/pkg/mod/cache/b ~/.npm/_cacache/c')).toBe(
			'jarmodulecat: /home/agent/.npm/_cacache/c: No such file or directory\n',
		);
	});

	it('are not changed by a run', async () => {
		const { run, home } = aRun(['pom.xml'], { '.m2/repository/a.jar': 'jar' });
		await run('echo poisoned >> ~/.m2/repository/a.jar; echo new > ~/.m2/repository/b.jar');
		expect(await run('cat ~/.m2/repository/a.jar')).toContain('poisoned');
		expect(readdirSync(join(home, '.m2/repository'))).toEqual(['a.jar']);
		expect(readFileSync(join(home, '.m2/repository/a.jar'), 'utf8')).toBe('jar');
	});

	it('are copied without the credentials beside them', async () => {
		const secret = { secret: 'canary' };
		const names = [
			'.m2/settings.xml',
			'.gradle/gradle.properties',
			'.cargo/credentials.toml',
			'.npm/_logs/x',
			'.npmrc',
		];
		const others = ['.cache/gh/token', '.nuget/NuGet/NuGet.Config', '.config/composer/auth.json', '.hex/hex.config'];
		const home = Object.fromEntries([...names, ...others].map((name) => [name, secret.secret]));
		const marks = ['pom.xml', 'gradlew', 'Cargo.toml', 'package.json', 'a.csproj', 'composer.json', 'mix.exs'];
		const { run } = aRun(marks, { ...home, '.m2/repository/a': 'shown' });
		const said = await run('grep -R . ~');
		expect(said).toContain('shown');
		expect(said).not.toContain('canary');
	});
});

describe('package managers', () => {
	it('get settings that say there is no network', async () => {
		const { run } = aRun();
		expect(await run('echo $CARGO_NET_OFFLINE $GOPROXY $UV_OFFLINE $npm_config_offline')).toBe('true off 1 true\n');
	});

	it('do not download another version of themselves', async () => {
		const { run } = aRun();
		expect(await run('cat ~/.config/pnpm/rc; echo $pnpm_config_pm_on_fail $BUNDLE_VERSION')).toBe(
			'manage-package-manager-versions=false\nignore system\n',
		);
	});
});
