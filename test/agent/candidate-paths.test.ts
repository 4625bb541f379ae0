import { expect, it } from 'vitest';
import { candidatePaths } from '../../src/agent/candidate-paths.ts';

const tree = [
	'README.md',
	'src/clock/timer.ts',
	'src/clock/index.ts',
	'src/index.ts',
	'src/user.ts',
	'test/timer.test.ts',
];

const candidates = (text: string, paths: readonly string[] = tree) => candidatePaths(paths, ['', '', text]);

it('lists the named files first, then paths by the number of matching words, then by name', () => {
	const { named, paths } = candidates('The clock timer of src/user.ts stops');
	expect(named).toEqual(['src/user.ts']);
	expect(paths).toEqual([
		'src/user.ts',
		'src/clock/timer.ts',
		'src/clock/index.ts',
		'src/index.ts',
		'test/timer.test.ts',
		'README.md',
	]);
});

it('gives the same order for any order of the tree', () => {
	expect(candidates('clock timer src', [...tree].reverse())).toEqual(candidates('clock timer src'));
});

it('leaves out generated and binary files, unless the text names the whole path', () => {
	const noise = ['package-lock.json', 'dist/timer.js', 'img/timer.png', 'a/timer.min.js', 'vendor/timer.go'];
	expect(candidates('timer package-lock.json', noise).paths).toEqual(['package-lock.json']);
	expect(candidates('timer', noise).paths).toEqual([]);
});

it('returns no files for a text without keywords', () => {
	expect(candidates('the of 12').paths).toEqual([]);
});

it('returns the 20,000 most likely files of a huge repository', () => {
	const many = Array.from({ length: 30_000 }, (_, index) => `src/file${index}.ts`);
	const { paths } = candidates('the timer', [...many, 'src/timer.ts']);
	expect(paths).toHaveLength(20_000);
	expect(paths[0]).toBe('src/timer.ts');
});
