import { describe, expect, it } from 'vitest';
import { stricterClauses } from '../../src/approvals/index.ts';
import type { Clause, Who } from '../../src/core/index.ts';

const clause = (who: Who, count = 1): Clause => ({ count, who, why: 'the configuration' });
const write = clause({ roles: ['write'] });
const admin = clause({ roles: ['admin'] });
const ada = clause({ people: [{ id: 11, login: 'ada' }] });
const team = clause({ teams: ['octo-org/security'] });

describe('of two lists of required signers, the stricter one wins', () => {
	it.each<[string, readonly Clause[], readonly Clause[], readonly Clause[]]>([
		['the same', [write], [write], [write]],
		['a higher role today', [write], [admin], [admin]],
		['a lower role today', [admin], [write], [admin]],
		['more people today', [write], [clause({ roles: ['write'] }, 2)], [clause({ roles: ['write'] }, 2)]],
		['named people today', [write], [ada], [ada]],
		['any writer today', [ada], [write], [ada]],
		['other people today', [ada], [team], [ada, team]],
		['a custom role today', [write], [clause({ roles: ['release'] })], [clause({ roles: ['release'] })]],
		['two alternative roles, one of them lower, today', [admin], [clause({ roles: ['admin', 'write'] })], [admin]],
		[
			'without the requester today',
			[write],
			[clause({ roles: ['write'], except: { id: 1, login: 'r' } })],
			[clause({ roles: ['write'], except: { id: 1, login: 'r' } })],
		],
		['triagers at the start', [clause({ roles: ['triage'] })], [write], [write]],
		['triagers today', [write], [clause({ roles: ['triage'] })], [write]],
		[
			'more people of a lower role today',
			[admin],
			[clause({ roles: ['write'] }, 2)],
			[admin, clause({ roles: ['write'] }, 2)],
		],
	])('%s', (_what, then, today, both) => {
		expect(stricterClauses(then, today)).toEqual(both);
	});
});
