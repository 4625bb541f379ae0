import { expect, it } from 'vitest';
import { programsOf } from '../../src/readiness/test-programs.ts';
import { stackOf } from './stack-of.ts';
import { stackRows } from './stack-rows.ts';

/** A Rakefile alone does not make a folder a project. The others would have their projects one level too deep. */
const onlyAtTop: readonly string[] = ['Rake alone, without setup', 'two folders', 'packages without a workspace'];

it.each(stackRows)('finds the same project in a subfolder: %s', (title, files) => {
	const below = Object.fromEntries(Object.entries(files).map(([path, text]) => [`backend/${path}`, text]));
	const isSeen = stackOf(below).languages.length > 0;
	expect(isSeen).toBe(stackOf(files).languages.length > 0 && !onlyAtTop.includes(title));
});

/** Programs of the project itself. */
const own = /^(?:cd \S+ && )?(?:script\/test|bin\/rails test)$/;

it.each(stackRows)('knows the programs of each test command: %s', (_, files) => {
	const { tests, choices } = stackOf(files);
	const ways = [...tests, ...choices.flatMap(({ about, options }) => (about === 'tests' ? options : []))];
	expect(ways.filter((one) => !own.test(one) && programsOf([one]).length === 0)).toEqual([]);
});
