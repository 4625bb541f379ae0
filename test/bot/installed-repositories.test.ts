import { expect, test } from 'vitest';
import { installedRepositories } from '../../src/bot/installed-repositories.ts';
import type { RequestPort } from '../../src/github/index.ts';

const found = (id: number) => ({
	...{ id, name: `repo-${id}`, owner: { login: 'octo-org' }, default_branch: 'main' },
});

const port = (answer: () => unknown): RequestPort => ({
	request: async () => ({ status: 200, data: answer(), headers: {} }),
});

test('an installation that cannot be read is reported, and the others are still listed', async () => {
	const of: Readonly<Record<number, () => unknown>> = {
		1: () => ({ repositories: [found(10)] }),
		2: () => {
			throw new Error('the organization has an IP allow list enabled');
		},
		3: () => ({ repositories: [found(30), { ...found(31), archived: true }] }),
	};
	const host = {
		auth: async (id?: number) => port(() => (id === undefined ? [1, 2, 3].map((one) => ({ id: one })) : of[id]?.())),
	};
	const refused: number[] = [];
	const link = { webUrl: 'https://example.com', signal: new AbortController().signal };
	const names: string[] = [];
	for await (const { name } of installedRepositories(host, link, (installation) => refused.push(installation)))
		names.push(name);
	expect(names).toEqual(['octo-org/repo-10', 'octo-org/repo-30']);
	expect(refused).toEqual([2]);
});
