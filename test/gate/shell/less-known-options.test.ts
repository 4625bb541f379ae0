import { describe, expect, it } from 'vitest';
import { aWorkspace, files, judgeShell } from '../support.ts';

const manifest = JSON.stringify({
	scripts: { test: 'node --test' },
	devDependencies: {
		...{ '@angular/cli': '*', '@vue/cli-service': '*', '@biomejs/biome': '*', next: '*', eslint: '*', oxlint: '*' },
		...{ jest: '*', tap: '*' },
	},
});
const texts: Readonly<Record<string, string>> = {
	...files,
	'package.json': manifest,
	'pyproject.toml': '[project]\nname = "a"\n',
	'Cargo.toml': '[package]\nname = "a"\n',
	'build.gradle': '',
	'MODULE.bazel': '',
	'composer.json': '{}',
	Gemfile: '',
	'mix.exs': '',
	'src/shop.py': 'x = 1\n',
};
const facts = aWorkspace({
	readText: (path) => texts[path],
	isDirectory: (path) => /\/(src|test)$/.test(path),
});
const judge = (command: string) => judgeShell(command, { facts });
const kinds = (command: string) => judge(command).effects.map(({ kind }) => kind);

describe('an option that changes files of the project, beside one that does not', () => {
	it.each([
		['gradle test --write-locks', 'gradle test --offline'],
		['gradle test --update-locks a:b', 'gradle test --offline'],
		['gradle test --export-keys', 'gradle test --offline'],
		['node --test --test-update-snapshots', 'node --test --test-only'],
		['npx tap --snapshot', 'npx tap --only'],
		['npx ng lint --fix', 'npx ng lint'],
		['npx next lint --fix', 'npx next lint'],
		['npx vue-cli-service lint', 'npx vue-cli-service lint --no-fix'],
		['npx biome lint --suppress src', 'npx biome lint src'],
		['npx eslint --suppress-all src', 'npx eslint src'],
		['npx eslint --suppress-rule no-var src', 'npx eslint src'],
		['npx eslint --prune-suppressions src', 'npx eslint --pass-on-unpruned-suppressions src'],
		['npx oxlint --init', 'npx oxlint'],
		['npx oxlint --suppress-all', 'npx oxlint'],
		['pytest --force-regen', 'pytest --lf'],
		['pytest --regen-all', 'pytest --lf'],
		['pytest --gen-files', 'pytest --lf'],
		['pytest --record-mode=rewrite', 'pytest --record-mode=none'],
		['pytest --vcr-record=all', 'pytest --vcr-record=none'],
		['pytest --store-durations', 'pytest --durations=5'],
		['tree -R -H x -L 1', 'tree -H x -L 1'],
	])('%s asks', (changing, harmless) => {
		expect([judge(changing).decision, kinds(changing)]).toEqual(['confirm', expect.arrayContaining(['write'])]);
		expect(judge(harmless).decision).toBe('allow');
	});
});

describe('an option that runs other code, beside one that does not', () => {
	it.each([
		['npx ng generate ./x:evil', 'npx ng build'],
		['npx ng g component x', 'npx ng build'],
		['npx jest --init', 'npx jest --ci'],
		['pytest --ds=src.shop', 'pytest --ds=shop.settings'],
		['pytest --dc=src.Settings', 'pytest --dc=shop.Settings'],
		['man -H ls', 'man -P cat ls'],
		['ksh -c "[ \'a[\\$(id -u)]\' -eq 0 ]"', 'ksh -c \'[ "$(id -u)" = 0 ]\''],
		['mksh -c "printf %d \'a[\\$(id -u)]\'"', "mksh -c 'echo $(id -u)'"],
	])('%s asks', (running, harmless) => {
		expect(judge(running).decision).toBe('confirm');
		expect(judge(harmless).decision).toBe('allow');
	});
});

describe('an option that writes a file which no argument names, beside one that does not', () => {
	it.each([
		['bundle exec rspec --init', 'bundle exec rspec --dry-run'],
		['bundle exec standardrb --generate-todo', 'bundle exec standardrb --no-fix'],
		['bundle exec rubocop --safe-auto-correct', 'bundle exec rubocop --safe'],
		['bundle exec steep check --save-expectations', 'bundle exec steep check'],
		['vendor/bin/phpunit --generate-configuration', 'vendor/bin/phpunit --testdox'],
		['vendor/bin/phpstan analyse -b', 'vendor/bin/phpstan analyse'],
		['vendor/bin/psalm --update-baseline', 'vendor/bin/psalm --no-cache'],
		['vendor/bin/phpmd src text x.xml --generate-baseline', 'vendor/bin/phpmd src text x.xml'],
		['vendor/bin/behat --append-snippets', 'vendor/bin/behat --no-snippets'],
		['vendor/bin/phpspec describe x', 'vendor/bin/phpspec run'],
		['mix credo gen.config', 'mix credo'],
		['mix deps.unlock --all', 'mix deps.unlock --check-unused'],
	])('%s asks', (writing, harmless) => {
		expect(judge(writing).decision).toBe('confirm');
		expect(judge(harmless).decision).toBe('allow');
	});
});

describe('a path outside of the checkout that a tool obeys or deletes', () => {
	it.each([
		['coverage combine /tmp', 'coverage combine src'],
		['cargo check --lockfile-path /tmp/Cargo.lock', 'cargo check --lockfile-path sub/Cargo.lock'],
	])('%s asks', (outside, inside) => {
		expect(judge(outside).decision).toBe('confirm');
		expect(judge(inside).decision).toBe('allow');
	});
});

describe('what must never run', () => {
	it.each([
		['bazel info client-env', 'secret.read', 'bazel info workspace'],
		['bazel info workspace client-env', 'secret.read', 'bazel info'],
		['date 01312359', 'privilege', 'date +%F'],
		['date -u 013123592026', 'privilege', 'date -d 20240131'],
	])('%s is blocked', (command, kind, harmless) => {
		expect([judge(command).decision, kinds(command)]).toEqual(['block', expect.arrayContaining([kind])]);
		expect(judge(harmless).decision).toBe('allow');
	});
});

describe('the number of an option before the name of a target that is also a folder', () => {
	it.each(['make -j4 test', 'make -kj4 test'])('is its value: %s', (command) => {
		expect(judge(command).decision).toBe('allow');
	});

	it('is no value of an option with a file', () => {
		expect(judge('make -f4 test').decision).toBe('confirm');
	});
});

describe('a program that obeys the current folder, whatever it is asked for', () => {
	it.each([
		...['bundle list', 'bundle check', 'bundle exec rspec --version', 'yarn --version', 'yarn why x', 'pnpm ls'],
		...['mvn -v', 'sbt --version', 'tox --version', 'mocha --version', 'pytest --version', 'rubocop -V'],
		...['npm ls', 'go list ./...', 'go mod graph', 'composer show', 'uv pip list'],
	])('asks in another folder: %s', (command) => {
		expect(judge(`cd /tmp/x && ${command}`).decision).toBe('confirm');
	});

	it.each(['bundle list', 'yarn --version', 'pnpm ls', 'mvn -v', 'tox --version', 'npm ls', 'go list ./...'])(
		'does not ask in the checkout: %s',
		(command) => {
			expect(judge(command).decision).toBe('allow');
			expect(judge(`cd src && ${command}`).decision).toBe('allow');
		},
	);
});

describe('the script of a virtual environment', () => {
	const inText = (text: string) =>
		judgeShell('. venv/bin/activate', {
			facts: aWorkspace({ readText: (path) => (path === 'venv/bin/activate' ? text : files[path]) }),
		}).decision;

	it('is free, although it changes the shell', () => {
		expect(inText('VIRTUAL_ENV=/checkouts/repo/venv\nexport VIRTUAL_ENV\nPATH="$VIRTUAL_ENV/bin:$PATH"\n')).toBe(
			'allow',
		);
	});

	it('is blocked if its text destroys much', () => {
		expect(inText('VIRTUAL_ENV=x\nrm -rf ~\n')).toBe('block');
	});

	it.each(['cd /tmp/x && . venv/bin/activate', 'cd "$x" && . venv/bin/activate', 'cd .. && source .venv/bin/activate'])(
		'is code of others in another folder: %s',
		(command) => {
			expect(judge(command).decision).toBe('confirm');
		},
	);
});

describe('instructions for agents', () => {
	it.each(['CLAUDE.local.md', 'AGENTS.override.md', 'AGENTS.local.md', 'QWEN.md', 'docs/WARP.md'])(
		'are no ordinary file: %s',
		(path) => {
			expect(judgeShell(`echo x > ${path}`, { facts, mode: 'edit' }).decision).toBe('confirm');
		},
	);
});

describe('a search with fd that runs a command', () => {
	it.each([
		['block', 'fd -C ~/.ssh -x cat'],
		['block', 'fd . src ~/.ssh -x cat'],
		['block', 'fd --search-path src --search-path ~/.ssh . -x cat'],
		['block', 'fd x --and y ~/.ssh -x cat'],
		['block', 'fd -1x cat . ~/.ssh'],
		['block', 'fd -xrm'],
		['block', 'fd --exec=rm'],
		['block', "fd -x cat ';' -x rm"],
		['confirm', 'fd -C /etc . -x cat'],
		['confirm', 'fd . src /etc -x cat'],
		['confirm', 'fd --newer x . /etc -x cat'],
		['confirm', 'fd -C /tmp/x -x npm test'],
		['confirm', 'fd -C "$x" -x cat'],
		['allow', 'fd -e ts . src test -x cat'],
		['allow', 'fd -C src -e ts -x wc -l'],
		['allow', "fd -e ts -x head -1 ';' src"],
	])('%s: %s', (decision, command) => {
		expect(judgeShell(command).decision).toBe(decision);
	});
});

describe('a search of hidden files for the values of credentials', () => {
	it.each([
		"grep -rP '(?<=KEY=).*' .",
		"grep -rP '(?<=TOKEN=)\\S+' .",
		"grep -rE 'TO[K]EN=.+' .",
		"grep -rE 'SECR.T=.+' .",
		"grep -rE '[A-Z]+_KEY' .",
		"grep -rE '://[^:]+:.+@' .",
		"rg --hidden 'TO[K]EN=.+'",
	])('asks: %s', (command) => {
		expect(judge(command).decision).toBe('confirm');
	});

	it.each([
		'grep -rn API .',
		'grep -rni api .',
		"grep -rnE 'api/v[0-9]+' .",
		"grep -rnE 'https?://' .",
		'grep -rn 7 .',
	])('does not ask for other words: %s', (command) => {
		expect(judge(command).decision).toBe('allow');
	});
});
