import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeAppAnswer } from '../../src/config/index.ts';
import { errorOf } from '../support/error-of.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('reads the answer of the bot from its file and deletes the file', () => {
	using folder = temporaryFolder();
	const path = join(folder.path, 'answer.json');
	writeFileSync(path, '{"token":"x"}');
	expect(takeAppAnswer({ COUNTERSIGN_APP_ANSWER: path })).toBe('{"token":"x"}');
	expect(existsSync(path)).toBe(false);
});

test.each([{}, { COUNTERSIGN_APP_ANSWER: '' }])('returns nothing when no file is named: %j', (env) => {
	expect(takeAppAnswer(env)).toBeUndefined();
});

test('a missing file stops the job', () => {
	using folder = temporaryFolder();
	const error = errorOf(() => takeAppAnswer({ COUNTERSIGN_APP_ANSWER: join(folder.path, 'none') }));
	expect(error.code).toBe('bad-input');
});
