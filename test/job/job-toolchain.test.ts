import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lookingOnce } from '../../src/job/job-toolchain.ts';

function aMachine() {
	// Every command has its own `/tmp`, so the tools must be elsewhere.
	const root = realpathSync(mkdtempSync(join(import.meta.dirname, '../../node_modules/.tools-')));
	const workspace = mkdtempSync(join(tmpdir(), 'countersign-test-'));
	onTestFinished(() => [root, workspace].forEach((folder) => void rmSync(folder, { recursive: true })));
	const program = (path: string): string => {
		const file = join(root, path);
		mkdirSync(join(file, '..'), { recursive: true });
		writeFileSync(file, '#!/bin/sh\n');
		chmodSync(file, 0o755);
		return join(file, '..');
	};
	const toolchain = (path: readonly string[]) =>
		lookingOnce({ workspace, temporary: workspace, tools: { path, home: join(root, 'home'), variables: [] } });
	return { program, toolchain };
}

test('a job reads the folders of the PATH only once', () => {
	const { program, toolchain } = aMachine();
	const folder = program('one/tools/first');
	const tools = toolchain([folder]);
	const before = tools();
	expect(before).toMatchObject({ mounts: [folder], hidden: [] });
	writeFileSync(join(folder, '.env'), '');
	expect(tools()).toEqual(before);
	expect(toolchain([folder])().hidden).toEqual([join(folder, '.env')]);
});

test('folders and variables of a configuration count even after the first look', () => {
	const { program, toolchain } = aMachine();
	const [folder, more] = [program('one/tools/first'), program('two/tools/second')];
	const tools = toolchain([folder]);
	tools();
	expect(tools({ tools: [], env: { A: 'b' } })).toMatchObject({ mounts: [folder], variables: { A: 'b' } });
	expect(tools({ tools: [more], env: { A: 'c' } })).toMatchObject({ mounts: [folder, more], variables: { A: 'c' } });
	expect(tools().variables).toEqual({});
});
