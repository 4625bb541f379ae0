import { describe, expect, test } from 'vitest';
import { judgeShell } from '../support.ts';

/** Whoever brings a file chooses its name: `a;touch x.md` is one. Put into code, it is code. */
describe('a file name inserted into code', () => {
	test.each([
		`find . -name '*.rs' -exec sh -c 'cat {}' \\;`,
		`find . -name '*.rs' -exec sh -c "head -n 1 {} | grep -q x || echo {}" \\;`,
		`find . -type f -exec bash -c "echo '{}'" \\;`,
		`find . -name '*.py' -exec python3 -c "print(open('{}').read())" \\;`,
		`find . -name '*.ts' -exec node -e "console.log('{}')" \\;`,
		`find . -name '*.txt' -exec awk '/{}/' x.txt \\;`,
		`fd -e rs -x sh -c 'cat {}'`,
		`git ls-files | xargs -I{} sh -c 'wc -l {}'`,
		`rg -l foo | xargs -I % bash -c 'head -3 %'`,
		`for f in *.md; do sh -c "cat $f"; done`,
		`for f in *.md; do eval "cat $f"; done`,
		`for f in *.md; do bash -c "head -1 '$f'"; done`,
		`for f in $(git ls-files); do sh -c "wc -l $f"; done`,
		`git ls-files | while read -r f; do sh -c "cat $f"; done`,
		`for f in *.py; do python3 -c "print(open('$f').read())"; done`,
		`for f in *.md; do perl -ne "print if /$f/" x.txt; done`,
		`for f in *.md; do awk "/$f/" x.txt; done`,
		`for f in $(git ls-files); do sed -n "/$f/p" x.txt; done`,
		`for f in *.json; do jq ".x[\\"$f\\"]" a.json; done`,
		`for f in *.md; do watch "cat $f"; done`,
		`for f in *.md; do trap "cat $f" EXIT; done`,
		'for f in *.md; do dc -e "$f"; done',
		'dc -e "$(head -1 x.txt)"',
		'for f in *.md; do PS4="$f"; done; set -x; ls',
		'for f in *.md; do [[ -v $f ]]; done',
		'for f in *.md; do sh <<< "cat $f"; done',
		`c="cat $(git ls-files | head -1)"; eval "$c"`,
	])('is not allowed, because it may be code: %s', (line) => {
		expect(judgeShell(line).decision).not.toBe('allow');
	});

	test.each([
		`find . -name '*.rs' -exec cat {} +`,
		`find . -name '*.rs' -exec grep -n x {} \\;`,
		`git ls-files '*.md' | xargs -I{} head -1 {}`,
		`for f in *.md; do cat "$f"; done`,
		`bash -c "cat *.md"`,
		`bash -c 'for f in *.md; do head -1 "$f"; done'`,
		`for n in 1 2 3; do sh -c "sed -n \${n}p a.md"; done`,
		`for n in 1 2 3; do sed -n "\${n}p" a.md; done`,
		`awk '/[a-z]*/' a.md`,
		`sed -n '/[a-z]*/p' a.md`,
		`dc -e '16i FF p'`,
		'set -x; PS4="+ "; ls',
		'[[ -v HOME ]]',
		`jq '.[] | select(.a > 1)' a.json`,
	])('is allowed when it is only an argument: %s', (line) => {
		expect(judgeShell(line).decision).toBe('allow');
	});

	test.each([`find . -exec sh -c 'rm -rf {} ~' \\;`, `for f in *.md; do sh -c "cat $f; rm -rf /"; done`])(
		'does not hide dangerous code around it: %s',
		(line) => {
			expect(judgeShell(line).decision).toBe('block');
		},
	);
});
