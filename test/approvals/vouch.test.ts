import { expect, test } from 'vitest';
import { commentsWith, parseCommands, readComment, vouchesFor } from '../../src/approvals/index.ts';
import { vouchIn } from '../../src/run/index.ts';

const sha = '0123456789abcdef0123456789abcdef01234567';
const writer = { id: 1, login: 'writer', type: 'User' };
const reader = { id: 2, login: 'reader', type: 'User' };

function aComment(body: string, author = writer, change: { edited?: boolean; viaApp?: boolean } = {}) {
	const at = '2026-11-22T10:00:00Z';
	return { id: 5, author, body, createdAt: at, edited: false, viaApp: false, mine: false, url: 'u', ...change };
}

test('`/agent ok` accepts only a full commit id', () => {
	expect(parseCommands(`/agent ok ${sha}`)).toEqual([{ kind: 'vouch', sha }]);
	expect(parseCommands(`/agent OK ${sha.toUpperCase()}`)).toEqual([{ kind: 'vouch', sha }]);
	for (const less of [sha.slice(0, 39), sha.slice(0, 12), 'abcd', `${sha}0`])
		expect(parseCommands(`/agent ok ${less}`)).toMatchObject([{ kind: 'malformed', line: `/agent ok ${less}` }]);
	expect(parseCommands('/agent ok')).toMatchObject([{ kind: 'malformed' }]);
	expect(parseCommands('/agent ok, fix it')).toEqual([{ kind: 'agent', task: 'ok, fix it' }]);
	expect(parseCommands('/agent okay')).toEqual([{ kind: 'agent', task: 'okay' }]);
	expect(parseCommands(`/agent ok ${sha} and go`)).toMatchObject([{ kind: 'agent' }]);
});

test('a task may follow `/agent ok` in the same comment', () => {
	expect(parseCommands(`/agent ok ${sha}\n/agent fix it`)).toEqual([
		{ kind: 'vouch', sha },
		{ kind: 'agent', task: 'fix it' },
	]);
});

test('a vouch counts only for its commit, in a valid comment, by a person with write access', async () => {
	const said = `/agent ok ${sha}`;
	const other = `f${sha.slice(1)}`;
	expect(vouchesFor(readComment(aComment(said)), sha)).toBe(true);
	expect(vouchesFor(readComment(aComment(said)), other)).toBe(false);
	expect(vouchesFor(readComment(aComment(`> ${said}`)), sha)).toBe(false);
	expect(commentsWith('vouch', [readComment(aComment(said, writer, { viaApp: true }))])).toEqual([]);
	const asked: string[] = [];
	const forge = {
		rights: async ({ id, login }: { id: number; login: string }) => {
			asked.push(login);
			return { role: '', mayWrite: id === writer.id, roleName: '', permission: '' };
		},
	};
	expect(await vouchIn([aComment(said)], sha, forge)).toEqual({ by: { id: 1, login: 'writer' }, commentId: 5 });
	expect(await vouchIn([aComment(said)], other, forge)).toBeUndefined();
	expect(await vouchIn([aComment(said, writer, { edited: true })], sha, forge)).toBeUndefined();
	asked.length = 0;
	expect(
		await vouchIn(
			[1, 2, 3].map(() => aComment(said, reader)),
			sha,
			forge,
		),
	).toBeUndefined();
	expect(asked).toEqual(['reader']);
});
