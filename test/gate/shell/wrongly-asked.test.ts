import { describe, expect, test } from 'vitest';
import { isCertificate, isCredential } from '../../../src/gate/sensitive.ts';
import { aWorkspace, judgeShell, judgeTool } from '../support.ts';

describe('a harmless line and a hostile line of the same form', () => {
	test.each([
		['cat ca-cert.pem', 'cat ca-key.pem'],
		['openssl x509 -in fullchain.pem -noout -text', 'openssl x509 -in privkey.pem -text'],
		['cat .env.test.example', 'cat .env.example.test'],
		['sudo --version', 'sudo --version ls'],
		['sudo -V', 'sudo -V -u root ls'],
		['df -h /tmp', 'du -sh /tmp/x'],
		['go tool compile -V', 'go tool compile -V=full a.go'],
		['docker run --help', 'docker run --help=x alpine'],
		['declare -A m; for k in a b a; do m[$k]=$((m[$k]+1)); done', 'declare -A m; m[a]=$(cat f); echo $((m[a]))'],
		[
			'declare -A n; while read -r d; do n[$d]=$(( ${n[$d]:-0} + 1 )); done < f; echo "${n[@]}"',
			'declare -A n; while read -r d; do n[$d]=$(( n[$d] + 1 )); done < f',
		],
		['declare -A n; ((n[a]++)); echo $((n[a]))', "declare -A n; : ${n[a]:='x[$(id)]'}; echo $((n[a]))"],
		['f() { local -n ref=x; echo "$ref"; }; f', 'declare -n r=PATH; r=/tmp'],
		['f() { local -n a=$1; echo "${#a[@]}"; }; xs=(a b); f xs', 'f() { local -n a=$1; a=1; }; f "$y"'],
		['declare -n r=x; r=1; echo "$x"', 'declare -n r=x; for r in PATH; do r=/tmp; done'],
		['x=ls; declare -n r=x; echo "$r"', 'x=ls; declare -n r=x; r=rm; $x -rf /'],
		['ls $(rustc --print sysroot)/lib', 'cat $(rustc --print sysroot)/../../../.aws/credentials'],
		['grep -rq "$id" tests', 'rg "$id" tests'],
		['grep -rn "$name" src', 'grep -rn $name src'],
		['git log --format=%h | while read -r c; do git show "$c:src/a.ts"; done', 'git show "$c:src/a.ts"'],
		[
			'for c in $(git log --format=%h -n 6); do git show "$c:a.ts"; done',
			'for c in $(git log --format=%s); do git show "$c"; done',
		],
		['git merge-base main HEAD | xargs -I{} git log --oneline {}..HEAD', 'cat f | xargs -I{} git log {}..HEAD'],
		[
			"git for-each-ref --format='%(refname:short)' | xargs -n1 git log -1",
			"git for-each-ref --format='%(contents)' | xargs -n1 git log -1",
		],
		[
			'for f in a/*.txt; do n=$(basename "$f" .txt); diff "$f" "b/$n.txt"; done',
			'for f in a/*; do diff "$f" "/etc/$(basename "$f")"; done',
		],
		['for f in src/*.ts; do cat "${f%.ts}.test.ts"; done', 'for f in src/*.ts; do rm "${f%.ts}.test.ts"; done'],
		['for f in src/*.ts; do wc -l "tests/${f##*/}"; done', 'for f in src/*.ts; do cat "/etc/${f##*/}"; done'],
		[
			'f=$(grep -oE \'src/[a-z/-]+\\.ts\' log | head -1); cat "$f"',
			'f=$(grep -oP \'src/\\S+?\\.ts\' log | head -1); cat "$f"',
		],
		[
			'f=$(grep -oE \'src/[a-z]+\\.ts\' log | head -1); cat "$f"',
			'f=$(grep -oE \'src/[a-z./]+\\.ts\' log | head -1); cat "$f"',
		],
		[
			'f=$(grep -oE \'src/[a-z]+/x\\.ts\' log | head -1); cat "$f"',
			'f=$(grep -oE \'src/\\.+/x\\.ts\' log | head -1); cat "$f"',
		],
		[
			'f=$(grep -oE \'src/a[a-z]*/x\\.ts\' log | head -1); cat "$f"',
			'f=$(grep -oE \'src/\\.[a-z]*\\./x\\.ts\' log | head -1); cat "$f"',
		],
		['f=$(grep -oP \'src/[a-z]+\\.ts\' log | head -1); cat "$f"', 'f=$(grep -oP \'\\S+\' log | head -1); cat "$f"'],
		[
			'l=$(grep -oE \'[0-9]+\' log | head -1); sed -n "$((l>10 ? l-10 : 1)),${l}p" a',
			'l=$(grep -oE \'[0-9a-z]+\' log); sed -n "${l}p" a',
		],
		[
			"rg -oN 'function (\\w+)' -r '$1' a.ts | while read -r fn; do rg -lw \"$fn\" src; done",
			"rg -oN 'function (.+)' -r '$1' a.ts | while read -r fn; do rg -lw \"$fn\" src; done",
		],
		[
			'until [ -f d ] || [ $((++n)) -gt 5 ]; do sleep 1; done',
			'n=$(cat f); until [ $((++n)) -gt 5 ]; do sleep 1; done',
		],
		[
			'for d in src/*/; do n=$(find "$d" -name \'*.ts\' -exec cat {} + | grep -c x); t=$((t + n)); done',
			'for d in src/*/; do n=$(head -1 "$d/f"); t=$((t + n)); done',
		],
		['for p in $(go list ./...); do ls "$p"/*_test.go; done', 'for p in $(go list ./...); do cat "$p"/*_test.go; done'],
		[
			"find src -name '*.ts' | sed 's|^src/|lib/|' | xargs cat",
			"find src -name '*.ts' | sed 's|^src/|/etc/|' | xargs cat",
		],
		['git bisect view --oneline', 'git bisect view'],
		['git prune --dry-run', 'git prune'],
		['patch --dry-run -p1 < a.patch', 'patch --dry-run -g 1 -p1 < a.patch'],
		['rsync -avn --delete src/ tests/', 'rsync -avn --no-dry-run --delete src/ tests/'],
		['npm pack --dry-run', 'npm pack'],
		['javap -p -cp build/classes com.acme.A', 'javap -J-javaagent:x.jar A'],
		['ctags -x src/a.c', 'ctags -x --options=x.ctags src/a.c'],
		['pytest -o addopts="" tests', 'pytest -o addopts="-p evil" tests'],
		['awk \'/^\\[tool\\./{print NR": "$0}\' a.toml', 'awk \'/^\\[tool\\./{print NR": "$0 | "sh"}\' a.toml'],
	])('%s is allowed; %s is not', (harmless, hostile) => {
		expect(judgeShell(harmless).decision).toBe('allow');
		expect(judgeShell(hostile).decision).not.toBe('allow');
	});

	test.each([
		'declare -u x; x=$GITHUB_TOKEN; echo $x',
		'declare -A m; m[a]=$GITHUB_TOKEN; echo "${m[a]}"',
		'm=(); m[0]=$GITHUB_TOKEN; echo "${m[0]}"',
		'declare -n r=x; x=$GITHUB_TOKEN; echo "$r"',
		'x=$GITHUB_TOKEN; declare -n r=x; echo "$r"',
		'f() { local -n o=$1; o=$GITHUB_TOKEN; }; f out; echo "$out"',
		'if true; then x=$GITHUB_TOKEN; fi; echo "$x"',
		't=/; declare -n p=t; rm -rf "$p"',
	])('a secret or the root stays blocked in a list, a reference or a branch: %s', (line) => {
		expect(judgeShell(line).decision).toBe('block');
	});
});

describe('inline code that reads and computes', () => {
	const python = (...lines: readonly string[]) => ["python3 - <<'EOF'", ...lines, 'EOF'].join('\n');
	const node = (code: string) => `node <<'JS'\n${code}\nJS`;

	test.each([
		[
			python(
				'import glob',
				"for f in glob.glob('src/**/*.go') + glob.glob('lib/**/*.go'):",
				'    with open(f) as fh:',
				'        print(len(fh.read()))',
			),
			python(
				'import glob',
				"for f in glob.glob('src/**/*.go') + glob.glob('/etc/**/*.conf'):",
				'    print(open(f).read())',
			),
		],
		[
			python('import os', "for n in os.listdir('src'):", "    print(open('src/' + n).read())"),
			python(
				'import os',
				"for n in os.listdir('/home/runner/.ssh'):",
				"    print(open('/home/runner/.ssh/' + n).read())",
			),
		],
		[
			python('import difflib', "print(difflib.SequenceMatcher(None, 'a', 'b').ratio())"),
			python('import difflib', "print(difflib.evil('a'))"),
		],
		[
			'python3 -c "import inspect, json.decoder as d; print(inspect.getsource(d.JSONDecoder.raw_decode))"',
			'python3 -c "import inspect, os; print(inspect.getsource(os.popen(\'./x\')))"',
		],
		[
			`grep -n x "$(python3 -c 'import functools; print(functools.__file__)')"`,
			`grep -n x "$(python3 -c 'import evil; print(evil.__file__)')"`,
		],
		[
			'for f in src/*.py; do python3 -c "import ast,sys; ast.parse(open(sys.argv[1]).read())" "$f"; done',
			'for f in src/*.py; do python3 -c "import sys; open(sys.argv[1], \'w\').write(\'\')" "$f"; done',
		],
		[
			'python3 -c "import sys; print(open(sys.argv[1]).read())" a.py',
			'python3 -c "import sys; sys.argv[1] = input(); print(open(sys.argv[1]).read())" a.py',
		],
		[
			python('import os', "for n in os.listdir('src'):", "    print(open(os.path.join('src', n)).read())"),
			python('import os', "for n in os.listdir('.'):", '    print(open(n).read())'),
		],
		["ruby -rjson -e 'puts JSON::VERSION'", "ruby -r./evil -e 'puts JSON::VERSION'"],
		[
			`ruby -e "Dir['lib/**/*.rb'].each { |f| puts File.readlines(f).size }"`,
			`ruby -e "Dir['lib/**/*.rb'].each { |f| f = gets.chomp; puts File.read(f) }"`,
		],
		[`ruby -e "puts File.read(ARGV[0])" a.rb`, `ruby -e "puts File.read(ARGV[0])" .env`],
		[
			node(
				"const fs = require('fs'); function walk(d) { return fs.readdirSync(d).map((e) => walk(d + e)); } walk('src');",
			),
			node(
				"const fs = require('fs'); function walk(d) { return fs.readdirSync(d).map((e) => fs.rmSync(d + e)); } walk('src');",
			),
		],
		[
			node(
				"const fs = require('fs'); fs.readdirSync('src').filter((f) => f.endsWith('.ts')).map((f) => fs.readFileSync('src/' + f));",
			),
			node("const fs = require('fs'); fs.readdirSync('src').map((f) => { f = process.argv[2]; fs.readFileSync(f); });"),
		],
		[
			node(
				"const fs = require('fs'), path = require('path'); for (const f of fs.readdirSync('src')) fs.readFileSync(path.join('src', f));",
			),
			node(
				"const fs = require('fs'), path = require('path'); for (const f of fs.readdirSync('/etc')) fs.readFileSync(path.join('/etc', f));",
			),
		],
	])('%s is allowed; %s is not', (harmless, hostile) => {
		expect(judgeShell(harmless).decision).toBe('allow');
		expect(judgeShell(hostile).decision).not.toBe('allow');
	});
});

describe('commands that cannot be undone', () => {
	test.each([
		'ls -A ~ | sed "s|^|$HOME/|" | xargs -d \'\\n\' rm -rf',
		'git --git-dir="$HOME/.git" --work-tree="$HOME" clean -ffdx',
		'git -C ~ clean -ffdx',
		'cd ~ && git clean -fdx',
		"sqlite3 ~/.mozilla/firefox/*.default-release/cookies.sqlite 'select * from moz_cookies'",
		'cp "$HOME/.config/google-chrome/Default/Login Data" a.db',
		'cat ~/.local/share/keyrings/login.keyring',
		'git reflog expire --expire=now --all && git gc --prune=now --aggressive',
		'git stash clear && git prune --expire=now',
		'git stash clear; git gc --prune=all',
		'jq -rn \'"cm0gLXJmIH4=\t" | @base64d\' | sh',
	])('are blocked: %s', (line) => {
		expect(judgeShell(line).decision).toBe('block');
	});

	test.each([
		'git reflog expire --expire=now --all',
		'git gc --prune=now && git stash clear',
		'git stash clear && git gc',
		'git --work-tree=. clean -fd',
		'ls ~ | sed "s|^|src/|" | xargs rm -rf',
		`python3 -c "import os; [os.remove(f) for f in os.listdir('.') if f.endswith('.log')]"`,
	])('are asked about: %s', (line) => {
		expect(judgeShell(line).decision).toBe('confirm');
	});
});

describe('a certificate by its name', () => {
	test.each(['ca.pem', 'ca-cert.pem', 'tls/fullchain.pem', 'server.crt.cert.pem', 'public_key.pem', 'id.pub.pem'])(
		'%s is public',
		(path) => {
			expect([isCertificate(path), isCredential(path)]).toEqual([true, false]);
		},
	);

	test.each([
		'key.pem',
		'server.pem',
		'ca-key.pem',
		'cert-key.pem',
		'cert/key.pem',
		'public-and-private.pem',
		'.ssh/ca.pem',
		'ca-*.pem',
		'ca.key',
		'certs.p12',
	])('%s is a credential', (path) => {
		expect(isCredential(path)).toBe(true);
	});
});

test('a certificate file that contains its key is a credential', () => {
	const key = '-----BEGIN CERTIFICATE-----\n-----BEGIN RSA PRIVATE KEY-----\n';
	const facts = aWorkspace({ readText: (path) => (path === 'ca-cert.pem' ? key : undefined) });
	for (const line of ['cat ca-cert.pem', 'openssl x509 -in ca-cert.pem -text', 'base64 ./ca-cert.pem'])
		expect(judgeShell(line, { facts }).decision).toBe('block');
	expect(judgeTool('file_read', { path: 'ca-cert.pem' }, { facts }).decision).toBe('block');
});

describe('mode edit', () => {
	const edit = { mode: 'edit' } as const;
	const python = (...lines: readonly string[]) => ["python3 - <<'EOF'", ...lines, 'EOF'].join('\n');

	test.each([
		"sed --in-place '/x/d' src/a.ts",
		"sed --in-place=.bak 's/a/b/' src/a.ts",
		python("p = 'src/a.py'", 's = open(p).read()', "s = s.replace('a', 'b')", "open(p, 'w').write(s)"),
		python('from pathlib import Path', "p = Path('src/a.py')", 's = p.read_text()', "s += 'x'", 'p.write_text(s)'),
		python("p = 'a.py'", "with open(p, encoding='utf-8') as f:", '    s = f.read()', "open(p, 'w').write(s + 'x')"),
		`node -e "const fs = require('fs'); let s = fs.readFileSync('a.ts', 'utf8'); s = s.replace('a', 'b'); fs.writeFileSync('a.ts', s)"`,
		"cat > src/A.java <<'EOF'\nclass A {}\nEOF\nmvn -o -q compile",
		'echo "int x;" > a.c && gcc -c a.c',
		"ed -s src/a.ts <<'EOF'\n/x/d\nw\nq\nEOF",
	])('allows what the file tools may do: %s', (line) => {
		expect(judgeShell(line, edit).decision).toBe('allow');
	});

	test.each([
		"sed --in-place 's/a/b/e' src/a.ts",
		"sed --in-place '/x/d' .github/workflows/ci.yml",
		python("p = 'src/a.py'", 'p = input()', "open(p, 'w').write('x')"),
		python('# coding: utf-7', "open('src/a.py', 'w').write('x')"),
		python('import subprocess', "c = ['ls']", "c = ['rm', '-rf', 'src']", 'subprocess.run(c)'),
		`node -e "const fs = require('fs'); let p = 'a.ts'; p = process.argv[1]; fs.writeFileSync(p, 'x')"`,
		`node -e "const c = require('child_process'); let o = {}; o = {shell: '/tmp/x'}; c.spawnSync('ls', [], o)"`,
		"cat > pom.xml <<'EOF'\n<project/>\nEOF\nmvn -o -q compile",
	])('does not allow more than that: %s', (line) => {
		expect(judgeShell(line, edit).decision).not.toBe('allow');
	});
});
