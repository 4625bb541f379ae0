import { describe, expect, it } from 'vitest';
import { hostsOf } from '../../../src/core/index.ts';
import { registryHosts } from '../../../src/gate/shell/programs/registries.ts';
import { aWorkspace, judgeShell, shippedText } from '../support.ts';

function hosts(command: string, given: Readonly<Record<string, string>> = {}): readonly string[] {
	const files: Readonly<Record<string, string>> = { 'package.json': '{}', ...given };
	const { effects } = judgeShell(command, { facts: aWorkspace({ readText: (path) => files[path] }) });
	return [...new Set(effects.flatMap((effect) => (effect.kind === 'network' ? [effect.host] : [])))];
}

describe('the hosts of an installation', () => {
	it.each([
		['npm ci', ['registry.npmjs.org']],
		['pnpm install', ['registry.npmjs.org']],
		['yarn add left-pad', ['registry.yarnpkg.com', 'registry.npmjs.org']],
		['npx cowsay', ['registry.npmjs.org']],
		['npm install somebody/something', ['registry.npmjs.org', 'github.com', 'codeload.github.com']],
		['npm install github:somebody/something#v1', ['registry.npmjs.org', 'github.com', 'codeload.github.com']],
		['npm install ./somebody/something', ['registry.npmjs.org']],
		['npm install @scope/name', ['registry.npmjs.org']],
		['npm install https://e.example/a.tgz', ['registry.npmjs.org', 'e.example']],
		['npm install x@https://e.example/a.tgz', ['registry.npmjs.org', 'e.example']],
		['npm ci --registry https://e.example:4873/', ['e.example:4873', 'registry.npmjs.org']],
		['npm install "https://$HOST/a.tgz"', ['registry.npmjs.org', 'a host that cannot be known']],
		['pip install -r requirements.txt', ['pypi.org', 'files.pythonhosted.org']],
		['pip install --index-url=https://e.example/simple x', ['pypi.org', 'files.pythonhosted.org', 'e.example']],
		['pip install "x[y] @ git+https://e.example/a.git"', ['pypi.org', 'files.pythonhosted.org', 'e.example']],
		['uv sync', ['pypi.org', 'files.pythonhosted.org']],
		['bundle install', ['rubygems.org', 'index.rubygems.org']],
		['cargo fetch', ['crates.io', 'index.crates.io', 'static.crates.io']],
		['go mod download', ['proxy.golang.org', 'sum.golang.org']],
		['npm test', []],
		['cargo build --offline', []],
	])('are the expected ones: %s', (command, expected) => {
		expect(hosts(command).toSorted()).toEqual(expected.toSorted());
	});

	it.each([
		['.npmrc', 'registry=https://npm.example.com/', ['npm.example.com']],
		['.npmrc', '# x\n  registry = "https://npm.example.com:8443/a"\n', ['npm.example.com:8443']],
		['.npmrc', '@own:registry=https://npm.example.com/', ['npm.example.com', 'registry.npmjs.org']],
		['.npmrc', 'registry=https://a.example\n@own:registry=https://b.example\n', ['a.example', 'b.example']],
		['.npmrc', 'registry=${REGISTRY}\n', ['a host that cannot be known']],
		['.npmrc', 'registry=https://$' + '{HOST}.example.com\n', ['a host that cannot be known']],
		['.npmrc', 'fund=false\n//npm.example.com/:_authToken=x\n', ['registry.npmjs.org']],
		['.yarnrc.yml', 'npmRegistryServer: "https://npm.example.com"\n', ['npm.example.com']],
		[
			'.yarnrc.yml',
			'npmScopes:\n  own:\n    npmRegistryServer: https://npm.example.com\n',
			['npm.example.com', 'registry.npmjs.org'],
		],
		['bunfig.toml', '[install]\nregistry = "https://npm.example.com"\n', ['npm.example.com']],
	])('are read from %s: %j', (file, text, expected) => {
		expect(hosts('npm ci', { [file]: text }).toSorted()).toEqual(expected.toSorted());
	});

	it('are read from the nearest file above the current directory', () => {
		const files = { '.npmrc': 'registry=https://top.example.com', 'sub/.npmrc': 'registry=https://sub.example.com' };
		expect(hosts('cd sub && npm ci', files)).toEqual(['sub.example.com']);
		expect(hosts('npm ci', files)).toEqual(['top.example.com']);
	});

	it('are exact names that the shipped policies know as usual registries', () => {
		expect(hostsOf(registryHosts.map((host) => ({ kind: 'network', host }))).hosts).toEqual(registryHosts);
		const others = ['static.rust-lang.org'];
		for (const name of ['maintenance', 'permissive']) {
			const [, pattern = '$'] = /'(\^talks to `\(registry.*)'$/m.exec(shippedText(name)) ?? [];
			const isUsual = (host: string): boolean => new RegExp(pattern).test(`talks to \`${host}\``);
			expect(registryHosts.filter((host) => !isUsual(host))).toEqual(others);
			expect(['e.example', 'xpypi.org', 'pypi.org.e.example', 'evil.crates.io'].filter(isUsual)).toEqual([]);
		}
	});
});

it.each([
	['curl -L https://github.com/o/r/archive/refs/heads/main.tar.gz', ['github.com', 'codeload.github.com']],
	['curl -L https://api.github.com/repos/o/r/tarball', ['api.github.com', 'codeload.github.com']],
	['curl -L https://github.com/o/r', ['github.com']],
	['curl -L https://github.com.e.example/o/r/archive/x', ['github.com.e.example']],
	['curl https://e.example:8443/x', ['e.example:8443']],
	['curl https://e.example:0443/x https://1.2.3.4:9/', ['e.example', '1.2.3.4']],
])('the request shows the hosts behind usual redirects and ports: %s', (command, expected) => {
	expect(hosts(command)).toEqual(expected);
});
