import { expect, it } from 'vitest';
import { createMemoryBranch } from '../../src/github/index.ts';
import { withRemembrance } from '../../src/memory/index.ts';
import { FakeGit, type Trouble } from './fake-git.ts';
import { aGitHub, anApi, no } from './support.ts';

const remembrance = { day: '2026-01-01', episode: '## 12:00 — one\n', feedback: '', notes: '' };
const atWrites =
	(status: number, said: string): Trouble =>
	({ method }) =>
		method === 'GET' ? undefined : no(status, said);

it.each<[string, Trouble, RegExp, RegExp]>([
	['protected', () => undefined, /countersign\/memory/, /422.*rule violations/],
	[
		'forbidden for the token',
		atWrites(403, 'Resource not accessible by integration'),
		/^never$/,
		/403.*not accessible/,
	],
	['in conflict', atWrites(409, 'Git Repository is empty.'), /^never$/, /409.*empty/],
	['unreachable', () => no(500, 'oops'), /^never$/, /could not be reached/],
])('a memory branch that is %s does not stop the run, which says why', async (_what, trouble, refuses, why) => {
	const fake = new FakeGit();
	fake.trouble = trouble;
	fake.refuses = refuses;
	aGitHub(fake.handle);
	const branch = createMemoryBranch({ api: anApi(), now: () => new Date('2026-01-01'), add: withRemembrance });
	const said = await branch.keep(remembrance);
	expect(said).toContain('is not on the branch `countersign/memory`');
	expect(said).toMatch(why);
	expect(await branch.next(remembrance).catch(() => 'thrown')).not.toBe('thrown');
});
