import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { leastNode, oldNodeError } from '../../src/commands/doctor/node-version.ts';

it('an old Node prints one line that says what to install', () => {
	const error = oldNodeError('20.20.2', ['doctor']);
	expect(error).toMatch(/^countersign: Countersign needs Node 24 or newer, but this is Node 20\.20\.2\. Install .*$/);
});

it('an old Node prints the error as JSON for --json', () => {
	const { error } = JSON.parse(oldNodeError('20.20.2', ['doctor', '--json']) ?? '');
	expect(error).toEqual({ code: 'bad-input', message: expect.any(String), fix: expect.stringMatching(/^Install /) });
});

it.each(['24.0.0', '100.1.0'])('Node %s is recent enough', (version) => {
	expect(oldNodeError(version, [])).toBeUndefined();
});

it('package.json requires the same version', () => {
	const { engines } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
	expect(engines.node).toBe(`>=${leastNode}`);
});
