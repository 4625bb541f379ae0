import { expect, it } from 'vitest';
import { namedPaths } from '../../src/agent/named-paths.ts';

const tree = [
	'Makefile',
	'README.md',
	'src/clock/index.ts',
	'src/clock/timer.ts',
	'src/index.ts',
	'src/user.ts',
	'lib/app/models/base.py',
	'lib/app/forms/base.py',
	'core/src/main/java/com/example/Clock.java',
];

const named = (text: string, paths: readonly string[] = tree) =>
	namedPaths(text, paths, (path) => !path.endsWith('.lock'));

it('finds whole paths and unique file names, in the order of the text', () => {
	expect(named('See `src/user.ts:12`, ./src/index.ts, and timer.ts; index.ts alone is either.')).toEqual([
		'src/user.ts',
		'src/index.ts',
		'src/clock/timer.ts',
	]);
	expect(named('The Makefile is wrong')).toEqual(['Makefile']);
});

it.each([
	['  File "/usr/lib/python3/site-packages/app/models/base.py", line 12, in save', 'lib/app/models/base.py'],
	['    at tick (/home/octocat/project/src/clock/timer.ts:3:14)', 'src/clock/timer.ts'],
	['   at App.Tick() in C:\\work\\src\\clock\\timer.ts:line 3', 'src/clock/timer.ts'],
	['	at com.example.Clock.tick(Clock.java:7)', 'core/src/main/java/com/example/Clock.java'],
	['`app.models.base.Model` is slow', 'lib/app/models/base.py'],
])('finds the file of a stack frame or a module: %s', (line, path) => {
	expect(named(line)).toEqual([path]);
});

it('returns nothing when two files match', () => {
	expect(named('In base.py and /tmp/base.py of e.g. version 1.2.3')).toEqual([]);
});

it('finds an unreadable file only by its whole path', () => {
	const paths = ['a/yarn.lock'];
	expect(named('yarn.lock', paths)).toEqual([]);
	expect(named('a/yarn.lock', paths)).toEqual(['a/yarn.lock']);
});

it('returns at most eight paths', () => {
	const many = Array.from({ length: 40 }, (_, index) => `src/timer${index}.ts`);
	expect(named(many.join(' '), many)).toEqual(many.slice(0, 8));
});

it('looks up at most 1,000 words of a hostile text, even among thousands of similar paths', () => {
	const many = Array.from({ length: 5_000 }, (_, index) => `part${index}/lib/index.js`);
	const text = Array.from({ length: 50_000 }, (_, index) => `x${index}/lib/index.js`).join(' ');
	expect(named('/srv/part7/lib/index.js', many)).toEqual([]);
	expect(named('/srv/part7/lib/index.js', many.slice(0, 400))).toEqual(['part7/lib/index.js']);
	expect(named('.'.repeat(100_000) + '/'.repeat(100_000), many)).toEqual([]);
	expect(named(`${text} part7/lib/index.js`, many)).toEqual([]);
	expect(named(`part7/lib/index.js ${text}`, many)).toEqual(['part7/lib/index.js']);
});
