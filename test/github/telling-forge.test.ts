import { expect, test } from 'vitest';
import type { Forge, RunCheck } from '../../src/core/index.ts';
import { createForge } from '../../src/github/index.ts';
import { tellingForge } from '../../src/job/telling-forge.ts';
import { aGitHub, anApi, no } from './support.ts';

const check: RunCheck = { run: '7-a', conclusion: 'neutral', title: 'x', summary: 'y' };

function told(status: number, error: boolean): { readonly forge: Forge; readonly said: readonly string[] } {
	aGitHub(({ method, path }) => {
		if (path === '/pulls/7') return [200, { head: { sha: 'abc' } }];
		return method === 'GET' ? [200, { check_runs: [] }] : error ? no(status) : [201, {}];
	});
	const said: string[] = [];
	return { forge: tellingForge(createForge(anApi()), (text) => said.push(text)), said };
}

test.each<[string, number, RegExp]>([
	['the token may not write it', 403, /`checks: write`/],
	['GitHub cannot be reached', 503, /could not be reached/],
])('a check that cannot be written is logged once: %s', async (_why, status, words) => {
	const { forge, said } = told(status, true);
	await forge.showCheck(7, check);
	await forge.showCheck(7, check);
	expect(said).toEqual([expect.stringMatching(words)]);
});

test('nothing is logged if the check is written', async () => {
	const { forge, said } = told(201, false);
	expect(await forge.showCheck(7, check)).toBeUndefined();
	expect(said).toEqual([]);
});
