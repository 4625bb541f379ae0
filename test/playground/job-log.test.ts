import { expect, test } from 'vitest';
import { JobLog } from '../../playground/world/job-log.ts';

function logOf(...lines: readonly string[]): readonly string[] {
	const log = new JobLog();
	for (const line of lines) log.take(line);
	return log.lines;
}

test('a masked value is hidden in all later lines, and the order to mask it is not shown', () => {
	expect(logOf('::add-mask::a-made-up-token', 'token a-made-up-token, twice a-made-up-token')).toEqual([
		'token ***, twice ***',
	]);
});

test('an encoded mask hides the value itself', () => {
	expect(logOf('::add-mask::50%25 off', '50% off')).toEqual(['***']);
});

test('an empty mask hides nothing, and other orders are shown as words', () => {
	expect(logOf('::add-mask::', '::warning title=Look::Mind the gap', 'plain')).toEqual([
		'warning: Mind the gap',
		'plain',
	]);
});

test('only the last lines are kept', () => {
	const lines = logOf(...Array.from({ length: 500 }, (_, at) => `line ${at}`));
	expect([lines.length, lines[0], lines.at(-1)]).toEqual([400, 'line 100', 'line 499']);
});
