import { describe, expect, it } from 'vitest';
import { isGitName, leadsIntoGit, withGitNames } from '../../src/core/index.ts';

describe('a name that some file systems treat as .git', () => {
	it.each([
		'.git',
		'.GIT',
		'.git.',
		'.git ',
		'.git. .',
		'git~1',
		'GIT~12',
		'.git::$INDEX_ALLOCATION',
		'.git:stream',
		'.g\u200dit',
		'.gi\ufefft',
		'\u202e.git',
		'x\\.git\\config',
	])('is %j', (name) => {
		expect(isGitName(name)).toBe(true);
	});

	it.each(['.gitignore', '.github', 'git', 'a.git', '.git-blame-ignore-revs', 'git~', 'git~1x', '..git', 'digit'])(
		'is not %j',
		(name) => {
			expect(isGitName(name)).toBe(false);
		},
	);

	it('is found anywhere in a path and replaced with .git', () => {
		expect(leadsIntoGit('sub/.git./config')).toBe(true);
		expect(withGitNames('sub/GIT~1/.gitignore')).toBe('sub/.git/.gitignore');
		expect(withGitNames('src/a.ts')).toBe('src/a.ts');
	});
});
