import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createRedactor, directoryBlobs, openJournal } from '../../src/journal/index.ts';
import { writeRun } from '../commands/past-run.ts';
import { elementsOf, parsedPage, textOf } from '../support/parsed-page.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { root } from './stage.ts';

/** Text that could mislead a page, a terminal or a reader. */
const nasty = [
	'</pre></details></main><script>alert(document.domain)</script><img src=x onerror=alert(1)>',
	'<a href="javascript:alert(1)">x</a><iframe srcdoc="<script>1</script>"></iframe><base href="https://evil.example/">',
	'\u001b]52;c;ZXZpbA==\u0007\u001b[2J\u001b[1;1H\u001b]8;;https://evil.example\u001b\\click\u001b]8;;\u001b\\\u009b31m',
	'\u202e\u2066gpj.exe\u2069\u200f שלום مرحبا \ufeff\u2028\u2029',
	'<style>*{display:none}</style><meta http-equiv=refresh content="0;url=https://evil.example">',
].join('\n');
const tenMegabytes = `${nasty}\n`.repeat(Math.ceil(10_000_000 / Buffer.byteLength(`${nasty}\n`)));

/** A run whose texts are all hostile, with outputs of ten megabytes each. */
async function hostileRun(folder: string): Promise<string> {
	const run = await writeRun(join(folder, 'run'), [
		{ id: 'c1', name: 'shell_exec', args: { command: nasty }, decision: 'confirm', answer: 'yes', by: 'ada' },
		{ id: 'c2', name: 'file_write', args: { path: nasty, content: tenMegabytes }, decision: 'block', rule: nasty },
		{ id: 'c3', name: 'shell_exec', args: { command: 'ls' }, decision: 'confirm', answer: 'no', by: 'ada' },
		{ id: 'c4', name: 'shell_exec', args: { command: 'id' }, decision: 'confirm', answer: 'expiry' },
	]);
	const redactor = createRedactor([]);
	const clock = { now: () => new Date('2026-05-01T12:00:01Z') };
	const journal = await openJournal({ path: join(run, 'journal.jsonl'), clock, redactor });
	const blobs = directoryBlobs(join(run, 'blobs'), redactor);
	const output = await blobs.put(tenMegabytes);
	await journal.append({ type: 'tool_started', call_id: 'c1', attempt: 1 });
	await journal.append({ type: 'tool_result', call_id: 'c1', ok: false, output, duration_ms: 1, tree: 'a'.repeat(64) });
	await journal.append({ type: 'note', text: nasty });
	writeFileSync(
		join(run, 'changes.diff'),
		`diff --git a/x b/x\n# changed\n--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n-a\n${tenMegabytes.replaceAll(/^/gm, '+')}\n`,
	);
	return run;
}

const harmless = new Set(
	(
		'html head meta title style body a header p h1 nav ul li main section h2 h3 strong dl div dt dd time code br ol span article details summary pre ' +
		'fieldset legend label input table thead tbody tr th td figure figcaption svg g rect line text i q footer em s hr blockquote'
	).split(' '),
);

const cli = (...args: readonly string[]) =>
	promisify(execFile)(process.execPath, [join(root, 'dist/cli.js'), ...args], { maxBuffer: 64_000_000 });

test('the report of a hostile run is small, and contains no active content', async () => {
	using folder = temporaryFolder();
	const run = await hostileRun(folder.path);
	await cli('report', run);
	const text = readFileSync(join(run, 'report.html'), 'utf8');
	expect(Buffer.byteLength(text)).toBeLessThan(3_000_000);
	const page = parsedPage(text);
	const elements = elementsOf(page);
	expect(elements.filter(({ name }) => !harmless.has(name)).map(({ name }) => name)).toEqual([]);
	expect(elements.filter(({ name }) => name === 'meta' || name === 'style')).toHaveLength(5);
	for (const { name, attributes } of elements)
		for (const [key, value] of attributes) {
			expect(key, name).not.toMatch(/^(on|style$|src|srcdoc|action|formaction|xlink)/);
			if (key === 'href') expect(value).toMatch(/^#[a-z0-9-]+$/);
		}
	const shown = textOf(page);
	expect(shown).toContain('<script>alert(document.domain)</script>');
	expect(shown).toContain('\\u{1b}]52;c;');
	expect(shown).toContain('\\u{202e}');
	expect(shown).toContain('שלום');
	expect(shown).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
	expect(shown).toContain('asked 3 times: 1 approved, 1 denied, 1 unanswered');
});

test('the text output of a hostile run contains no control characters', async () => {
	using folder = temporaryFolder();
	const run = await hostileRun(folder.path);
	const { stdout: timeline } = await cli('audit', 'show', run);
	expect(timeline).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
	expect(Math.max(...timeline.split('\n').map((line) => line.length))).toBeLessThan(1000);
	const { stdout: json } = await cli('audit', 'show', run, '--json');
	expect(json).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
	expect(JSON.parse(json.split('\n')[15] ?? '')).toMatchObject({ type: 'note', text: nasty });
	const { stdout: suggested } = await cli('policy', 'suggest', run, '--at-least', '1');
	expect(suggested).not.toMatch(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}]/u);
});
