import { describe, expect, test } from 'vitest';
import { isCertificate, isCredential } from '../../../src/gate/sensitive.ts';
import { aWorkspace, judgeShell, judgeTool } from '../support.ts';

describe('a harmless line beside a hostile one of the same form', () => {
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
	])('what is blocked stays so in a list, behind a reference and after a branch: %s', (line) => {
		expect(judgeShell(line).decision).toBe('block');
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

test('A certificate that has its key beside it is a credential', () => {
	const key = '-----BEGIN CERTIFICATE-----\n-----BEGIN RSA PRIVATE KEY-----\n';
	const facts = aWorkspace({ readText: (path) => (path === 'ca-cert.pem' ? key : undefined) });
	for (const line of ['cat ca-cert.pem', 'openssl x509 -in ca-cert.pem -text', 'base64 ./ca-cert.pem'])
		expect(judgeShell(line, { facts }).decision).toBe('block');
	expect(judgeTool('file_read', { path: 'ca-cert.pem' }, { facts }).decision).toBe('block');
});

describe('in mode edit', () => {
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
	])('asks about more than that: %s', (line) => {
		expect(judgeShell(line, edit).decision).not.toBe('allow');
	});
});
