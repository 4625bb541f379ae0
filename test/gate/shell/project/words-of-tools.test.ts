import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exampleFacts } from '../../../../src/gate/policy-examples.ts';
import { judgeShell } from '../../support.ts';

const linesOf = (name: string): readonly string[] =>
	readFileSync(new URL(name, import.meta.url), 'utf8')
		.trim()
		.split('\n');

const decide = (line: string, mode: 'default' | 'edit'): string =>
	judgeShell(line, { mode, facts: exampleFacts }).decision;

describe('words that make a tool run, show or replace something', () => {
	it.each(linesOf('words-of-tools.txt'))('are not allowed: %s', (line) => {
		expect(decide(line, 'edit')).not.toBe('allow');
	});
});

describe('an output among the source files', () => {
	it.each([
		'babel src -d src',
		'babel src/lib --out-dir=src',
		'swc src -d .',
		'esbuild src/app.js --outdir=tests',
		'tsc --declarationDir src',
		'tsc src/index.js --allowJs -d',
		'vendor/bin/phpstan analyse src --fix',
	])('counts as a change: %s', (line) => {
		expect(decide(line, 'default')).toBe('confirm');
	});
});

describe('words that only select something', () => {
	it.each(linesOf('words-of-tools-ordinary.txt'))('are allowed: %s', (line) => {
		expect(decide(line, 'edit')).toBe('allow');
	});
});
