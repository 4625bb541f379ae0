import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');

/** The package as it would be installed in another place, which keeps compiled code of its own. */
function installIn(folder: string): string {
	for (const part of ['dist', 'package.json', 'policies'])
		cpSync(join(root, part), join(folder, part), { recursive: true });
	return join(folder, 'dist/cli.js');
}

function explain(cli: string) {
	const env = { ...process.env, NODE_COMPILE_CACHE: undefined, NODE_DISABLE_COMPILE_CACHE: undefined };
	const { stdout, stderr, status } = spawnSync(process.execPath, [cli, 'policy', 'explain', 'ls'], {
		...{ encoding: 'utf8', cwd: root, env },
	});
	return { stdout, stderr, status };
}

test('what was compiled is kept beside the program, and says the same', () => {
	using folder = temporaryFolder();
	const cli = installIn(folder.path);
	const first = explain(cli);
	expect(first).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('allow') });
	expect(readdirSync(join(folder.path, '.cache')).length).toBeGreaterThan(0);
	expect(explain(cli)).toEqual(first);
});

test('where it cannot be kept, nothing is lost', () => {
	using folder = temporaryFolder();
	const cli = installIn(folder.path);
	writeFileSync(join(folder.path, '.cache'), '');
	expect(explain(cli)).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('allow') });
});
