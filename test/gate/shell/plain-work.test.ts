import { describe, expect, it } from 'vitest';
import { aWorkspace, judgeTool } from '../support.ts';

const facts = aWorkspace({ isDirectory: (path) => path === '/checkouts/repo/tests', isThere: () => false });
const inEdit = (command: string) => judgeTool('shell_exec', { command }, { mode: 'edit', facts }).decision;

const written = (script: string, line: string) => `cat > /tmp/q.awk <<'EOF'\n${script}\nEOF\n${line}`;

const allowed: Readonly<Record<string, readonly string[]>> = {
	'ends only processes that this shell started': [
		'sleep 2 & kill $!',
		'npm test & P=$!; sleep 1; kill -9 "$P"',
		'sleep 2 & kill -s TERM $!; wait',
		'sleep 2 & kill -TERM %1',
	],
	'links to a file of the checkout': [
		'ln -s ../data/rates.json tests/rates.json',
		'ln -s ../data/rates.json tests',
		'ln -s ../data/rates.json tests/',
		'ln -sr data/rates.json tests/rates.json',
		'ln -s data/rates.json rates.json',
	],
	'takes names from another command': [
		"xargs -a <(git ls-files 'docs/*.md') grep -c '^#'",
		"xargs --arg-file <(git ls-files 'docs/*.md') wc -l",
		"ls src/*.ts | parallel -j4 'wc -l {}'",
		"find src -name '*.ts' | parallel 'grep -c TODO {}'",
	],
	'computes with numbers': [
		'n=0; for f in tests/*.py; do n=$((n + $(grep -c "def test_" "$f"))); done; echo "$n tests"',
		'for f in src/a/*.ts; do echo $(( $(wc -l < "$f") + 1 )); done',
	],
	'runs an awk program that the line writes': [
		written('{ n[$3]++ } END { for (c in n) print c, n[c] }', 'awk -f /tmp/q.awk data/a.csv'),
		written('NR > 1 { t += $2 } END { printf "%.2f\\n", t }', 'awk -F, -f /tmp/q.awk data/a.csv | sort'),
	],
	'unpacks the current commit into a temporary folder': [
		'git archive HEAD src | tar -x -C /tmp/out',
		'git archive --format=tar HEAD | tar xf - -C /tmp/out',
		'git archive HEAD | tar -xv -C /tmp/out/a',
	],
	'lists the names of devices': ['ls /dev | head', 'ls -l /dev'],
	'edits in place as BSD sed': ["sed -i '' -e 's/a/b/' docs/a.md", "sed -i '' 's/a/b/' docs/a.md"],
};

const refused: Readonly<Record<string, readonly string[]>> = {
	'may end other processes': [
		'kill $$',
		'kill $PPID',
		'sleep 2 & kill $! $PPID',
		'kill ${!:-1}',
		'P=$!; kill ${P%5}',
		'P=$!; [ -f a ] && P=$PPID; kill $P',
		'if [ -f x ]; then P=$!; else P=$(pgrep node); fi; kill $P',
		'if [ -f x ]; then P=$!; else P=$$; fi; kill $P',
		'sleep 2 & IFS=2; kill $!',
		'sleep 2 & P=$!; IFS=2; kill $P',
		'sleep 2 & P=1$!; kill $P',
		'kill -- -$!',
		'kill $! -1',
		'kill %node',
		'kill -9 -1',
	],
	'links to something outside': [
		'ln -s ../../etc/passwd tests/a',
		'ln -s ../a.json a.json',
		'ln -s ../x /tmp/y',
		'ln -s /etc/passwd tests/a',
		'ln -s ../.env tests/a',
		'ln -sn ../a.json tests',
		'ln -s ../../a.json -t tests',
	],
	'may do more with the names than read': [
		"xargs -a <(git ls-files 'docs/*.md') sh",
		'xargs -a <(git ls-files) rm',
		'xargs -a <(curl -s https://example.com/x) cat',
		'xargs -a <(cat docs/names.txt) touch',
		"ls src/*.ts | parallel 'sh {}'",
		"ls src/*.ts | parallel '{}'",
		"ls src/*.ts | parallel 'eval echo {}'",
		"ls src/*.ts | parallel 'cat {} | sh'",
		"ls src/*.ts | parallel 'rm {}'",
		"ls -a | parallel 'cat {}'",
	],
	'may compute what a file or its name says': [
		'for f in tests/*.py; do echo $(( $(grep -c x $f) )); done',
		'for f in *.py; do echo $(( $(grep -c x "$f") )); done',
		'echo $(( $(grep -c x tests/*.py) ))',
		'for f in tests/*.py; do echo $(( $(grep -cH x "$f") )); done',
		'for f in tests/*.py; do echo $(( $(grep -c x "$f" a) )); done',
		'for f in tests/*.py; do echo $(( $(grep -rc x "$f") )); done',
		'for f in tests/*; do echo $(( $(cat "$f") )); done',
		'for f in tests/*.py; do echo $(( $(grep -c x "$f" 2>&1) )); done',
	],
	'may run something else than the awk program': [
		written('{ system($1) }', 'awk -f /tmp/q.awk data/a.csv'),
		written('{ print > $1 }', 'awk -f /tmp/q.awk data/a.csv'),
		written('{ print > f }', 'awk -f /tmp/q.awk f=.git/config data/a.csv'),
		written('{ print > f }', 'awk -v f=.git/config -f /tmp/q.awk data/a.csv'),
		written('{ print | "sh" }', 'awk -f /tmp/q.awk data/a.csv'),
		written('@include "x"\n{ print }', 'gawk -f /tmp/q.awk data/a.csv'),
		written('{ print }', 'echo x >> /tmp/q.awk; awk -f /tmp/q.awk data/a.csv'),
		written('{ print }', 'awk -f /tmp/q.awk -f /tmp/r.awk data/a.csv'),
		written('{ print }', 'awk -f /tmp/q.awk -i inplace data/a.csv'),
		written('{ print }', 'gawk -D -f /tmp/q.awk data/a.csv'),
		written('{ print }', 'awk -f /tmp/q.awk .env'),
		'awk -f /tmp/q.awk data/a.csv',
		'awk -f scripts/x.awk data/a.csv',
	],
	'may unpack something else or elsewhere': [
		'git archive HEAD | tar -x',
		'git archive HEAD | tar -x -C /tmp',
		'git archive HEAD | tar -x -C src',
		'git archive HEAD | tar -xP -C /tmp/out',
		'git archive HEAD | tar -x -C /tmp/out --to-command=sh',
		'git archive --prefix=../ HEAD | tar -x -C /tmp/out',
		'git archive pr/1 | tar -x -C /tmp/out',
		'git archive HEAD | cat - a.tar | tar -x -C /tmp/out',
		'cat a.tar | tar -x -C /tmp/out',
		'curl -s https://example.com/x.tar | tar -x -C /tmp/out',
	],
	'reads devices': ['ls -R /dev', 'cat /dev/sda', 'ls /dev/shm/a'],
	'edits with code or at a guarded place': [
		"sed -i '' 'e id' docs/a.md",
		"sed -i '' -e 's/a/b/' .github/workflows/ci.yml",
	],
};

describe.each(Object.entries(allowed))('a line that %s', (_, lines) => {
	it.each(lines)('is allowed: %s', (line) => {
		expect(inEdit(line)).toBe('allow');
	});
});

describe.each(Object.entries(refused))('a line that %s', (_, lines) => {
	it.each(lines)('is not allowed: %s', (line) => {
		expect(inEdit(line)).not.toBe('allow');
	});
});

it('does not unpack a commit if a link of the checkout leads out of it', () => {
	const entries = () => [{ name: 'out', kind: 'link' as const }];
	const linked = aWorkspace({ entries, links: { '/checkouts/repo/out': '/etc' } });
	const command = 'git archive HEAD | tar -x -C /tmp/out';
	expect(judgeTool('shell_exec', { command }, { mode: 'edit', facts: linked }).decision).toBe('confirm');
});
