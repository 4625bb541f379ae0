import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { aCheckout, type Checkout, judge } from './checkouts.ts';

const made: Checkout[] = [];

/** A checkout with files that hold these lines. */
function having(files: Readonly<Record<string, string>>): Checkout {
	const checkout = aCheckout({ files: Object.keys(files) });
	for (const [path, text] of Object.entries(files)) writeFileSync(join(checkout.root, path), text);
	made.push(checkout);
	return checkout;
}

afterAll(() => {
	for (const { remove } of made) remove();
});

const plain = having({ '.gitignore': '.env\nnode_modules\n' });
const searches = [
	'rg .',
	'rg SECRET',
	'rg --files | xargs cat',
	'rg -l . | xargs cat',
	'fd . | xargs cat',
	'fd -x cat',
	'ag .',
	'ag password',
];

describe('an ignore file that makes searches include hidden files', () => {
	it.each(['.ignore', '.rgignore', '.fdignore', '.gitignore', 'docs/.ignore', 'src/x/.gitignore'])(
		'makes searches ask: %s',
		(file) => {
			const hostile = having({ [file]: '# x\n!.env\n' });
			for (const line of searches) {
				expect([line, judge(line, plain).decision]).toEqual([line, 'allow']);
				expect([line, judge(line, hostile).decision]).toEqual([line, 'confirm']);
			}
		},
	);

	it.each([
		'!.env',
		'!.env*',
		'!*.env',
		'!.*',
		'!*',
		'!**',
		'!*/',
		'!/.env',
		'!sub/.env',
		'!sub/*',
		'![.]env',
		'!\\.env',
		'!{.env,x}',
		'!.e?v',
		'!.ENV',
		'!.git',
		'!.git/config',
		'!.netrc',
		'!.aws/',
	])('makes searches ask because of the pattern %s', (pattern) => {
		expect(judge('rg SECRET', having({ '.ignore': `x\n${pattern}\n` })).decision).toBe('confirm');
	});

	it.each([
		'!.env.example',
		'!.github/',
		'!.vscode/settings.json',
		'!*.md',
		'!src/',
		'!.gitkeep',
		'#!.env',
		'.env',
		' !x',
		'!x.{ts,js}',
	])('does not make searches ask because of %s', (pattern) => {
		const harmless = having({ '.gitignore': `.env*\n${pattern}\n` });
		for (const line of searches) expect([line, judge(line, harmless).decision]).toEqual([line, 'allow']);
	});

	it.each([
		'rg TODO src',
		'rg TODO',
		'rg --files | head',
		'rg -l SECRET',
		'rg -c SECRET',
		'fd -e ts | xargs wc -l',
		'ag foo',
	])('does not affect %s', (line) => {
		expect(judge(line, having({ '.ignore': '!.env\n' })).decision).toBe('allow');
	});

	it('is assumed when the folder cannot be read', () => {
		const facts = { ...plain.facts, entries: () => undefined };
		expect(judge('rg SECRET', { facts }).decision).toBe('confirm');
		expect(judge('rg TODO', { facts }).decision).toBe('allow');
	});
});

describe('an option that makes searches include hidden files', () => {
	it.each([
		"rg -g '*' SECRET",
		"rg --glob='**' .",
		"rg --iglob '*' .",
		"rg -g '*.ts' -g '*' SECRET",
		"rg -g '*env*' SECRET",
		"rg -l -g '*' . | xargs cat",
		"rg --type-add 'x:.env*' -t x .",
		"rg --type-add 'x:*' -tx SECRET",
		'rg --ignore-file docs/a.ignore SECRET',
		'fd --ignore-file docs/a.ignore | xargs cat',
		'ag -p docs/a.ignore SECRET',
	])('asks: %s', (line) => {
		expect(judge(line, having({ 'docs/a.ignore': '!.env\n' })).decision).toBe('confirm');
	});

	it('is blocked when it names a credential: rg -g {.env,x} .', () => {
		expect(judge("rg -g '{.env,x}' foo", plain).decision).toBe('block');
		expect(judge("rg -g '[.]env' .", plain).decision).toBe('block');
	});

	it.each([
		"rg -g '*.ts' SECRET",
		"rg -g '*.{ts,tsx}' SECRET",
		"rg -g '!*.md' SECRET",
		"rg -g '!{a,b}' SECRET",
		"rg -g 'src/**' SECRET",
		"rg -g '*' foo",
		"rg -l foo -g '*.{ts,tsx}' | xargs cat",
		"rg --type-add 'x:*.foo' -tx SECRET",
		'rg --ignore-file docs/a.ignore SECRET',
	])('is allowed when it includes none: %s', (line) => {
		expect(judge(line, having({ 'docs/a.ignore': 'dist\n' })).decision).toBe('allow');
	});
});
