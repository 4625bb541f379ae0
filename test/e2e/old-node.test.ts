import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const cli = join(import.meta.dirname, '../../dist/cli.js');

/** Makes this Node look like an older one, and takes away a function that Node 18 does not have. */
const pretends = `data:text/javascript,${encodeURIComponent(`
	Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } });
	process.getBuiltinModule = undefined;
`)}`;

it.each([[['--version']], [['doctor']], [['hook']], [['run', 'x']]])('%j on an old Node prints one line', (args) => {
	const { stdout, stderr, status } = spawnSync(process.execPath, ['--import', pretends, cli, ...args], {
		encoding: 'utf8',
		input: '',
	});
	expect([stdout, status]).toEqual(['', 2]);
	expect(stderr).toMatch(/^countersign: .* needs Node 24 or newer, but this is Node 18\.20\.8\. Install .*\n$/);
	expect(stderr.trim().split('\n')).toHaveLength(1);
});
