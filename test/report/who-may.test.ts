import { expect, test } from 'vitest';
import type { Who } from '../../src/core/index.ts';
import { whoMay } from '../../src/report/index.ts';
import { whoMayLines } from '../../src/report/requests/who-may.ts';

const clause = (who: Who, count = 1) => ({ count, who, why: 'x' });
const except = { id: 1, login: 'requester' };

test.each<[readonly ReturnType<typeof clause>[], readonly string[]]>([
	[[clause({ roles: ['write'] })], ['people with write access']],
	[[clause({ teams: ['octo-org/security'] }, 2)], ['2 members of @octo-org/security']],
	[[clause({ roles: ['write'] }, 2)], ['2 people with write access']],
	[[clause({ roles: ['maintain'] }, 2)], ['2 people with the role maintain or above']],
	[[clause({ roles: ['Release `captain`'] })], ['people with the role `` Release `captain` ``']],
	[[clause({ teams: ['octo-org/security'] })], ['a member of @octo-org/security']],
	[[clause({ teams: ['octo-org/a', 'octo-org/b'] }, 2)], ['2 of: a member of @octo-org/a, a member of @octo-org/b']],
	[
		[
			clause({
				people: [
					{ id: 583_231, login: 'octocat' },
					{ id: 7, login: '' },
				],
			}),
		],
		['@octocat or the account 7'],
	],
	[
		[clause({ roles: ['admin'], people: [{ id: 583_231, login: 'octocat' }], teams: ['octo-org/a'] }, 2)],
		['2 of: people with the role admin, @octocat, a member of @octo-org/a'],
	],
	[[clause({ owners: ['octocat'], patterns: ['src/auth/**'] })], ['an owner of `src/auth/**` (@octocat)']],
	[
		[clause({ owners: ['docs@example.com'], teams: ['octo-org/docs'], patterns: ['a', 'b'] })],
		['an owner of `a`, `b` (`docs@example.com`, which cannot be verified, @octo-org/docs)'],
	],
	[[clause({})], ['nobody who could be verified']],
	[
		[clause({ roles: ['write'], except }), clause({ teams: ['octo-org/a'], except })],
		['people with write access', 'a member of @octo-org/a', 'not @requester, who started the run'],
	],
])('%# says who may answer', (clauses, said) => {
	expect(whoMay(clauses)).toEqual(said);
});

test('groups calls that the same people may answer', () => {
	const plain = [clause({ roles: ['write'] })];
	const security = [clause({ teams: ['octo-org/security'] })];
	expect(whoMayLines([{ id: 'A1', needs: plain }, { id: 'A2' }]).text).toBe(
		'Who may answer: people with write access.',
	);
	expect(whoMayLines([{ id: 'A1', needs: security }, { id: 'A2' }, { id: 'A3', needs: security }]).text).toBe(
		'Who may answer:\n- A1, A3: a member of @octo-org/security\n- A2: people with write access',
	);
});
