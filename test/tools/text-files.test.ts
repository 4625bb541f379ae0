import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newLineWindow } from '../../src/tools/line-window.ts';
import { nearestLines } from '../../src/tools/nearest-lines.ts';
import { linesOf } from '../../src/tools/text-file.ts';
import { sh } from '../sandbox/temporary.ts';
import { testServices } from './tool-services.ts';

describe('a text with CRLF, a byte order mark or another encoding', () => {
	it('is read with a note about its line endings and byte order mark', async () => {
		const { root, call } = await testServices({
			crlf: 'one\r\ntwo\r\n',
			mixed: 'one\r\ntwo\n',
			marked: '\ufeffone\ntwo\n',
		});
		writeFileSync(join(root, 'only-mark'), '\ufeff');
		const textOf = async (path: string) => (await call('file_read', { path })).text;
		expect(await textOf('crlf')).toBe('1\tone\n2\ttwo\n[Lines end as on Windows (CRLF); file_edit keeps that.]');
		expect(await textOf('mixed')).toContain('[1 lines end as on Windows (CRLF), the others do not.]');
		expect(await textOf('marked')).toBe(
			'1\tone\n2\ttwo\n[The file begins with a byte order mark, which file_edit keeps.]',
		);
		expect(await textOf('only-mark')).toContain('is empty');
	});

	it('keeps its line endings and byte order mark after an edit', async () => {
		const { root, call } = await testServices({
			crlf: 'one\r\ntwo\r\n',
			mixed: 'a\r\nb\nc\r\n',
			marked: '\ufeffone\r\ntwo\r\n',
		});
		const edited = async (path: string, old_text: string, new_text: string): Promise<string> => {
			const { text } = await call('file_edit', { path, old_text, new_text });
			return text.startsWith('Wrote') ? readFileSync(join(root, path), 'utf8') : text;
		};
		expect(await edited('crlf', 'two', 'two\nand a half')).toBe('one\r\ntwo\r\nand a half\r\n');
		expect(await edited('marked', 'one\ntwo', 'ONE')).toBe('\ufeffONE\r\n');
		expect(await edited('mixed', 'a\nb', 'x')).toContain('other line endings (CRLF and LF are mixed');
		expect(await edited('mixed', 'a\r\nb', 'x')).toBe('x\nc\r\n');
	});

	it.each([
		['binary', "printf 'a\\0b' > f", 'is binary (3 bytes)'],
		['latin1', "printf 'caf\\xe9' > f", 'an encoding other than UTF-8'],
		['truncated character', "printf 'a\\xe2\\x82' > f", 'an encoding other than UTF-8'],
		[
			'invalid byte late in the file',
			"head -c 300000 /dev/zero | tr '\\0' x > f; printf '\\xff' >> f",
			'an encoding other than UTF-8',
		],
		['utf16', "printf '\\xff\\xfea\\0b\\0' > f", 'is UTF-16 text'],
	])('is reported and not changed if it is not UTF-8: %s', async (_, script, why) => {
		const { root, call } = await testServices();
		sh(script, root);
		const before = readFileSync(join(root, 'f'));
		expect(await call('file_read', { path: 'f' })).toMatchObject({ ok: false, text: expect.stringContaining(why) });
		expect(await call('file_edit', { path: 'f', old_text: 'a', new_text: 'b' })).toMatchObject({
			ok: false,
			text: expect.stringContaining(why),
		});
		expect(readFileSync(join(root, 'f')).equals(before)).toBe(true);
	});

	it('is refused with advice if it is too large', async () => {
		const { root, call } = await testServices();
		sh('head -c 2000000 /dev/zero | tr "\\0" x > large; truncate -s 70M huge', root);
		expect((await call('file_edit', { path: 'large', old_text: 'x', new_text: 'y' })).text).toContain('Use shell_exec');
		expect((await call('file_read', { path: 'huge' })).text).toMatch(/larger than 64 MB. Use shell_exec/);
	});
});

describe('a window of lines', () => {
	it('shows the same lines for any split of the text', () => {
		const text = 'one\r\n\ntwo € three\n\nlast';
		for (const whole of [text, `${text}\n`, '\n', '', '\n\n']) {
			const lines = linesOf(whole);
			for (let size = 1; size <= whole.length + 1; size += 1)
				for (let offset = 1; offset <= lines.length + 1; offset += 1) {
					const window = newLineWindow({ offset, limit: 2, mostBytes: 1_000 });
					for (let at = 0; at < whole.length; at += size) window.add(whole.slice(at, at + size));
					expect(window.done()).toMatchObject({
						lines: lines.slice(offset - 1, offset + 1),
						total: lines.length,
						cut: false,
						windows: lines.filter((line) => line.endsWith('\r')).length,
					});
				}
		}
	});

	it('stores no more than it shows', () => {
		const window = newLineWindow({ offset: 2, limit: 10, mostBytes: 100 });
		// More than the maximum length of a string.
		for (let count = 0; count < 40; count += 1) window.add('x'.repeat(16_777_216));
		window.add(`\n${'y'.repeat(5_000)}\nz\n`);
		expect(window.done()).toEqual({ lines: ['y'.repeat(100)], cut: true, total: 3, windows: 0 });
	});
});

describe('the hint for a text that was not found', () => {
	const file = 'function one() {\n\treturn "x";\n}\n';
	it.each([
		['function one() {\n  return "x";', 'other white space'],
		['1\tfunction one() {\n2\t\treturn "x";', 'line numbers of file_read'],
		['return \u201cx\u201d;', 'other quotes'],
		['FUNCTION one', 'upper and lower case'],
		['  \n', 'only white space'],
		['entirely elsewhere, nothing alike', 'read the file again'],
	])('%j', (wanted, says) => {
		expect(nearestLines(file, wanted)).toContain(says);
	});

	it('is short, even for very long lines', () => {
		expect(nearestLines(`needle ${'x'.repeat(100_000)}\n`, `needle ${'x'.repeat(390)}`).length).toBeLessThan(1_000);
	});
});
