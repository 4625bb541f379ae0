import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/index.ts';
import { testServices } from './tool-services.ts';

it.each<readonly [string, string, JsonObject, string | undefined, string | undefined]>([
	['a new file', 'file_write', { path: 'n.txt', content: 'x\r\n' }, undefined, 'x\r\n'],
	['an overwritten file', 'file_write', { path: 'n.txt', content: '' }, 'old\n', ''],
	['an edit', 'file_edit', { path: 'n.txt', old_text: 'b', new_text: 'c$&' }, 'a\nb\n', 'a\nc$&\n'],
	[
		'an edit of a file with Windows line endings',
		'file_edit',
		{ path: 'n.txt', old_text: 'a\nb', new_text: 'a\nc' },
		'a\r\nb\r\n',
		'a\r\nc\r\n',
	],
	['an edit of a missing text', 'file_edit', { path: 'n.txt', old_text: 'z', new_text: 'c' }, 'a\n', undefined],
	[
		'an edit of a text that occurs twice',
		'file_edit',
		{ path: 'n.txt', old_text: 'aa', new_text: 'c' },
		'aaa\n',
		undefined,
	],
	['an edit of an empty text', 'file_edit', { path: 'n.txt', old_text: '', new_text: 'c' }, 'a\n', undefined],
	['an edit of a missing file', 'file_edit', { path: 'n.txt', old_text: 'a', new_text: 'c' }, undefined, undefined],
])('the predicted result of %s is what the tool writes', async (_what, name, args, before, after) => {
	const services = await testServices();
	const file = join(services.root, 'n.txt');
	if (before !== undefined) writeFileSync(file, before);
	const told = services.toolbox.rewrite?.({ id: 'c1', name, args });
	expect(told?.path).toBe('n.txt');
	expect(told?.after(before)).toBe(after);
	const output = await services.call(name, args);
	expect(output.ok).toBe(after !== undefined);
	if (after !== undefined) expect(readFileSync(file, 'utf8')).toBe(after);
});
