import { describe, expect, it } from 'vitest';
import {
	mayAnswer,
	type PersonFacts,
	plainApprovals,
	requirement,
	touchedPaths,
	unsigned,
} from '../../src/approvals/index.ts';
import type { ApprovalSettings, Clause, Effect, Match, Who } from '../../src/core/index.ts';

const writer: PersonFacts = { id: 1, login: 'ada', roleName: 'write', permission: 'write', teams: [] };
const someone = (facts: Partial<PersonFacts>): PersonFacts => ({ ...writer, ...facts });
const clause = (who: Who, count = 1): Clause => ({ count, who, why: 'x' });
const reader = { roleName: 'read', permission: 'read' };
const triager = { roleName: 'triage', permission: 'read' };

describe('who may answer', () => {
	it.each<[string, Who, Partial<PersonFacts>, boolean]>([
		['a writer, of writers', { roles: ['write'] }, {}, true],
		['a reader, of writers', { roles: ['write'] }, reader, false],
		['a triager, of writers', { roles: ['write'] }, triager, false],
		['an admin, of writers', { roles: ['write'] }, { roleName: 'admin', permission: 'admin' }, true],
		['a writer, of maintainers', { roles: ['maintain'] }, {}, false],
		['a maintainer, of maintainers', { roles: ['maintain'] }, { roleName: 'maintain' }, true],
		[
			'a maintainer whose server sends no role name',
			{ roles: ['maintain'] },
			{ roleName: '', permission: 'maintain' },
			true,
		],
		['an admin, of maintainers', { roles: ['maintain'] }, { roleName: 'admin', permission: 'admin' }, true],
		['a maintainer, of admins', { roles: ['admin'] }, { roleName: 'maintain' }, false],
		['a custom role with the name admin', { roles: ['admin'] }, { roleName: 'admin' }, false],
		['a custom role based on maintain', { roles: ['maintain'] }, { roleName: 'Release captain' }, false],
		['a custom role by its name', { roles: ['Release captain'] }, { roleName: 'Release captain' }, true],
		[
			'a custom role in other upper and lower case',
			{ roles: ['Release captain'] },
			{ roleName: 'release captain' },
			false,
		],
		['a custom role that cannot write', { roles: ['Gardener'] }, { ...reader, roleName: 'Gardener' }, false],
		['a triager, of triagers', { roles: ['triage'] }, triager, true],
		['a writer, of triagers', { roles: ['triage'] }, {}, true],
		['a reader, of triagers', { roles: ['triage'] }, reader, false],
		['a triager, of triagers or a team', { roles: ['triage'], teams: ['o/t'] }, triager, true],
		['a reader who is named next to triagers', { roles: ['triage'], people: [{ id: 1, login: 'ada' }] }, reader, false],
		['a person by account number', { people: [{ id: 1, login: 'former-name' }] }, {}, true],
		['another person with the same login', { people: [{ id: 2, login: 'ada' }] }, {}, false],
		['a person who lost write access', { people: [{ id: 1, login: 'ada' }] }, reader, false],
		['a member of a team', { teams: ['o/t'] }, { teams: ['o/t'] }, true],
		['a member of another team', { teams: ['o/t'] }, { teams: ['o/u'] }, false],
		['a member who cannot write', { teams: ['o/t'] }, { ...reader, teams: ['o/t'] }, false],
		['an owner', { owners: ['ada'], patterns: ['*'] }, {}, true],
		['an owner who cannot write', { owners: ['ada'], patterns: ['*'] }, triager, false],
		['an owner by e-mail address', { owners: ['ada@example.com'], patterns: ['*'] }, {}, false],
		['one of several alternatives', { roles: ['admin'], teams: ['o/t'] }, { teams: ['o/t'] }, true],
		['the requester', { roles: ['write'], except: { id: 1, login: 'x' } }, {}, false],
		[
			'the requester, named as a person',
			{ people: [{ id: 1, login: 'ada' }], except: { id: 1, login: 'x' } },
			{},
			false,
		],
		['another person with the login of the requester', { roles: ['write'], except: { id: 2, login: 'ada' } }, {}, true],
		['anybody if nobody is named', {}, { roleName: 'admin', permission: 'admin' }, false],
		['another account', { roles: ['write'], people: [{ id: 1, login: '' }] }, { permission: 'none' }, false],
		['an unknown permission', { roles: ['write'] }, { permission: 'owner', roleName: 'owner' }, false],
	])('$0: $3', (_what, who, facts, expected) => {
		expect(mayAnswer(clause(who), someone(facts))).toBe(expected);
	});
});

const requester = { id: 9, login: 'requester' };
const match = (approvers: readonly string[], more: Partial<Match> = {}): Match => ({
	...{ stage: 'policy', decision: 'confirm', rule: 'r', reason: '', risk: 'low', evidence: '' },
	...{ file: 'p.yml', line: 3, approvers },
	...more,
});
const needs = (
	settings: Partial<ApprovalSettings>,
	matches: readonly Match[] = [],
	owned: Parameters<typeof requirement>[0]['owned'] = [],
	risk: 'low' | 'critical' = 'low',
) => requirement({ settings: { ...plainApprovals, ...settings }, requester, risk, matches, owned });

describe('the required signatures', () => {
	const why = 'the configuration';
	const plain = { count: 1, who: { roles: ['write'] }, why };

	it('are one signature of a writer by default', () => {
		expect(needs({})).toEqual([plain]);
	});

	it('are as many as configured, and more if the risk is critical', () => {
		expect(needs({ signatures: 2, critical: 3 })).toEqual([{ ...plain, count: 2 }]);
		expect(needs({ signatures: 2, critical: 3 }, [], [], 'critical')).toEqual([{ ...plain, count: 3 }]);
		expect(needs({ signatures: 2 }, [], [], 'critical')).toEqual([{ ...plain, count: 2 }]);
	});

	it('include as many of the people whom the organization names', () => {
		const organization = {
			roles: ['admin'],
			people: [],
			teams: ['octo-org/security'],
			why: 'octo-org/.github:countersign.yml:2',
		};
		const theirs = { who: { roles: ['admin'], teams: ['octo-org/security'] }, why: organization.why };
		const maintain = { who: { roles: ['maintain'] }, why };
		expect(needs({ roles: ['maintain'], organization, critical: 2 }, [], [], 'critical')).toEqual([
			{ count: 2, ...maintain },
			{ count: 2, ...theirs },
		]);
		expect(needs({ organization })).toEqual([{ count: 1, ...theirs }]);
		expect(needs({ organization, notRequester: true })).toEqual([
			{ count: 1, who: { ...theirs.who, except: requester }, why: theirs.why },
		]);
	});

	it('include one for each rule that asks and names people, once for the same people', () => {
		const rules = [
			match(['@octo-org/Security', '@octocat#583231']),
			match(['maintain'], { rule: 'm' }),
			match(['@octo-org/security', '@octocat#583231'], { rule: 's', line: 9 }),
			match(['admin'], { decision: 'allow' }),
			match(['admin'], { decision: 'block' }),
		];
		expect(needs({}, rules)).toEqual([
			{
				count: 1,
				who: { people: [{ id: 583_231, login: 'octocat' }], teams: ['octo-org/security'] },
				why: 'rule r (p.yml:3), rule s (p.yml:9)',
			},
			{ count: 1, who: { roles: ['maintain'] }, why: 'rule m (p.yml:3)' },
		]);
		expect(needs({ signatures: 2 }, rules)).toHaveLength(3);
	});

	it('are impossible if a rule names a person without an account number', () => {
		expect(needs({}, [match(['@octocat'])])).toEqual([{ count: 1, who: {}, why: 'rule r (p.yml:3)' }]);
	});

	it('include one owner of the touched paths, and group paths with the same owners', () => {
		const owned = [
			{ path: 'a/x', pattern: '/a/', owners: ['ada', 'octo-org/docs'] },
			{ path: 'b/x', pattern: '/b/', owners: ['octo-org/docs', 'ada'] },
			{ path: 'c/x', pattern: '/c/', owners: ['mail@example.com'] },
		];
		expect(needs({ notRequester: true }, [], owned)).toEqual([
			{
				count: 1,
				who: { owners: ['ada'], teams: ['octo-org/docs'], patterns: ['/a/', '/b/'], except: requester },
				why: 'CODEOWNERS',
			},
			{ count: 1, who: { owners: ['mail@example.com'], patterns: ['/c/'], except: requester }, why: 'CODEOWNERS' },
		]);
	});
});

describe('the signatures that are missing', () => {
	const two = [clause({ roles: ['write'] }, 2), clause({ teams: ['o/t'] })];
	const left = (signatures: Parameters<typeof unsigned>[1]) => unsigned(two, signatures).map(({ count }) => count);

	it.each<[string, Parameters<typeof unsigned>[1], readonly number[]]>([
		['after none', [], [2, 1]],
		['after one of two', [{ user_id: 1, clauses: [0] }], [1, 1]],
		['after the same person twice', [1, 1].map((user_id) => ({ user_id, clauses: [0] })), [1, 1]],
		['after two for one clause', [1, 2].map((user_id) => ({ user_id, clauses: [0] })), [1]],
		[
			'after one for both clauses and one for one',
			[
				{ user_id: 1, clauses: [0, 1] },
				{ user_id: 2, clauses: [0] },
			],
			[],
		],
		['after one for an unknown clause', [{ user_id: 1, clauses: [7] }], [2, 1]],
		['after one for no clause', [{ user_id: 1, clauses: [] }], [2, 1]],
		['after one from a journal without clauses', [{ user_id: 1 }], [1, 1]],
	])('%s', (_what, signatures, expected) => {
		expect(left(signatures)).toEqual(expected);
	});
});

describe('the paths that a call touches', () => {
	const tree = { tracked: ['src/a.ts', 'src/deep/b.ts', 'srcs/c.ts', 'd.md'], changed: ['src/new.ts'] };
	it.each<[string, Effect, readonly string[]]>([
		['a file', { kind: 'write', path: 'd.md' }, ['d.md']],
		['a new file', { kind: 'write', path: 'x/y' }, ['x/y']],
		['a file that is executed later', { kind: 'config.write', path: 'd.md' }, ['d.md']],
		['a folder', { kind: 'delete', path: 'src', recursive: true }, ['src', 'src/a.ts', 'src/deep/b.ts', 'src/new.ts']],
		[
			'a wildcard',
			{ kind: 'delete', path: 'src/d*', recursive: false },
			['src/d*', 'src/a.ts', 'src/deep/b.ts', 'src/new.ts'],
		],
		['a wildcard at the root', { kind: 'write', path: '*.md' }, ['*.md', ...tree.tracked, ...tree.changed]],
		['everything', { kind: 'delete', path: '.', recursive: true }, [...tree.tracked, ...tree.changed]],
		['a delivery', { kind: 'forge.write', what: 'draft-pull-request', target: 'own' }, ['src/new.ts']],
		['a comment', { kind: 'forge.write', what: 'comment', target: 'own' }, []],
		['a file that is only read', { kind: 'read', path: 'd.md' }, []],
		['a path outside the checkout', { kind: 'write', path: '/tmp/x' }, []],
	])('%s', (_what, effect, expected) => {
		expect(touchedPaths([effect, effect], tree)).toEqual(expected);
	});
});
