import { describe, expect, it, test } from 'vitest';
import { createForge } from '../../src/github/index.ts';
import { type Answer, aGitHub, anApi, errorOf, lines, no } from './support.ts';

const ada = { id: 42, login: 'ada' };

describe('membership in a team', () => {
	test.each<[string, Answer, boolean]>([
		['an active member', [200, { state: 'active', role: 'member' }], true],
		['a maintainer of the team', [200, { state: 'active', role: 'maintainer' }], true],
		['an invited person', [200, { state: 'pending', role: 'member' }], false],
		['a person outside the team', no(404), false],
		['a team that the token may not read', no(403), false],
		['a team that needs another token', no(401), false],
	])('is correct for %s: %s', async (_who, answer, expected) => {
		const asked = aGitHub(() => answer);
		expect(await createForge(anApi()).isMember('octo-org/security', ada)).toBe(expected);
		expect(lines(asked)).toEqual(['GET /orgs/octo-org/teams/security/memberships/ada']);
	});

	it.each([
		['an outage', no(503), 'github-unreachable'],
		['an unknown answer', [200, { role: 'member' }] as const, 'github-refused'],
	])('is an error after %s', async (_what, answer, code) => {
		aGitHub(() => answer);
		expect((await errorOf(createForge(anApi()).isMember('octo-org/security', ada))).code).toBe(code);
	});

	it('is requested again every time', async () => {
		let answer: Answer = [200, { state: 'active' }];
		aGitHub(() => answer);
		const forge = createForge(anApi());
		expect(await forge.isMember('octo-org/security', ada)).toBe(true);
		answer = no(404);
		expect(await forge.isMember('octo-org/security', ada)).toBe(false);
	});
});

test.each<[string, Answer, boolean]>([
	['exists', [200, { id: 1, slug: 'security' }], true],
	['is missing or hidden', no(404), false],
	['is closed to this token', no(403), false],
])('a team that %s can be read: %s', async (_what, answer, expected) => {
	const asked = aGitHub(() => answer);
	expect(await createForge(anApi()).canReadTeam('octo-org/security')).toBe(expected);
	expect(lines(asked)).toEqual(['GET /orgs/octo-org/teams/security']);
});
