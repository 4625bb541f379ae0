import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeShell } from '../support.ts';

/** Commands with code that hides what it does in classes, attributes, decorators and names of its own, three dashes between two. */
const commands = readFileSync(join(import.meta.dirname, 'hostile.txt'), 'utf8')
	.trim()
	.split('\n---\n');

describe('code that hides its effects behind names of its own', () => {
	it.each(commands)('is not allowed: %s', (command) => {
		expect(judgeShell(command, { mode: 'edit' }).decision).not.toBe('allow');
	});
});
