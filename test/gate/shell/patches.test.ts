import { describe, expect, it } from 'vitest';
import { aWorkspace, judgeShell } from '../support.ts';

const edit = (command: string, facts = aWorkspace()) => judgeShell(command, { mode: 'edit', facts }).decision;

describe('a patch with known text', () => {
	it.each([
		"git apply <<'EOF'\ndiff --git a/src/a.ts b/src/a.ts\nindex 123abc..456def 100644\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,2 +1,2 @@\n x\n-a\n+b\nEOF",
		"git apply --verbose <<'EOF'\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,2 +1,2 @@\n x\n-a\n+b\nEOF",
		"patch -p1 <<'EOF'\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,2 +1,2 @@\n x\n-a\n+b\nEOF",
		"cat > /tmp/f.patch <<'EOF'\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,2 +1,2 @@\n x\n-a\n+b\nEOF\ngit apply --check /tmp/f.patch && git apply /tmp/f.patch && git diff --stat",
		"git apply -3 --index <<'EOF'\ndiff --git a/src/a.ts b/src/a.ts\nindex 123abc..456def 100644\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,2 +1,2 @@\n x\n-a\n+b\nEOF",
		"git apply <<'EOF'\ndiff --git a/n.ts b/n.ts\nnew file mode 100644\nindex 0000000..e69de29\n--- /dev/null\n+++ b/n.ts\n@@ -0,0 +1 @@\n+x\nEOF",
		"patch -p0 <<'EOF'\n--- src/a.ts\n+++ src/a.ts\n@@ -1,2 +1,2 @@\n x\n-a\n+b\nEOF",
		"git apply --directory=pkg <<'EOF'\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,2 +1,2 @@\n x\n-a\n+b\nEOF",
		"git apply -p1 <<'EOF'\nFrom abc Mon Sep 17 00:00:00 2001\nFrom: octocat <o@example.com>\nSubject: [PATCH] x\n\ndiff --git a/src/a.ts b/src/a.ts\nindex 123abc..456def 100644\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,2 +1,2 @@\n x\n-a\n+b\nEOF",
	])('only writes the files that it names: %s', (command) => {
		expect(edit(command)).toBe('allow');
	});

	it.each([
		"git apply <<'EOF'\n--- a/.git/config\n+++ b/.git/config\n@@ -1 +1 @@\n-a\n+b\nEOF",
		"git apply <<'EOF'\n--- a/.git/hooks/pre-commit\n+++ b/.git/hooks/pre-commit\n@@ -1 +1 @@\n-a\n+b\nEOF",
		"git apply <<'EOF'\n--- a/.github/workflows/ci.yml\n+++ b/.github/workflows/ci.yml\n@@ -1 +1 @@\n-a\n+b\nEOF",
		"git apply <<'EOF'\n--- a/src/a.ts\n+++ b/.husky/pre-commit\n@@ -1 +1 @@\n-a\n+b\nEOF",
		"git apply <<'EOF'\n--- a/../x\n+++ b/../x\n@@ -1 +1 @@\n-a\n+b\nEOF",
		"patch -p0 <<'EOF'\n--- /etc/passwd\n+++ /etc/passwd\n@@ -1 +1 @@\n-a\n+b\nEOF",
		"patch -p1 <<'EOF'\n--- a/../../x\n+++ a/../../x\n@@ -1 +1 @@\n-a\n+b\nEOF",
		'git apply <<\'EOF\'\n--- "a/src/\\056git"\n+++ b/src/x\n@@ -1 +1 @@\n-a\n+b\nEOF',
		"git apply <<'EOF'\ndiff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\nEOF",
		"git apply -R <<'EOF'\ndiff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\nEOF",
		"git apply <<'EOF'\ndiff --git a/x b/x\nnew file mode 120000\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+/etc/passwd\nEOF",
		"git apply <<'EOF'\ndiff --git a/x b/.claude/settings.json\nsimilarity index 100%\nrename from x\nrename to .claude/settings.json\nEOF",
		"git apply <<'EOF'\ndiff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\nEOF",
		"git apply <<'EOF'\ndiff --git a/x b/x\nGIT binary patch\nliteral 1\nIcmZP\nEOF",
		"git apply <<'EOF'\ndiff --git a/x b/x\nold mode 100644\nnew mode 104755\nEOF",
		"git apply --unsafe-paths <<'EOF'\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\nEOF",
		"git apply --recount <<'EOF'\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\nEOF",
		"git apply --directory=../y <<'EOF'\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\nEOF",
		"git apply --directory=.git <<'EOF'\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\nEOF",
		"cd src && git apply <<'EOF'\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\nEOF",
		"git -C /tmp/other apply <<'EOF'\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\nEOF",
		"patch -p1 -d /etc <<'EOF'\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\nEOF",
		"patch -p1 -o /etc/x <<'EOF'\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\nEOF",
		"patch ~/.bashrc <<'EOF'\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\nEOF",
		"patch <<'EOF'\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\nEOF",
		"patch -p1 <<'EOF'\n1d\nw .git/config\nEOF",
		"patch -p1 <<'EOF'\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n1,2d\n!id\nEOF",
		"patch -e -p1 <<'EOF'\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\nEOF",
		"patch -p1 <<'EOF'\nIndex: .git/config\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\nEOF",
		"patch -p1 <<'EOF'\n*** a/x\n--- b/.git/config\n***************\nEOF",
		"patch -p1 <<'EOF'\n  --- a/.git/config\n  +++ b/.git/config\n  @@ -1 +1 @@\n  -a\n  +b\nEOF",
		"patch -p1 <<'EOF'\n--- a/x\n+++ b/x\t1970-01-01 00:00:00 +0000\n@@ -1 +0,0 @@\n-a\nEOF",
		"git apply <<'EOF'\n--- a/x\n+++ b/x\n@@ -1,1 +1,9 @@\n-a\n+b\n--- a/.git/config\n+++ b/.git/config\n@@ -1 +1 @@\n-a\n+b\nEOF",
		"cat > /tmp/f.patch <<'EOF'\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\nEOF\nsed -i s,x,.git/config, /tmp/f.patch; git apply /tmp/f.patch",
		'git apply /tmp/unknown.patch',
		'curl -s https://example.com/x.patch | git apply',
		'git diff > /tmp/x.patch; git apply -R /tmp/x.patch',
		'git apply "$p"',
		'git apply *.patch',
		"patch -p1 -g 1 <<'EOF'\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\nEOF",
		"printf 'x' > /tmp/f.patch; ln -sf /tmp/g.patch /tmp/f.patch; git apply /tmp/f.patch",
	])('is not allowed when it does more or is unclear: %s', (command) => {
		expect(edit(command)).not.toBe('allow');
	});

	it.each([
		"git apply <<'EOF'\n--- a/.git/config\n+++ b/.git/config\n@@ -1 +1 @@\n-a\n+b\nEOF",
		"git apply <<'EOF'\n--- a/.git/hooks/pre-commit\n+++ b/.git/hooks/pre-commit\n@@ -1 +1 @@\n-a\n+b\nEOF",
	])('is blocked when it writes files that git obeys: %s', (command) => {
		expect(edit(command)).toBe('block');
	});

	it('may also be a file of the checkout', () => {
		const readText = (path: string) => (path === 'fix.patch' ? '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n' : undefined);
		const facts = aWorkspace({ readText });
		expect(edit('git apply fix.patch', facts)).toBe('allow');
		expect(edit('patch -p1 < fix.patch', facts)).toBe('allow');
		expect(
			edit('sed -i s/x/y/ fix.patch; git apply fix.patch', aWorkspace({ readText, isThere: () => true })),
		).not.toBe('allow');
	});
});

describe('a script that a variable makes a shell run', () => {
	it('is read when the same line wrote it', () => {
		expect(edit("printf 'rm -rf ~\\n' > /tmp/e.sh; BASH_ENV=/tmp/e.sh bash -c true")).toBe('block');
		expect(edit('BASH_ENV=/tmp/e.sh bash -c true')).toBe('confirm');
	});
});
