import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guardPaths } from '../../src/commands/hook/guard-script.ts';
import { hookPlaces } from '../../src/commands/hook/hook-places.ts';
import { judgeShell, judgeTool } from '../gate/support.ts';

const files = new Set([
	...Object.values(hookPlaces).flatMap((place) => Object.values(place.files)),
	...Object.values(guardPaths),
]);

describe.each([...files])('no mode lets an agent change %s', (file) => {
	const folder = dirname(file);

	it.each([
		`rm ${file}`,
		`rm -rf ${folder}`,
		`echo x > ${file}`,
		`mv ${file} old`,
		`git restore ${folder}`,
		`git checkout HEAD~1 -- ${file}`,
	])('%s', (command) => {
		expect(judgeShell(command).decision).toBe('block');
		expect(judgeShell(command, { mode: 'auto' }).decision).toBe('block');
	});

	it('a file tool', () => {
		expect(judgeTool('Write', { file_path: file, content: 'x' }).decision).toBe('block');
		expect(judgeTool('Write', { file_path: file, content: 'x' }, { mode: 'auto' }).decision).toBe('block');
	});
});
