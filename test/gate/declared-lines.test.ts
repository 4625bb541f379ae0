import { describe, expect, it } from 'vitest';
import { declaredLines } from '../../src/gate/index.ts';
import { aContext, aGate, aWorkspace, judgeShell } from './support.ts';

const manifest = (scripts: Readonly<Record<string, string>>) => JSON.stringify({ scripts });
const files: Readonly<Record<string, string>> = {
	'package.json': manifest({
		deploy: 'npm run bundle && bash scripts/deploy.sh && bash gone.sh && sh release',
		predeploy: 'node scripts/ask.js',
		postdeploy: 'echo done',
		bundle: 'cd web && npm run pack-it',
		test: 'node --test',
		pretest: 'sudo rm -rf /srv',
		prepare: 'husky',
	}),
	'web/package.json': manifest({ 'pack-it': 'sh ../scripts/pack.sh' }),
	'scripts/deploy.sh': 'curl https://deploy.example.com\n',
	'scripts/ask.js': 'ask();\n',
	'scripts/pack.sh': 'tar c .\n',
	release: 'git tag v1\n',
	Makefile: [
		'.PHONY: deploy',
		'all: app',
		'',
		'deploy: build check.txt | dirs ## ship it',
		'\t./ship.sh \\',
		'  --fast',
		'',
		'# a word',
		'\techo done',
		'X := deploy: y',
		'build lint: $(OBJECTS)',
		'\tcc a.c',
		'dirs: ; mkdir -p out',
		'app: ',
		'\techo app',
	].join('\n'),
};
const facts = aWorkspace({ readText: (path) => files[path] });

const lines = (command: string): readonly string[] =>
	declaredLines({ id: 'c1', name: 'shell_exec', args: { command } }, facts).map(
		({ path, name, text }) => `${path} ${name}: ${text}`,
	);
const judged = (command: string) =>
	aGate().judge({ id: 'c1', name: 'shell_exec', args: { command } }, aContext({ facts }));

describe("the definition behind a script's name", () => {
	it('shows the scripts that run before and after it, and those that it runs', () => {
		const found = [
			'package.json predeploy: node scripts/ask.js',
			'package.json deploy: npm run bundle && bash scripts/deploy.sh && bash gone.sh && sh release',
			'package.json bundle: cd web && npm run pack-it',
			'web/package.json pack-it: sh ../scripts/pack.sh',
			'package.json postdeploy: echo done',
		];
		for (const command of [
			'npm run deploy',
			'yarn deploy',
			'pnpm run deploy',
			'bun run deploy',
			'cd . && npm run deploy',
		])
			expect(lines(command), command).toEqual(found);
		expect(lines('node --run deploy')).toEqual(found.slice(1, 4));
	});

	it('binds an approval to the manifests and scripts that it runs', () => {
		expect(judged('npm run deploy').executes).toEqual([
			...['package.json', 'scripts/ask.js', 'web/package.json', 'scripts/pack.sh', 'scripts/deploy.sh', 'release'],
		]);
	});

	it('blocks the call when a dangerous script runs before or after it', () => {
		expect(judged('npm test')).toMatchObject({ decision: 'block' });
		expect(judged('node --run test').decision).toBe('allow');
	});

	it('shows the scripts that an installation runs by itself', () => {
		for (const command of ['npm ci', 'npm install left-pad', 'pnpm i', 'yarn'])
			expect(lines(command), command).toEqual(['package.json prepare: husky']);
		expect(lines('npm ls')).toEqual([]);
	});

	it('is empty when nothing is declared', () => {
		for (const command of [
			'npm run nothing',
			'bash scripts/deploy.sh',
			'npm run toString',
			'make nothing',
			'make -f x deploy',
		])
			expect(lines(command), command).toEqual([]);
		expect(judgeShell('npm run deploy').executes).toEqual(['package.json']);
	});
});

describe('the definition behind a make target', () => {
	it('shows its rule, its recipe and the rules that it needs', () => {
		expect(lines('make deploy')).toEqual([
			'Makefile deploy: deploy: build check.txt | dirs ## ship it\n\t./ship.sh \\\n  --fast\n\n# a word\n\techo done',
			'Makefile build: build lint: $(OBJECTS)\n\tcc a.c',
			'Makefile dirs: dirs: ; mkdir -p out',
		]);
	});

	it('is the first rule when no target is named', () => {
		expect(lines('make')).toEqual(['Makefile all: all: app', 'Makefile app: app: \n\techo app']);
		expect(judged('make').executes).toEqual(['Makefile']);
	});
});
