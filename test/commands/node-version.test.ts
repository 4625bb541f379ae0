import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { leastNode, requireNode } from '../../src/commands/doctor/node-version.ts';
import { errorOf } from '../support/error-of.ts';

it('an older Node is told what to install, and a sound one goes on', () => {
	expect(errorOf(() => requireNode('20.20.2'))).toMatchObject({
		code: 'bad-input',
		message: 'Countersign needs Node 24 or newer, but this is Node 20.20.2.',
		fix: expect.stringContaining('npx countersign'),
	});
	expect(requireNode('24.0.0')).toBeUndefined();
	expect(requireNode('100.1.0')).toBeUndefined();
});

it('package.json demands the same', () => {
	const { engines } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
	expect(engines.node).toBe(`>=${leastNode}`);
});
