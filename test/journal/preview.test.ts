import { expect, it } from 'vitest';
import { preview, previewArgs } from '../../src/journal/index.ts';

const cut = `${'x'.repeat(500)}...[truncated]`;

it('keeps 500 characters, and marks what it cuts [seeds 46]', () => {
	expect(preview('x'.repeat(500))).toBe('x'.repeat(500));
	expect(preview('x'.repeat(501))).toBe(cut);
});

it('cuts every text in the arguments at any depth, and keeps other values [seeds 46]', () => {
	const long = 'x'.repeat(9_000);
	expect(previewArgs({ command: long, edits: [{ text: long }, long, 7, null, true], short: 'ls' })).toEqual({
		command: cut,
		edits: [{ text: cut }, cut, 7, null, true],
		short: 'ls',
	});
});
