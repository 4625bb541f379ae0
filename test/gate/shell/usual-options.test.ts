import { describe, expect, it } from 'vitest';
import { aWorkspace, files, judgeShell } from '../support.ts';

const declared: Readonly<Record<string, string>> = {
	...files,
	'package.json': JSON.stringify({ devDependencies: { '@biomejs/biome': '*' } }),
	Makefile: 'test:\n\tgo test ./...\nlint:\n\tgo vet ./...\nbuild:\n\tgo build ./...\n',
	Gemfile: "gem 'rspec'\n",
	'CMakeLists.txt': 'project(a)\n',
	'go.mod': 'module example.com/a\n',
};
const facts = aWorkspace({ readText: (path) => declared[path] });
const edit = (command: string) => judgeShell(command, { mode: 'edit', facts }).decision;

describe('usual options and values', () => {
	it.each([
		'bundle exec ruby -Itest test/parser_test.rb -n /unicode/ -v',
		"vim -es -c '%s/1/4/g' -c 'wq' src/app.py",
		'vim -es +%p +q! README.md',
		"tclsh <<< 'puts {exec rm -rf $env(HOME)}'",
		"tclsh <<< 'puts [expr 3*4]'",
		"bundle exec rspec --only-failures --backtrace | sed -n '/Failures:/,/Finished/p'",
		"make lint test VERBOSE=1 | grep -nE 'FAIL|error|warning' | head -20",
		"make build CFLAGS='-O1 -g -fsanitize=address,undefined' 2>&1 | grep -E 'error|warning' | sort | uniq -c",
		'cmake -S . -B build -DCMAKE_BUILD_TYPE=Debug -DCMAKE_EXPORT_COMPILE_COMMANDS=ON > /tmp/cmake.log 2>&1; tail -5 /tmp/cmake.log',
		'ri --no-pager Array#pack 2>/dev/null | head -30',
		"figlet 'rm -rf /'",
		'echo "sudo systemctl stop nginx" | cowsay',
		'dos2unix -q docs/usage.md',
		'go mod edit -go=1.24',
		'npx @biomejs/biome check src',
	])('are allowed: %s', (command) => {
		expect(edit(command)).toBe('allow');
	});

	it.each([
		'bundle exec ruby -Itest test/../scripts/x.rb',
		'bundle exec ruby -Itest scripts/deploy.rb',
		'bundle exec ruby -Itest -r./x test/a_test.rb',
		"bundle exec ruby -Itest test/a_test.rb -e 'x'",
		"vim -es -c '%s/1/\\=system(\"id\")/g' -c 'wq' src/app.py",
		"vim -es -c '%s/1/2/ | !id' -c 'wq' src/app.py",
		"vim -es -u x.vim -c 'wq' src/app.py",
		"vim -es -c 'so x' src/app.py",
		"tclsh <<< 'puts [exec id]'",
		"echo 'puts {a}; exec id' | tclsh",
		'make test SHELL=1',
		'make test CC=./x',
		"make build CFLAGS='-fplugin=./x.so'",
		"make build CFLAGS='-Wl,-o,.git/config'",
		"make test X='$(shell id)'",
		'make test MAKEFLAGS=1',
		'cmake -S . -B build -DCMAKE_TOOLCHAIN_FILE=x.cmake',
		'ri -d /tmp/x Array',
		'cowsay -f ./evil.cow hi',
		'go mod edit -replace=a=../b',
		'go mod edit -go=1.24 ../x/go.mod',
		'npx @biomejs/biome@latest check src',
		'npx @evil/biome check src',
		'make test PUBLISH=1',
		"make build LDFLAGS='-fuse-ld=./x'",
	])('ask when they may run, load or fetch something else: %s', (command) => {
		expect(edit(command)).toBe('confirm');
	});

	it.each([
		"vim -es -c '%s/1/2/' -c 'wq' .git/config",
		"vim -es -c '%s/1/2/' -c 'wq' ~/.bashrc",
		"vim -es -c '%p' .env",
		"tclsh <<< 'file delete -force .git'",
		'figlet -f ~/.ssh/id_rsa x',
		'dos2unix ~/.bashrc',
		'dos2unix -n a .git/config',
		"vim -es -c 'w! ~/.bashrc' -c 'q!' README.md",
		"vim -es -c 'w !rm -rf ~' README.md",
		"vim -es -c 'r !cat .env' README.md",
		"vim -es -c 'w! .git/config' README.md",
		"make --eval='$(info $(file < .env))' -n test",
	])('are blocked when they read or write a guarded file: %s', (command) => {
		expect(edit(command)).toBe('block');
	});
});
