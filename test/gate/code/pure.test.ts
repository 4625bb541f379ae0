import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { effectsOf } from './effects-of.ts';

/** Commands with code that only computes, prints or reads ordinary files of the checkout, three dashes between two. */
const commands = readFileSync(join(import.meta.dirname, 'pure.txt'), 'utf8')
	.trim()
	.split('\n---\n');

describe('code that only computes, prints or reads', () => {
	it.each(commands)('has no effect but reading: %s', (command) => {
		expect(effectsOf(command).filter((line) => !line.startsWith('read '))).toEqual([]);
	});

	it('has more than 250 examples', () => {
		expect(commands.length).toBeGreaterThan(250);
	});
});
