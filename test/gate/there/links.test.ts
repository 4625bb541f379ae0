import { afterAll, describe, expect, it } from 'vitest';
import { aCheckout, type Checkout, judge } from './checkouts.ts';

const plain = aCheckout({ files: ['docs/k/x.md', 'src/k/x.py'] });
const key = aCheckout({ links: { 'docs/k.md': '~/.ssh/id_rsa' } });
const own = aCheckout({ files: ['.env'], links: { 'docs/k.md': '../.env', 'docs/g.md': '../.git/config' } });
const home = aCheckout({ links: { 'docs/k': '/etc', 'src/k': '~/.ssh' } });
const bashrc = aCheckout({ links: { 'src/z.py': '~/.bashrc', 'docs/z.md': '~/.bashrc' } });
const all: readonly Checkout[] = [plain, key, own, home, bashrc];

afterAll(() => {
	for (const { remove } of all) remove();
});

function each(lines: readonly string[], hostile: Checkout, expected: 'block' | 'not-allow', name: string): void {
	for (const line of lines) {
		it(`${expected === 'block' ? 'blocks' : 'does not allow'} \`${line}\` ${name}`, () => {
			const { decision } = judge(line, hostile);
			if (expected === 'block') expect(decision).toBe('block');
			else expect(decision).not.toBe('allow');
			expect(judge(line, plain).decision).toBe('allow');
		});
	}
}

const readsDocs = [
	'cat docs/*.md',
	'cat docs/*',
	'cat */*',
	'head -1 **/*',
	'grep -n . docs/*',
	'awk 1 docs/?.md',
	"find . -name '*.md' | xargs cat",
	"find . -name '*.md' -exec cat {} +",
	"find . -name '*.md' -exec head -1 {} \\;",
	'find docs -type l | xargs cat',
	'find -L docs -type f | xargs cat',
	'for f in docs/*; do head -3 "$f"; done',
	'for d in */; do cat $d*; done',
	'cd docs && ls | while read f; do head -1 "$f"; done',
	'ls docs | while read -r f; do head -1 "docs/$f"; done',
	'git ls-files docs | xargs cat',
	'grep -R . docs',
	'grep --dereference-recursive x docs',
	'rg --follow x docs',
	'rg -L x docs',
	'cp docs/* /tmp/q',
	'cp -rL docs /tmp/q',
	'cp -r docs /tmp/q',
	'tar chf - docs',
	'tar cf - docs',
	'zip -r - docs | strings',
	'diff -r docs src',
	'python3 -c "import glob\nfor f in glob.glob(\'docs/*\'): print(open(f).read())"',
] as const;

describe('links to a credential among the files of a pattern', () => {
	each(readsDocs.slice(0, -1), key, 'block', 'when one of the files is a link to a key');
	each(readsDocs.slice(0, 8), own, 'block', 'when one of the files is a link to `.env`');
});

describe('links to folders outside', () => {
	each(
		['cat docs/*/*', 'head -1 docs/*/x*', 'grep -Rn CANARY docs', 'rg --follow CANARY docs', 'sed -n 1p docs/*/*.md'],
		home,
		'not-allow',
		'when a folder is a link out of the checkout',
	);
	each(
		['sed -i s/a/b/ src/*/*', 'cp README.md src/*/', 'mv README.md src/*/', 'rsync -a docs/ src/*/', 'cat src/*/*'],
		home,
		'block',
		'when a folder is a link to the folder of keys',
	);
});

describe('links that a command writes through', () => {
	each(
		[
			'for f in src/*.py; do echo x >> "$f"; done',
			'git ls-files \'*.py\' | while read -r f; do echo x > "$f"; done',
			'cp README.md src/*.py',
			'echo x | tee docs/*.md',
			'truncate -s0 src/*.py',
			'sed -i --follow-symlinks s/C/b/ src/*.py',
			"find src -name '*.py' -exec sed -i s/a/b/ {} +",
		],
		bashrc,
		'block',
		'when one of the files is a link to a file of the home',
	);
});

describe('links in other cases', () => {
	it('are allowed when they lead to ordinary files of the checkout', () => {
		const inside = aCheckout({ links: { 'docs/l.md': 'a.md', 'src/l': '../docs', 'docs/up': '..' } });
		for (const line of [...readsDocs.filter((one) => !/find -L/.test(one)), 'cat src/*/*.md'].slice(0, 17))
			expect([line, judge(line, inside).decision]).toEqual([line, 'allow']);
		inside.remove();
	});

	it('are followed inside the checkout to those that lead outside', () => {
		const two = aCheckout({ links: { 'docs/l': '../src', 'src/k.md': '~/.ssh/id_rsa' } });
		for (const line of ['cat docs/*/*', 'grep -R x docs'])
			expect([line, judge(line, two).decision]).toEqual([line, 'block']);
		two.remove();
	});

	it('are ignored when they are hidden and the command skips hidden files', () => {
		const hidden = aCheckout({ links: { '.k': '~/.ssh/id_rsa', 'docs/.k.md': '~/.ssh/id_rsa' } });
		for (const line of [
			'cat *',
			'cat docs/*',
			'grep -rn foo docs',
			'rg foo docs',
			"find . -type f -name '*.md' | xargs cat",
		])
			expect([line, judge(line, hidden).decision]).toEqual([line, 'allow']);
		hidden.remove();
	});

	it('count when the same line makes them', () => {
		expect(judge('ln -s ../.env docs/e.md; cat docs/*.md', plain).decision).toBe('block');
	});
});

describe('open files and folders of a process', () => {
	it("are not resolved with those of the gate's own process", () => {
		for (const line of ['cat /proc/self/cwd/../../root/.bashrc', 'cd /usr && cat /proc/self/cwd/../root/.bashrc'])
			expect([line, judge(line, plain).decision]).toEqual([line, 'confirm']);
		expect(judge('cat /proc/self/cwd/README.md', plain).decision).toBe('confirm');
		expect(judge('ln -s /proc/self/cwd p; cat p/README.md', plain).decision).not.toBe('allow');
		expect(judge('cat docs/p/../a.md', aCheckout({ links: { 'docs/p': '/proc/self/cwd' } })).decision).not.toBe(
			'allow',
		);
	});

	it('are blocked when the path names a guarded file', () => {
		for (const line of [
			'cat /proc/self/cwd/.env',
			'cat /proc/self/root/etc/shadow',
			'cat /proc/1/cwd/../.ssh/id_rsa',
			'echo x > /proc/self/cwd/.git/hooks/pre-commit',
			'echo x > /proc/self/root/etc/passwd',
		])
			expect([line, judge(line, plain).decision]).toEqual([line, 'block']);
		expect(judge('cat /proc/self/status /proc/cpuinfo', plain).decision).toBe('allow');
	});
});
