import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keptScripts } from '../../src/commands/hook/kept-scripts.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let temporary: ReturnType<typeof temporaryFolder>;
let kept: string;
beforeEach(() => {
	temporary = temporaryFolder();
	kept = join(temporary.path, 'kept/version');
	script(
		'entry.cjs',
		'const late = () => loadLate("./late.cjs"); exports.sum = (a, b) => late().add(a, b) + require("./base.cjs").base;',
	);
	script('late.cjs', 'exports.add = (a, b) => a + b;');
	script('base.cjs', 'exports.base = require("node:path").sep.length;');
});
afterEach(() => temporary[Symbol.dispose]());

function script(name: string, text: string): void {
	writeFileSync(join(temporary.path, name), text);
}

/** Does what a process does: loads a script, calls it, and saves the cache. */
function call(): unknown {
	const scripts = keptScripts(temporary.path, kept);
	const { sum } = scripts.load('entry.cjs') as { sum: (a: number, b: number) => number };
	const answer = sum(1, 2);
	scripts.keep();
	return answer;
}

const entry = () => join(kept, 'entry.cjs');
const contributors = () => readFileSync(entry()).readDoubleLE(statSync(entry()).size - 16);

it('runs scripts that require each other and caches the compiled code of those that ran', () => {
	expect(call()).toBe(4);
	expect(readdirSync(kept).sort()).toEqual(['base.cjs', 'entry.cjs', 'late.cjs']);
	expect(statSync(entry()).mode & 0o022).toBe(0);
	expect(call()).toBe(4);
});

it('lets only the first eight processes add to the cache', () => {
	for (let n = 1; n <= 10; n++) {
		call();
		expect(contributors()).toBe(Math.min(n, 8));
	}
	const { mtimeMs, ino } = statSync(entry());
	call();
	expect(statSync(entry())).toMatchObject({ mtimeMs, ino });
});

it.each<readonly [string, (bytes: Buffer) => Buffer]>([
	['no bytes', () => Buffer.alloc(0)],
	['a few bytes', () => Buffer.from('kept')],
	['half the bytes', (bytes) => bytes.subarray(0, bytes.length / 2)],
	['all but the last byte', (bytes) => bytes.subarray(0, -1)],
])('gives the same result when the cache holds %s, and starts a new cache', (_, spoil) => {
	call();
	call();
	writeFileSync(entry(), spoil(readFileSync(entry())));
	expect(call()).toBe(4);
	expect(contributors()).toBe(1);
});

it('runs the current script, whatever the cache holds', () => {
	call();
	script('late.cjs', 'exports.add = (a, b) => a * b * 10;');
	expect(call()).toBe(21);
});

it('runs the script when the cache folder cannot be written', () => {
	writeFileSync(join(temporary.path, 'kept'), '');
	expect(call()).toBe(4);
});

it('throws when a script is missing or throws', () => {
	expect(() => keptScripts(temporary.path, kept).load('other.cjs')).toThrow('ENOENT');
	script('entry.cjs', 'throw new Error("no");');
	expect(call).toThrow('no');
});
