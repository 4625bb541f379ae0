import { expect, test } from 'vitest';
import { z } from 'zod';
import { createApi } from '../../src/github/api/api.ts';
import { createRedactor } from '../../src/journal/index.ts';

const secret = 'Vd83-kq0Lp-ye7Wm-2XzsQ';

function opened() {
	const sent: Record<string, unknown>[] = [];
	const octokit = {
		request: async (route: string, parameters: Record<string, unknown> = {}) => {
			sent.push({ route, ...parameters });
			return { status: 200, data: {}, headers: {} };
		},
	};
	const redactor = createRedactor([secret]);
	const sleep = async (): Promise<void> => undefined;
	const api = createApi({ octokit, owner: 'octo-org', repo: 'slugs', webUrl: 'https://example.com', redactor, sleep });
	return { api, sent };
}

test('secrets are redacted in every field of a request, nested ones too', async () => {
	const { api, sent } = opened();
	const hidden = `${secret.slice(0, 9)}\u200b${secret.slice(9)}`;
	await api.call('POST /repos/{owner}/{repo}/check-runs', z.unknown(), {
		name: hidden,
		output: { title: `a ${secret}`, annotations: [{ message: [...secret].join(' ') }] },
	});
	expect(sent).toEqual([
		expect.objectContaining({
			owner: 'octo-org',
			name: '[redacted]',
			output: { title: 'a [redacted]', annotations: [{ message: '[redacted]' }] },
		}),
	]);
});

test('a request whose address contains a secret is refused and not sent', async () => {
	const { api, sent } = opened();
	const asked = api.call(`PATCH /repos/{owner}/{repo}/git/refs/heads/${secret}`, z.unknown(), {});
	await expect(asked).rejects.toMatchObject({ code: 'github-secret' });
	expect(sent).toEqual([]);
});

test('the content of a file is sent unchanged, because its delivery was checked earlier', async () => {
	const { api, sent } = opened();
	const tree = [{ path: 'a', mode: '100644', type: 'blob', content: `an old ${secret}` }];
	await api.call('POST /repos/{owner}/{repo}/git/trees', z.unknown(), { tree });
	expect(sent).toEqual([expect.objectContaining({ tree })]);
});
