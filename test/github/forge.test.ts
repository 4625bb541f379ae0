import { describe, expect, it, test } from 'vitest';
import type { RunCheck } from '../../src/core/index.ts';
import { createForge } from '../../src/github/index.ts';
import { type Answer, aGitHub, anApi, errorOf, lines, no } from './support.ts';

const ada = { id: 42, login: 'ada' };

describe('the rights of a person', () => {
	const known = (permission: string, role_name?: string): Answer => [
		200,
		{ permission, ...(role_name === undefined ? {} : { role_name }), user: { id: 42, login: 'ada' } },
	];

	/** The role and permission in the answer of GitHub, or none if it is about another account. */
	const heldIn = (answer: Answer) => {
		const said = answer[1] as { permission: string; role_name?: string; user: { id: number } | null };
		return answer[0] === 200 && said.user?.id === ada.id
			? { roleName: said.role_name ?? '', permission: said.permission }
			: { roleName: '', permission: 'none' };
	};

	test.each<[string, Answer, string, boolean]>([
		['an admin', known('admin', 'admin'), 'admin', true],
		['a maintainer', known('write', 'maintain'), 'maintain', true],
		['a maintainer on a newer server', known('maintain', 'maintain'), 'maintain', true],
		['a writer', known('write', 'write'), 'write', true],
		['a custom role based on write', known('write', 'Release captain'), 'Release captain', true],
		['a custom role based on triage', known('read', 'Gardener'), 'Gardener', false],
		['a custom role named admin', known('read', 'admin'), 'admin', false],
		['a triager', known('read', 'triage'), 'triage', false],
		['a triager on a newer server', known('triage', 'triage'), 'triage', false],
		['a reader', known('read', 'read'), 'read', false],
		['a person without access', known('none', 'none'), 'none', false],
		['a writer on a server without roles', known('write'), 'write', true],
		['a reader on a server without roles', known('read'), 'read', false],
		['an unknown permission', known('owner', 'owner'), 'owner', false],
		['an unknown account', no(404), 'none', false],
		['another account with the same name', [200, { permission: 'admin', user: { id: 43 } }], 'another account', false],
		['an answer without an account', [200, { permission: 'admin', user: null }], 'another account', false],
	])('are correct for %s', async (_who, answer, role, mayWrite) => {
		const asked = aGitHub(() => answer);
		expect(await createForge(anApi()).rights(ada)).toEqual({ role, mayWrite, ...heldIn(answer) });
		expect(lines(asked)).toEqual(['GET /collaborators/ada/permission']);
	});

	it('are read again every time', async () => {
		let permission = 'write';
		aGitHub(() => known(permission));
		const forge = createForge(anApi());
		expect((await forge.rights(ada)).mayWrite).toBe(true);
		permission = 'read';
		expect((await forge.rights(ada)).mayWrite).toBe(false);
	});

	test.each([
		[403, 'github-refused'],
		[503, 'github-unreachable'],
	])('throw an error when GitHub answers %i', async (status, code) => {
		aGitHub(() => no(status));
		expect((await errorOf(createForge(anApi()).rights(ada))).code).toBe(code);
	});

	it('are requested for a name with unusual characters', async () => {
		const asked = aGitHub(() => no(404));
		await createForge(anApi()).rights({ id: 1, login: 'x/../../y?z#[bot]' });
		expect(lines(asked)).toEqual(['GET /collaborators/x/../../y?z#[bot]/permission']);
	});
});

describe('an issue', () => {
	const plain = { number: 7, title: 'It breaks', body: 'Badly', user: { ...ada, type: 'User' } };
	const read = {
		number: 7,
		title: 'It breaks',
		body: 'Badly',
		author: expect.objectContaining(ada),
		isPullRequest: false,
	};
	const ghost = expect.objectContaining({ login: 'ghost' });

	test.each<[string, object, object]>([
		['with all its fields', plain, read],
		['without a body', { ...plain, body: null }, { ...read, body: '' }],
		['with a ghost as its author', { ...plain, user: null }, { ...read, author: ghost }],
		['as a pull request', { ...plain, pull_request: { url: 'x' } }, { ...read, isPullRequest: true }],
		['as an issue if pull_request is null', { ...plain, pull_request: null }, read],
	])('is read %s', async (_what, answer, expected) => {
		aGitHub(() => [200, answer]);
		expect(await createForge(anApi()).issue(7)).toEqual(expected);
	});
});

test('a reaction is sent again if its answer is lost', async () => {
	let tries = 0;
	const asked = aGitHub(() => (tries++ === 0 ? 'dropped' : [200, { id: 1 }]));
	await createForge(anApi()).react(5, 'rocket');
	expect(asked).toEqual(
		Array(2).fill({ method: 'POST', path: '/issues/comments/5/reactions', query: {}, body: { content: 'rocket' } }),
	);
});

describe('the check of a run', () => {
	const check: RunCheck = { run: '7-a', conclusion: 'action_required', title: 'Waits', summary: 'x'.repeat(70_000) };
	const body = {
		...{ name: 'Countersign', external_id: '7-a', status: 'completed', conclusion: 'action_required' },
		output: { title: 'Waits', summary: 'x'.repeat(60_000) },
	};

	function aHead(there: readonly object[], writing: Answer = [201, {}]) {
		return aGitHub(({ method, path }) => {
			if (path === '/pulls/7') return [200, { head: { sha: 'abc' } }];
			return method === 'GET' ? [200, { check_runs: there }] : writing;
		});
	}

	it.each<[string, object[], string, object]>([
		['created if there is none', [], 'POST /check-runs', { ...body, head_sha: 'abc' }],
		[
			'edited if it exists',
			[
				{ id: 5, external_id: '7-b' },
				{ id: 6, external_id: '7-a' },
			],
			'PATCH /check-runs/6',
			body,
		],
		[
			'created beside the check of another run',
			[{ id: 5, external_id: null }],
			'POST /check-runs',
			{ ...body, head_sha: 'abc' },
		],
	])('is %s', async (_what, there, line, sent) => {
		const asked = aHead(there);
		await createForge(anApi()).showCheck(7, check);
		expect(lines(asked).at(-1)).toBe(line);
		expect(asked.at(-1)?.body).toEqual(sent);
	});

	it('is skipped if the token may not write it', async () => {
		const asked = aHead([], no(403));
		await createForge(anApi()).showCheck(7, check);
		expect(lines(asked).at(-1)).toBe('POST /check-runs');
	});
});
