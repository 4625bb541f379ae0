import { expect, test } from 'vitest';
import { JobLog } from '../../playground/world/job-log.ts';

function logOf(...lines: readonly string[]): readonly string[] {
	const log = new JobLog();
	for (const line of lines) log.take(line);
	return log.lines;
}

test('hides a masked value in all later lines, and the mask command itself', () => {
	expect(logOf('::add-mask::a-made-up-token', 'token a-made-up-token, twice a-made-up-token')).toEqual([
		'token ***, twice ***',
	]);
});

test('decodes an encoded mask before hiding it', () => {
	expect(logOf('::add-mask::50%25 off', '50% off')).toEqual(['***']);
});

test('ignores an empty mask, and shows other commands as text', () => {
	expect(logOf('::add-mask::', '::warning title=Look::Mind the gap', 'plain')).toEqual([
		'warning: Mind the gap',
		'plain',
	]);
});

test('keeps only the last lines', () => {
	const lines = logOf(...Array.from({ length: 500 }, (_, at) => `line ${at}`));
	expect([lines.length, lines[0], lines.at(-1)]).toEqual([400, 'line 100', 'line 499']);
});
