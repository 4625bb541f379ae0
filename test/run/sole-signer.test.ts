import { expect, test } from 'vitest';
import type { Clause, Forge, Verdict } from '../../src/core/index.ts';
import { refusedUnsignable } from '../../src/run/calls/sole-signer.ts';

const alone = { id: Number.MAX_SAFE_INTEGER, login: 'ann.local' };
const forge = {
	rights: async () => ({ role: 'write', mayWrite: true, roleName: 'write', permission: 'write' }),
	isMember: async () => false,
} as Partial<Forge> as Forge;
const asks: Verdict = {
	decision: 'confirm',
	risk: 'low',
	reason: '',
	rule: 'r',
	effects: [],
	matches: [],
	executes: [],
};
const clause = (who: Clause['who'], count = 1): Clause => ({ count, who, why: '' });
const writer = clause({ roles: ['write'] });

test.each([
	['no particular signer', []],
	['one writer', [writer]],
	['a triager', [clause({ roles: ['triage'] })]],
	['a writer or a team', [clause({ roles: ['write'], teams: ['octo-org/security'] })]],
])('a step that needs %s can be approved at a terminal', async (_what, needs) => {
	expect(await refusedUnsignable(asks, needs, { alone, forge })).toBeUndefined();
});

test.each([
	['two writers', [clause({ roles: ['write'] }, 2)]],
	['a maintainer', [clause({ roles: ['maintain'] })]],
	['a person other than the requester', [clause({ roles: ['write'], except: alone })]],
	['a team', [clause({ teams: ['octo-org/security'] })]],
	['a GitHub account', [clause({ people: [{ id: 5, login: 'ann.local' }] })]],
	['a code owner', [clause({ owners: ['ann'] })]],
	['a writer and a team', [writer, clause({ teams: ['octo-org/security'] })]],
	['a signer that does not exist', [clause({})]],
])('a step that needs %s is blocked at a terminal', async (_what, needs) => {
	expect(await refusedUnsignable(asks, needs, { alone, forge })).toMatchObject({
		decision: 'block',
		rule: 'nobody-here-can-sign',
		reason: expect.stringMatching(/^This asks for .+, and a terminal has only the person before it/),
	});
});

test('a step on GitHub may need others, and a blocked step stays blocked', async () => {
	const needs = [clause({ roles: ['write'] }, 2)];
	expect(await refusedUnsignable(asks, needs, { forge })).toBeUndefined();
	expect(await refusedUnsignable({ ...asks, decision: 'block' }, needs, { alone, forge })).toBeUndefined();
});
