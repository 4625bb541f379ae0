import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeShell } from '../support.ts';

/** Commands whose code leaves the part of its language that is known, three dashes between two. */
const commands = readFileSync(join(import.meta.dirname, 'outside.txt'), 'utf8')
	.trim()
	.split('\n---\n');

/** Threat: what looks like a text, a pattern or a comment is code, or the name of a method is computed. */
describe('code outside the part of its language that is known', () => {
	it.each(commands)('is not allowed: %s', (command) => {
		expect(judgeShell(command, { mode: 'edit' }).decision).not.toBe('allow');
	});
});
