import { expect, it } from 'vitest';
import { assumedWalls, type JsonObject, modes } from '../../src/core/index.ts';
import { judgeTool } from './support.ts';

const shell = (command: string) => ['shell_exec', { command }] as const;

/** One call of each class of effects, and what each mode makes of it: plan, default, edit, contained, auto. */
it.each<readonly [string, readonly [string, JsonObject], string]>([
	['reads the checkout', ['file_read', { path: 'src/a.ts' }], 'allow allow allow allow allow'],
	['reads with a command', shell('ls src'), 'allow allow allow allow allow'],
	['reads a credential', shell('cat .env'), 'block block block block block'],
	['reads GitHub', ['issue_read', {}], 'allow allow allow allow allow'],
	['comments on its own thread', ['comment', { body: 'x' }], 'allow allow allow allow allow'],
	['writes an ordinary file', ['file_write', { path: 'src/a.ts', content: 'x' }], 'block confirm allow allow allow'],
	['writes an ordinary file with a command', shell('touch src/a.ts'), 'block confirm allow allow allow'],
	[
		'writes a file that is executed later',
		['file_write', { path: '.github/workflows/a.yml', content: 'x' }],
		'block confirm confirm inside auto',
	],
	['writes a credential', ['file_write', { path: '.env', content: 'x' }], 'block block block block block'],
	['writes outside the checkout', ['file_write', { path: '../a', content: 'x' }], 'block block block block block'],
	['deletes a file', shell('rm src/a.ts'), 'block confirm confirm inside auto'],
	['deletes the repository', shell('rm -rf .git'), 'block block block block block'],
	['runs a program', shell('node scripts/a.js'), 'block confirm confirm inside auto'],
	['contacts another machine', shell('curl https://example.com'), 'confirm confirm confirm confirm auto'],
	['pushes to a branch', shell('git push origin topic'), 'block confirm confirm confirm auto'],
	['sets labels', ['labels_set', { add: ['ready to merge'] }], 'block confirm confirm confirm auto'],
	['uses more privileges', shell('sudo ls'), 'block block block block block'],
	['has unknown effects', shell('eval "$X"'), 'block confirm confirm inside auto'],
])('each mode decides as expected when a call %s', (_class, [name, args], expected) => {
	const decisions = modes.map((mode) => judgeTool(name, args, { mode, walls: assumedWalls }).decision);
	expect(decisions.join(' ')).toBe(expected.replaceAll(/auto|inside/g, 'allow'));
	// The order of the modes is their strictness, by which the stricter of two modes is found.
	const freedom = decisions.map((decision) => ['block', 'confirm', 'allow'].indexOf(decision));
	expect(freedom).toEqual(freedom.toSorted());
	const withoutWalls = judgeTool(name, args, { mode: 'contained' }).decision;
	expect(withoutWalls).toBe(judgeTool(name, args, { mode: 'edit' }).decision);
});
