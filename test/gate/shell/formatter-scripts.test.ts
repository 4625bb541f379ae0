import { describe, expect, test } from 'vitest';
import { aContext, aWorkspace, judgeShell } from '../support.ts';

const files: Readonly<Record<string, string>> = {
	'sgconfig.yml': 'ruleDirs: []\n',
	'package.json': JSON.stringify({
		scripts: {
			format: 'prettier --write .',
			'lint:fix': 'eslint . --fix',
			fmt: 'npm run format && npm run lint:fix',
			fix: 'rm -rf src',
			'format:all': 'prettier --write $FILES',
			'format:src': 'prettier --write src && ./after.sh',
			'format:ts': 'rm -rf $DIRECTORY; prettier --write src',
			'format:web': 'prettier --write .github',
			'format:css': 'prettier --write src --plugin ./plugin.js',
			'format:md': 'echo done',
			'format:docs': 'prettier --write docs',
			'preformat:docs': 'curl https://example.com/x',
			prettify: 'prettier --write src',
			cleanup: 'prettier --write src',
			lint: 'eslint .',
		},
		devDependencies: { prettier: '*', eslint: '*' },
	}),
	Makefile: [
		'SRC := src',
		'.PHONY: fmt',
		'fmt:',
		'\t@gofmt -w .',
		'format: fmt ## all',
		'\truff format $(SRC)',
		'lint-fix: fmt deploy',
		'\truff check --fix .',
		'fix:',
		'\tgit push',
		'style:',
		'\tprettier --write $(wildcard *.js)',
		'deploy:',
		'\t./deploy.sh',
	].join('\n'),
	'odd/Makefile': 'SHELL := ./sh\nfmt:\n\tgofmt -w .\n',
	'more/Makefile': 'include more.mk\nfmt:\n\tgofmt -w .\n',
	'needs/Makefile': 'fmt: $(TOOLS)\n\tgofmt -w .\n',
	'once/Makefile': '.ONESHELL:\nfmt:\n\tcd /tmp\n\tgofmt -w .\n',
	'go.mod': 'module x\n',
	'pyproject.toml': '[tool.ruff]\n',
};
const readText = (path: string) => files[path];
const inMode = (mode: 'default' | 'edit', changed?: string) =>
	aContext({ facts: aWorkspace({ readText, changedInRun: (path) => path === changed }), mode });

describe('a script that only formats files', () => {
	const lines = [
		'npm run format',
		'npm run -s format',
		'npm run lint:fix',
		'npm run fmt',
		'yarn prettify',
		'pnpm run prettify',
		'npm run format && npm run lint:fix',
		'make fmt',
		'make format',
		'make -s fmt format',
	];

	test.each(lines)('writes what its text writes, which the mode `edit` allows: %s', (line) => {
		expect(judgeShell(line, inMode('edit')).decision).toBe('allow');
	});

	test.each(lines)('asks in the mode `default`: %s', (line) => {
		expect(judgeShell(line, inMode('default')).decision).toBe('confirm');
	});

	test.each([
		['npm run format', 'package.json'],
		['make fmt', 'Makefile'],
	])('asks if this run changed the file that defines it: %s', (line, changed) => {
		expect(judgeShell(line, inMode('edit', changed)).decision).toBe('confirm');
	});
});

describe('a script with the name of a formatter', () => {
	test.each([
		'npm run fix',
		'npm run format:all',
		'FILES=src; npm run format:all',
		'npm run format:src',
		'DIRECTORY=dist; npm run format:ts',
		'npm run format:web',
		'npm run format:css',
		'npm run format:md',
		'npm run format:docs',
		'npm run cleanup',
		'npm run format -- --config ./x.js',
		'npm run format --workspaces',
		'npm run --unknown-option=./x format',
		'make lint-fix',
		'make fix',
		'make style',
		'make fmt SRC=/etc',
		'make -f other.mk fmt',
		'cd odd && make fmt',
		'cd more && make fmt',
		'cd needs && make fmt',
		'cd once && make fmt',
	])('asks if it does something else, or something that the gate cannot see: %s', (line) => {
		expect(judgeShell(line, inMode('edit')).decision).toBe('confirm');
	});

	test.each([
		'prettier() { echo; }; npm run format',
		'alias gofmt=true; make fmt',
		'PATH=./bin:$PATH npm run format',
		'SRC=/etc make format',
		'echo x > package.json; npm run format',
		'npm run format & echo x > package.json',
		'npm run format | tee package.json',
		'sed -i s/a/b/ .prettierrc && npm run format',
		'ln -s other.json package.json; npm run format',
		'git checkout other && npm run format',
	])('asks if the same line may change it: %s', (line) => {
		expect(judgeShell(line, inMode('edit')).decision).toBe('confirm');
	});
});

describe('a formatter before a test', () => {
	test.each(['npx prettier --write . && npm run lint:fix', 'npx prettier --write package.json && npx eslint .'])(
		'changes only the form of the file that defines the test: %s',
		(line) => {
			expect(judgeShell(line, inMode('edit')).decision).toBe('allow');
		},
	);

	test.each([
		'ast-grep run -p a -r b -U package.json && npm run lint',
		'ast-grep run -p a -r b -U . && npm run lint',
		'ast-grep run -p a -r b -U eslint.config.js && npx eslint .',
		'sed -i s/a/b/ package.json && npm run lint',
	])('asks if the first command chooses the new text: %s', (line) => {
		expect(judgeShell(line, inMode('edit')).decision).toBe('confirm');
	});
});
