import { expect, test } from 'vitest';
import { checkoutFacts, checkoutFault, startFiles } from '../../playground/page/bench/checkout.ts';

const facts = checkoutFacts([
	{ path: 'package.json', text: '{}' },
	{ path: 'src/a/b.ts', text: 'b' },
	{ path: 'node_modules/x/index.js', text: 'x', changed: true },
	{ path: 'new.txt', text: 'new', changed: true },
	{ path: '.git/index', text: '', changed: true },
]);

test('finds a file by its relative and its absolute path', () => {
	expect(facts.readText('src/a/b.ts')).toBe('b');
	expect(facts.readText('/repo/src/../src/a/b.ts')).toBe('b');
	expect(facts.readText('src/a')).toBeUndefined();
	expect(facts.isFile?.('package.json')).toBe(true);
	expect(facts.realPath('../etc')).toBe('/etc');
	expect(facts.realPath('a\0b')).toBeUndefined();
});

test('the parent folders of files exist, and a file is not a folder', () => {
	expect(['/repo', '/repo/src', '/repo/src/a', '/tmp', '/'].every((path) => facts.isDirectory?.(path))).toBe(true);
	expect(['/repo/package.json', '/repo/lib', '/repo/src/b'].some((path) => facts.isDirectory?.(path))).toBe(false);
	expect(facts.isThere?.('/repo/package.json')).toBe(true);
	expect(facts.isThere?.('/repo/other')).toBe(false);
});

test('lists the files and folders of a folder, but none outside the checkout', () => {
	expect(facts.entries?.('/repo')).toEqual([
		{ name: 'package.json', kind: 'file' },
		{ name: 'src', kind: 'folder' },
		{ name: 'node_modules', kind: 'packages' },
		{ name: 'new.txt', kind: 'file' },
		{ name: '.git', kind: 'folder' },
	]);
	expect(facts.entries?.('/repo/src')).toEqual([{ name: 'a', kind: 'folder' }]);
	expect(facts.entries?.('/repo/missing')).toEqual([]);
	expect(facts.entries?.('/etc')).toBeUndefined();
});

test('a delivery contains the files that the run wrote, except those in .git', () => {
	expect(facts.changedInRun('new.txt')).toBe(true);
	expect(facts.changedInRun('package.json')).toBe(false);
	expect(facts.delivered?.().map(({ path }) => path)).toEqual(['node_modules/x/index.js', 'new.txt']);
	expect(facts.tracked?.()).toBe(2);
});

test('accepts only short relative paths', () => {
	const bad = ['', '.', '/etc/passwd', '..', '../a', 'a/../b', 'a//b', './a', 'a/', 'a\0', 'x'.repeat(201)];
	for (const path of bad) expect(checkoutFault([{ path, text: '' }]), path).toContain('Not a path');
	expect(checkoutFault(startFiles)).toBeUndefined();
	expect(checkoutFault([{ path: '..a/b...c', text: '' }])).toBeUndefined();
});

test('refuses duplicate paths, files below a file, and too many or too large files', () => {
	const file = (path: string, text = '') => ({ path, text });
	expect(checkoutFault([file('a'), file('a')])).toContain('two files');
	expect(checkoutFault([file('a/b/c'), file('a')])).toContain('below another file');
	expect(checkoutFault(Array.from({ length: 61 }, (_, i) => file(`f${i}`)))).toContain('at most 60 files');
	expect(checkoutFault([file('a', 'x'.repeat(100_001))])).toContain('at most 100,000 characters');
});
