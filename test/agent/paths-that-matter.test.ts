import { expect, it } from 'vitest';
import { pathsThatMatter } from '../../src/agent/paths-that-matter.ts';
import { keywordsOf } from '../../src/agent/relevance.ts';

const tree = [
	'README.md',
	'src/clock/timer.ts',
	'src/clock/index.ts',
	'src/index.ts',
	'src/user.ts',
	'test/timer.test.ts',
];

const found = (text: string, paths: readonly string[] = tree) =>
	pathsThatMatter(paths, { text, keywords: keywordsOf(text) }).map(({ path, named }) => (named ? `!${path}` : path));

it('begins with the files that the text names, by path or by a name that is there once', () => {
	expect(found('See `src/user.ts:12`, ./src/index.ts, and user.ts; index.ts is nowhere alone.').slice(0, 2)).toEqual([
		'!src/user.ts',
		'!src/index.ts',
	]);
	expect(found('In timer.ts.')[0]).toBe('!src/clock/timer.ts');
	expect(found('index.ts').filter((path) => path.startsWith('!'))).toEqual([]);
});

it('goes on with the paths that hold most of its words, equal ones by name', () => {
	expect(found('The clock timer stops')).toEqual(['src/clock/timer.ts', 'src/clock/index.ts', 'test/timer.test.ts']);
});

it('is the same in whatever order the tree was read', () => {
	expect(found('clock timer src', [...tree].reverse())).toEqual(found('clock timer src'));
});

it('leaves out what programs wrote and what is no text, unless its whole path is named', () => {
	const noise = ['package-lock.json', 'dist/timer.js', 'img/timer.png', 'a/timer.min.js', 'vendor/timer.go'];
	expect(found('timer package-lock.json', noise)).toEqual(['!package-lock.json']);
	expect(found('timer', noise)).toEqual([]);
});

it('looks into 16 files, 8 of them named', () => {
	const many = Array.from({ length: 40 }, (_, index) => `src/timer${index}.ts`);
	expect(found(`timer ${many.join(' ')}`, many).filter((path) => path.startsWith('!'))).toHaveLength(8);
	expect(found('timer', many)).toHaveLength(16);
});
