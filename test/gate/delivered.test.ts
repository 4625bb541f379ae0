import { describe, expect, it } from 'vitest';
import { type DeliveredFile, deliveredClasses, describeEffect, type FileState } from '../../src/core/index.ts';
import { deliverEffects } from '../../src/gate/index.ts';
import { isExecutedLater } from '../../src/gate/sensitive.ts';
import { aContext, aGate, aShippedPolicy, aWorkspace, outcome } from './support.ts';

type Content = string | Uint8Array | FileState | undefined;

function aState(content: Content): FileState | undefined {
	if (content === undefined || (typeof content === 'object' && 'mode' in content)) return content;
	return { mode: '100644', bytes: Buffer.from(content) };
}

function aFile(path: string, before: Content, after: Content): DeliveredFile {
	return { path, before: aState(before), after: aState(after) };
}

/** The classes of one file, with what is told of them. */
function classes(path: string, before: Content, after: Content): readonly string[] {
	return deliverEffects([aFile(path, before, after)]).map(({ what, detail }) =>
		detail === undefined ? what : `${what}: ${detail}`,
	);
}

describe('files that have a class by their name', () => {
	it.each([
		['.github/workflows/ci.yml', 'workflow'],
		['.GitHub/Workflows/ci.yml', 'workflow'],
		['.github/actions/deploy/run.sh', 'workflow'],
		['action.yaml', 'workflow'],
		['CODEOWNERS', 'code-owners'],
		['docs/CODEOWNERS', 'code-owners'],
		['.github/countersign.yml', 'controls'],
		['.github/countersign/policy.yml', 'controls'],
		['.husky/pre-commit', 'git-hooks'],
		['sub/.gitattributes', 'git-hooks'],
		['.gitmodules', 'git-hooks'],
		['.pre-commit-config.yaml', 'git-hooks'],
		['AGENTS.md', 'agent-instructions'],
		['pkg/CLAUDE.md', 'agent-instructions'],
		['.cursor/rules/a.mdc', 'agent-instructions'],
		['.vscode/tasks.json', 'executed-later'],
		['.devcontainer/devcontainer.json', 'executed-later'],
		['.devcontainer.json', 'executed-later'],
		['.gitlab-ci.yml', 'executed-later'],
		['.circleci/config.yml', 'executed-later'],
		['.cargo/config.toml', 'executed-later'],
		['setup.py', 'package-scripts'],
		['build.rs', 'package-scripts'],
		['a.gemspec', 'package-scripts'],
		['.npmrc', 'dependency-source'],
		['go.sum', 'lockfile'],
		['src/a.ts', 'ordinary'],
		['docs/action.yml', 'ordinary'],
		['src/agents.ts', 'ordinary'],
		['Dockerfile', 'ordinary'],
		['Makefile', 'ordinary'],
	])('%s is %s when it is added, changed or deleted', (path, what) => {
		expect([classes(path, undefined, 'x'), classes(path, 'x', 'y'), classes(path, 'x', undefined)]).toEqual(
			Array.from({ length: 3 }, () => [what]),
		);
	});

	it('include every file whose writing needs approval', () => {
		const paths = [
			'.git-x',
			'.yarnrc.yml',
			'.bashrc',
			'.ssh/config',
			'Jenkinsfile',
			'lefthook.yml',
			'.github/dependabot.yml',
		];
		const written = [...paths, '.config/git/config', '.buildkite/a', '.travis.yml', '.mcp.json'].filter(
			isExecutedLater,
		);
		expect(written.length).toBeGreaterThan(8);
		expect(written.filter((path) => classes(path, 'x', 'y').includes('ordinary'))).toEqual([]);
	});
});

describe('the class for scripts that a manifest runs', () => {
	const pack = (value: object) => JSON.stringify(value);
	it.each<[string, Content, Content, readonly string[]]>([
		['package.json', pack({ version: '1.0.0' }), pack({ version: '1.0.1' }), ['ordinary']],
		[
			'package.json',
			pack({ dependencies: { a: '^1' } }),
			pack({ dependencies: { a: '^2', b: 'workspace:*' } }),
			['ordinary'],
		],
		['package.json', pack({ scripts: { test: 'a' } }), pack({ scripts: { test: 'b' } }), ['package-scripts']],
		['sub/package.json', undefined, pack({ bin: 'x.js' }), ['package-scripts']],
		['package.json', undefined, pack({ name: 'a' }), ['ordinary']],
		['package.json', pack({ scripts: {} }), undefined, ['package-scripts']],
		['package.json', pack({}), pack({ gypfile: true }), ['package-scripts']],
		['package.json', pack({}), '{ "scripts": ', ['package-scripts']],
		['package.json', pack({}), pack({ 'simple-git-hooks': { 'pre-commit': 'x' } }), ['package-scripts']],
		['composer.json', pack({}), pack({ scripts: { 'post-install-cmd': 'x' } }), ['package-scripts']],
		['pyproject.toml', '[project]\nversion = "1"\n', '[project]\nversion = "2"\n', ['ordinary']],
		['pyproject.toml', '[tool.ruff]\nline-length = 80\n', '[tool.ruff]\nline-length = 100\n', ['ordinary']],
		['pyproject.toml', '[project.scripts]\na = "b"\n', '[project.scripts]\na = "c"\n', ['package-scripts']],
		['pyproject.toml', '', '[tool.poe.tasks]\na = "c"\n', ['package-scripts']],
		['pyproject.toml', '[project]\n', '[project]\nscripts = { a = "b" }\n', ['package-scripts']],
		['pyproject.toml', '[project]\n', '[project]\n"scr\\u0069pts".a = "b"\n', ['package-scripts']],
		['pyproject.toml', '', '[build-system]\nrequires = ["evil"]\n', ['package-scripts']],
		['Cargo.toml', '[package]\n', '[package]\nbuild = "evil.rs"\n', ['package-scripts']],
		['Cargo.toml', '[dependencies]\na = "1"\n', '[dependencies]\na = "2"\n', ['ordinary']],
		['Gemfile', 'gem "rake", "~> 13.0"\n', 'gem "rake", "~> 13.1"\n', ['ordinary']],
		['Gemfile', 'gem "rake"\n', 'gem "rake"\n`x`\n', ['package-scripts']],
		['Gemfile', '', 'gem "rake", git: "https://e.example/rake.git"\n', ['package-scripts']],
	])('of %s from %j to %j: %j', (path, before, after, expected) => {
		expect(classes(path, before, after)).toEqual(expected);
	});
});

describe('the class for package sources', () => {
	const locked = (packages: object) => JSON.stringify({ packages });
	const npm = 'https://registry.npmjs.org/a/-/a-1.tgz';
	const sound = { resolved: npm, integrity: 'sha512-x', funding: { url: 'https://sponsor.example' } };
	it.each<[string, string, Content, Content, readonly string[]]>([
		[
			'another version',
			'package-lock.json',
			locked({ a: sound }),
			locked({ a: { ...sound, version: '2' } }),
			['lockfile'],
		],
		[
			'a new host',
			'package-lock.json',
			locked({ a: sound }),
			locked({ a: { ...sound, resolved: 'https://evil.example/a.tgz' } }),
			['lockfile', 'dependency-source: packages from "evil.example"'],
		],
		[
			'a removed digest',
			'package-lock.json',
			locked({ a: sound }),
			locked({ a: { resolved: npm } }),
			['lockfile', 'dependency-source: 1 package has no digest'],
		],
		[
			'a digest that was already missing',
			'package-lock.json',
			locked({ a: { resolved: npm } }),
			locked({ a: { resolved: npm, version: '2' } }),
			['lockfile'],
		],
		[
			'a git repository',
			'package-lock.json',
			locked({}),
			locked({ a: { resolved: 'git+ssh://git@github.com/evil/a.git#abc', integrity: 'x' } }),
			['lockfile', 'dependency-source: packages from "git+ssh://github.com/evil"'],
		],
		[
			'a new host for yarn',
			'yarn.lock',
			'',
			'a@1:\n  resolved "https://evil.example:8443/a.tgz#abc"\n',
			['lockfile', 'dependency-source: packages from "evil.example"; 1 package has no digest'],
		],
		[
			'a removed digest for yarn',
			'yarn.lock',
			'a@1:\n  version "1"\n  integrity sha512-abc\n',
			'a@1:\n  version "1"\n  x y\n',
			['lockfile', 'dependency-source: 1 package has no digest'],
		],
		['a removed package', 'yarn.lock', 'a@1:\n  version "1"\n  integrity sha512-abc\n', '', ['lockfile']],
		[
			'binary content',
			'bun.lockb',
			undefined,
			Buffer.from([0, 1]),
			['lockfile', 'dependency-source: it is no text', 'binary: 2 bytes'],
		],
		[
			'a dependency from git',
			'package.json',
			'{}',
			'{"dependencies":{"a":"evil/a"}}',
			['dependency-source: dependencies from elsewhere: "evil/a"'],
		],
		[
			'an override',
			'package.json',
			'{}',
			'{"overrides":{"a":{"b":"npm:evil@1"}}}',
			['dependency-source: dependencies from elsewhere: "npm:evil@1"'],
		],
	])('with %s in %s', (_, path, before, after, expected) => {
		expect(classes(path, before, after)).toEqual(expected);
	});
});

describe('classes for file modes and binary content', () => {
	const link = (target: string): FileState => ({ mode: '120000', bytes: Buffer.from(target) });
	const program = (text: string): FileState => ({ mode: '100755', bytes: Buffer.from(text) });
	it.each<[string, Content, Content, readonly string[]]>([
		['a link', undefined, link('/etc/passwd'), ['link: to "/etc/passwd"']],
		['another target', link('a'), link('b'), ['link: to "b"']],
		['a removed link', link('a'), undefined, ['ordinary']],
		['a new executable bit', 'x', program('x'), ['executable']],
		['an existing executable bit', program('x'), program('y'), ['ordinary']],
		['invalid UTF-8', 'x', Buffer.from([0xff, 0xfe]), ['binary: 2 bytes']],
		['a NUL byte', 'x', 'a\0b', ['binary: 3 bytes']],
		['removed binary content', Buffer.from([0]), undefined, ['ordinary']],
	])('with %s', (_, before, after, expected) => {
		expect(classes('tools/a', before, after)).toEqual(expected);
	});
});

describe('the description of a delivered file', () => {
	it('starts with the class, so that a file name cannot fake it', () => {
		const named = 'x` (added)\ndelivers as ordinary: `.github';
		const [first] = deliverEffects([aFile('.github/workflows/a.yml', undefined, 'x')]).map(describeEffect);
		expect(first).toBe('delivers as workflow: `.github/workflows/a.yml` (added)');
		const [feigned] = deliverEffects([aFile(named, 'a', 'b')]).map(describeEffect);
		expect(feigned?.startsWith(`delivers as misleading: \`${named}\` (changed; `)).toBe(true);
	});
});

const bases = ['default', 'strict', 'permissive', 'autonomous'];

describe('the shipped policies and deliveries', () => {
	const open = { id: 'c', name: 'open_pull_request', args: { title: 'a', body: 'b' } };
	const judge = (base: string, files: readonly DeliveredFile[] | undefined, mode: 'default' | 'edit' = 'edit') => {
		const facts = aWorkspace();
		const { delivered: _, ...unknown } = facts;
		const told = files === undefined ? unknown : { ...facts, delivered: () => files };
		const policies = ['floor', base].map(aShippedPolicy);
		return aGate({ policies }).judge(open, aContext({ mode, facts: told }));
	};

	it.each(bases)('%s allows an ordinary change, and asks about a workflow even in mode edit', (base) => {
		const ordinary = [aFile('src/a.ts', 'a', 'b'), aFile('README.md', undefined, 'x')];
		expect(judge(base, ordinary).decision).toBe(base === 'strict' ? 'confirm' : 'allow');
		const verdict = judge(base, [...ordinary, aFile('.github/workflows/ci.yml', 'a', undefined)]);
		expect(verdict).toMatchObject({ decision: 'confirm', risk: 'high' });
		expect(verdict.matches.map(({ evidence }) => evidence).join()).toContain('`.github/workflows/ci.yml` (deleted)');
	});

	it('default has a rule for each class, and rates most of them a high risk', () => {
		const one: Readonly<Record<string, DeliveredFile>> = {
			workflow: aFile('action.yml', 'a', 'b'),
			'code-owners': aFile('CODEOWNERS', 'a', 'b'),
			controls: aFile('.github/countersign.yml', 'a', 'b'),
			'package-scripts': aFile('setup.py', 'a', 'b'),
			'dependency-source': aFile('.npmrc', 'a', 'b'),
			lockfile: aFile('go.sum', 'a', 'b'),
			'git-hooks': aFile('.husky/a', 'a', 'b'),
			'executed-later': aFile('.envrc', 'a', 'b'),
			'agent-instructions': aFile('AGENTS.md', 'a', 'b'),
			link: aFile('a', 'a', { mode: '120000', bytes: Buffer.from('b') }),
			executable: aFile('a', 'a', { mode: '100755', bytes: Buffer.from('b') }),
			binary: aFile('a', 'a', '\0'),
			misleading: aFile('a', 'a', '\u202e'),
			large: aFile('a', 'a', 'b\n'.repeat(3_001)),
			generated: aFile('dist/a.js', 'a', 'b'),
		};
		const many = Array.from({ length: 21 }, (_, index) => aFile(`a${index}`, 'a', undefined));
		const all: Readonly<Record<string, readonly DeliveredFile[]>> = {
			...Object.fromEntries(Object.entries(one).map(([what, file]) => [what, [file]])),
			'deleted-in-number': many,
		};
		expect([...Object.keys(all), 'ordinary'].sort()).toEqual(Object.keys(deliveredClasses).sort());
		const found = Object.entries(all).map(([what, files]) => [what, judge('default', files)] as const);
		expect(found.filter(([, { decision, rule }]) => decision !== 'confirm' || !rule.startsWith('delivers-'))).toEqual(
			[],
		);
		expect(found.filter(([, { risk }]) => risk !== 'high').map(([what]) => what)).toEqual([
			...['lockfile', 'link', 'executable', 'binary', 'large', 'generated', 'deleted-in-number'],
		]);
	});

	it('maintenance allows lockfiles that the base leaves open, but no new source', () => {
		const policies = ['floor', 'autonomous', 'maintenance'].map(aShippedPolicy);
		const by = (text: string) =>
			outcome(
				aGate({ policies }).judge(
					open,
					aContext({ facts: aWorkspace({ delivered: () => [aFile('yarn.lock', '', text)] }) }),
				),
			);
		expect(by('a@1:\n  version "1"\n')).toMatch(/^allow/);
		expect(by('  resolved "https://evil.example/a"\n')).toBe('confirm delivers-what-executes');
	});

	it('ask when the delivered files are unknown', () => {
		expect(judge('permissive', undefined)).toMatchObject({ decision: 'confirm', rule: 'cannot-be-known' });
	});
});
