import { describe, expect, it } from 'vitest';
import { judgeShell } from '../support.ts';

const decide = (line: string): string => judgeShell(line, { mode: 'edit' }).decision;

/** Threat: what waits beside the line, or comes round again, finds the link that another part has made by then. */
describe('a link that is made while another command runs', () => {
	it.each([
		'sleep 2 && cat x/config & ln -s .git x',
		'(sleep 2; cat x/config) | ln -s .git x',
		'coproc { sleep 2; cat x/config; }; ln -s .git x',
		'sleep 2 > >(cat x/config); ln -s .git x',
		'true <(sleep 2; cat x/config); ln -s .git x',
		'f() { cat x/config; }; f & ln -s .git x',
		"bash -c 'sleep 2; cat x/config' & ln -s .git x",
		"sleep 2 && bash -c 'cat x/config' & bash -c 'ln -s .git x'",
		'ln -s src x; (sleep 2; cat x/config) & ln -sfn .git x',
		'for ((;;)); do cat x/config; ln -s .git x; done',
		'until false; do cat x/config; ln -s .git x; done',
		"find src -exec sh -c 'cat x/config; ln -s .git x' \\;",
	])('is blocked when the other command may use it: %s', (line) => {
		expect(decide(line)).toBe('block');
	});

	it.each([
		'sleep 1 & ln -s src lib',
		'cat src/a.ts & ln -s src lib; wait',
		'for f in src/*; do ln -sf "$PWD/$f" lib/; done',
		'cat lib/a.ts | ln -s src lib',
	])('is allowed when it does not matter: %s', (line) => {
		expect(decide(line)).toBe('allow');
	});
});
