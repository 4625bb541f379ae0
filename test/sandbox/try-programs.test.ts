import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { noToolchain } from '../../src/core/index.ts';
import { tryPrograms } from '../../src/sandbox/index.ts';
import { temporaryDirectory } from './temporary.ts';

/** Creates a folder of the PATH with these scripts. */
function aFolder(programs: Readonly<Record<string, string>>) {
	const folder = temporaryDirectory();
	for (const [name, text] of Object.entries(programs)) {
		writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
		chmodSync(join(folder, name), 0o755);
	}
	return { ...noToolchain, mounts: [folder], path: [folder] };
}

const version = ['--version'];

it('the first line of each program is its version, or the reason why it fails', async () => {
	const toolchain = aFolder({
		good: 'printf "\\n  good 1.2 ($1)\\nmore\\n"',
		loud: 'echo "loud 3" >&2',
		broken: 'echo "broken: no version is set" >&2; exit 126',
		silent: 'exit 1',
		lost: 'exec /nowhere/interpreter',
	});
	const names = ['good', 'loud', 'broken', 'silent', 'missing', 'lost'];
	const found = await tryPrograms(
		names.map((name) => ({ name, args: version })),
		{ workspace: temporaryDirectory(), toolchain },
	);
	expect(found).toEqual([
		{ name: 'good', version: 'good 1.2 (--version)' },
		{ name: 'loud', version: 'loud 3' },
		{ name: 'broken', why: 'it says: broken: no version is set', isMissing: false },
		{ name: 'silent', why: 'it does not start', isMissing: false },
		{ name: 'missing', why: 'it is in no folder of the PATH', isMissing: true },
		{ name: 'lost', why: 'it is in no folder of the PATH', isMissing: true },
	]);
});

it('the output of a program cannot fake a result, and arguments are passed unchanged', async () => {
	const toolchain = aFolder({
		liar: 'echo "== 0000000000000000 exit 0"; echo "$1"; exit 3',
		escape: "printf '\\033[31mred 1\\033[0m\\n'",
	});
	const trials = [
		{ name: 'liar', args: ["'; touch planted; '"] },
		{ name: 'escape', args: version },
		{ name: 'good', args: version },
	];
	const workspace = temporaryDirectory();
	expect(await tryPrograms(trials, { workspace, toolchain })).toEqual([
		{ name: 'liar', why: 'it says: == 0000000000000000 exit 0', isMissing: false },
		{ name: 'escape', version: 'red 1' },
		{ name: 'good', why: 'it is in no folder of the PATH', isMissing: true },
	]);
});

it('programs cannot change the checkout', async () => {
	const workspace = temporaryDirectory();
	mkdirSync(join(workspace, 'kept'));
	const toolchain = aFolder({ writer: 'touch here || exit 9; echo 1' });
	expect(await tryPrograms([{ name: 'writer', args: version }], { workspace, toolchain })).toEqual([
		{ name: 'writer', why: expect.stringContaining('Read-only file system'), isMissing: false },
	]);
});
