import { describe, expect, it } from 'vitest';
import { aWorkspace, judgeTool } from './support.ts';

const root = '/checkouts/repo';
const folders = new Set(['src', 'tests', 'docs', 'pkg'].map((name) => `${root}/${name}`));
const there = new Set(['src/a.ts', 'src/kept.ts.bak', 'tests/a.test.ts'].map((name) => `${root}/${name}`));
const facts = aWorkspace({
	isDirectory: (path) => folders.has(path),
	isThere: (path) => folders.has(path) || there.has(path),
	entries: (folder) => (folder === `${root}/pkg` ? [{ name: '.mocharc.test.ts', kind: 'file' }] : []),
});
const inEdit = (command: string) => judgeTool('shell_exec', { command }, { mode: 'edit', facts }).decision;

describe('a folder that mktemp made', () => {
	it.each([
		'D=$(mktemp -d); cp docs/*.csv "$D"; ls "$D"; rm -r "$D"',
		'D=$(mktemp -d) && git diff > "$D/a.diff" && rm -rf "$D"',
		'D=$(mktemp -d); rm -rf "${D:?}"',
		'F=$(mktemp); D=$(mktemp -d); rm -rf "$F" "$D"',
	])('may be removed by the same line: %s', (command) => {
		expect(inEdit(command)).toBe('allow');
	});

	it.each([
		['the root folder, if mktemp fails', 'D=$(mktemp -d); rm -rf "$D/"'],
		['all of the root folder, if mktemp fails', 'D=$(mktemp -d); rm -rf "$D"/*'],
		['a folder above', 'D=$(mktemp -d); rm -rf "$D/.."'],
		['another folder', 'D=$(mktemp -d); rm -rf "$D" src'],
		['the folder of a default value', 'D=$(mktemp -d); rm -rf "${D:-src}"'],
		['a folder after a failure', 'D=$(mktemp -d) || D=src; rm -rf "$D"'],
		['work that was moved there', 'D=$(mktemp -d); mv src "$D"; rm -rf "$D"'],
		['temporary work that was moved there', 'D=$(mktemp -d); mv /tmp/work "$D"; rm -rf "$D"'],
		['a folder with a name that the caller chose', 'mkdir -p /tmp/x; rm -rf /tmp/x'],
		['a new folder of the checkout', 'D=$(mktemp -d -p .); rm -rf "$D"'],
	])('does not stand for %s: %s', (_, command) => {
		expect(inEdit(command)).not.toBe('allow');
	});
});

describe('a new file of the checkout', () => {
	it.each([
		"sed -i.bak -e '/x/d' src/a.ts && rm -f src/a.ts.bak",
		"sed --in-place=.old 's/a/b/' src/a.ts; rm src/a.ts.old",
		'cp src/a.ts src/b.ts; rm src/b.ts',
		'sort docs/a.md > docs/b.md && cat docs/b.md && rm docs/b.md',
	])('may be removed by the line that makes it: %s', (command) => {
		expect(inEdit(command)).toBe('allow');
	});

	it.each([
		['was there before', "sed -i.bak 's/a/b/' src/kept.ts && rm src/kept.ts.bak"],
		['is the file itself', "sed -i.bak 's/a/b/' src/a.ts && rm src/a.ts"],
		['has the only copy of moved work', 'mv src/a.ts src/b.ts && rm src/b.ts'],
		['has the only copy of work that git moved', 'git mv src/a.ts src/b.ts && rm src/b.ts'],
		['has the only copy of work that a script moved', "perl -e \"rename 'src/a.ts','src/b.ts'\" && rm src/b.ts"],
		['is in a folder that was moved', 'mv src lib; touch lib/a.ts; rm lib/a.ts'],
		['is a pattern', "sed -i.bak 's/a/b/' src/*.ts && rm src/*.ts.bak"],
		['is removed with all below it', 'touch src/n; rm -r src/n'],
		['executes later', 'touch .github/workflows/n.yml; rm .github/workflows/n.yml'],
		['is another one', "sed -i.bak 's/a/b/' src/a.ts && rm -f src/c.ts.bak"],
	])('is not free if it %s: %s', (_, command) => {
		expect(inEdit(command)).not.toBe('allow');
	});

	it('needs approval if the gate does not know whether the file was there', () => {
		const command = 'cp src/a.ts src/b.ts; rm src/b.ts';
		expect(judgeTool('shell_exec', { command }, { mode: 'edit' }).decision).toBe('confirm');
	});
});

/** Threat: temporary folders end with the machine, and the work ends with them. */
describe('work that leaves the checkout', () => {
	it.each([
		'mv src /tmp/src-old',
		'mv src/a.ts /tmp/',
		'mv -t /var/tmp src',
		'mv -- src/../src /tmp/x',
		'cd /tmp && mv /checkouts/repo/src x',
		'for f in src/*.ts; do mv "$f" /tmp/; done',
		"find src -name '*.ts' -exec mv {} /tmp/x \\;",
		'mv docs/a.md docs/b.md /tmp/x/',
	])('needs approval: %s', (command) => {
		expect(inEdit(command)).not.toBe('allow');
	});

	it.each([
		'mv src/a.ts src/b.ts',
		'mv src docs',
		'sort docs/a.md > /tmp/a.md && mv /tmp/a.md docs/a.md',
		'mv /tmp/a.txt /tmp/b.txt',
	])('is not a move inside the checkout or inside the temporary folder: %s', (command) => {
		expect(inEdit(command)).toBe('allow');
	});
});

describe('files that are written by a pattern', () => {
	it.each([
		'split -l 2 docs/a.csv /tmp/part_',
		'split -l 2 docs/a.csv /var/tmp/part.',
		"python3 -c \"from pathlib import Path\nfor f in Path('tests').glob('*.test.ts'):\n    f.write_text(f.read_text().replace('a', 'b'))\"",
	])('are ordinary below a certain name: %s', (command) => {
		expect(inEdit(command)).toBe('allow');
	});

	it.each([
		'split -l 2 docs/a.csv /tmp/',
		'split -l 2 docs/a.csv /tmp/a',
		'split -l 2 docs/a.csv /tmp/.x_',
		'split -l 2 docs/a.csv /tmp/d/../../etc/part_',
		'rm /tmp/part_*',
		'cat /tmp/part_*',
		"python3 -c \"from pathlib import Path\nfor f in Path('pkg').glob('*.test.ts'):\n    f.write_text(f.read_text().replace('a', 'b'))\"",
		"touch tests/.mocharc.test.ts; python3 -c \"from pathlib import Path\nfor f in Path('tests').glob('*.test.ts'):\n    f.write_text('x')\"",
		"python3 -c \"from pathlib import Path\nfor f in Path('.github').glob('*.yml'):\n    f.write_text(f.read_text().replace('a', 'b'))\"",
		"python3 -c \"from pathlib import Path\nfor f in Path('.').glob('*.json'):\n    f.write_text(f.read_text().replace('a', 'b'))\"",
	])('need approval if they may be others or settings: %s', (command) => {
		expect(inEdit(command)).not.toBe('allow');
	});
});
