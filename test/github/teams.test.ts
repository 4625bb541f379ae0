import { describe, expect, it, test } from 'vitest';
import { createForge } from '../../src/github/index.ts';
import { type Answer, aGitHub, anApi, errorOf, lines, no } from './support.ts';

const ada = { id: 42, login: 'ada' };

describe('a member of a team', () => {
	test.each<[string, Answer, boolean]>([
		['an active member', [200, { state: 'active', role: 'member' }], true],
		['a maintainer of it', [200, { state: 'active', role: 'maintainer' }], true],
		['somebody who is invited', [200, { state: 'pending', role: 'member' }], false],
		['somebody else', no(404), false],
		['what the token may not read', no(403), false],
		['what asks for another token', no(401), false],
	])('%s: %s', async (_who, answer, expected) => {
		const asked = aGitHub(() => answer);
		expect(await createForge(anApi()).isMember('octo-org/security', ada)).toBe(expected);
		expect(lines(asked)).toEqual(['GET /orgs/octo-org/teams/security/memberships/ada']);
	});

	it.each([
		['an outage', no(503), 'github-unreachable'],
		['an answer that is not known', [200, { role: 'member' }] as const, 'github-refused'],
	])('is an error, and no member, after %s', async (_what, answer, code) => {
		aGitHub(() => answer);
		expect((await errorOf(createForge(anApi()).isMember('octo-org/security', ada))).code).toBe(code);
	});

	it('is asked about anew every time', async () => {
		let answer: Answer = [200, { state: 'active' }];
		aGitHub(() => answer);
		const forge = createForge(anApi());
		expect(await forge.isMember('octo-org/security', ada)).toBe(true);
		answer = no(404);
		expect(await forge.isMember('octo-org/security', ada)).toBe(false);
	});
});

test.each<[string, Answer, boolean]>([
	['is there', [200, { id: 1, slug: 'security' }], true],
	['is not there, or hidden', no(404), false],
	['is none of this token', no(403), false],
])('a team that %s can be read: %s', async (_what, answer, expected) => {
	const asked = aGitHub(() => answer);
	expect(await createForge(anApi()).canReadTeam('octo-org/security')).toBe(expected);
	expect(lines(asked)).toEqual(['GET /orgs/octo-org/teams/security']);
});
