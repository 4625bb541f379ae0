import { expect, test } from 'vitest';
import { readButton } from '../../src/approvals/index.ts';
import type { RunCheck } from '../../src/core/index.ts';
import { createForge } from '../../src/github/index.ts';
import { aGitHub, anApi } from './support.ts';

const check: RunCheck = { run: '7-a', conclusion: 'action_required', title: 'x', summary: 'y' };
const batch = '0123456789abcdef';

interface Action {
	readonly label: string;
	readonly description: string;
	readonly identifier: string;
}

/** The body of the request that writes a check, while the checks in `there` exist. */
async function written(change: Partial<RunCheck>, there: readonly object[] = []): Promise<Record<string, unknown>> {
	const asked = aGitHub(({ path }) => {
		if (path === '/pulls/7') return [200, { head: { sha: 'abc' } }];
		return [200, { check_runs: there }];
	});
	await createForge(anApi()).showCheck(7, { ...check, ...change });
	return asked.at(-1)?.body ?? {};
}

test.each([[[]], [[{ id: 1, external_id: '7-a' }]]])(
	'a check can have two buttons, within the limits of GitHub',
	async (there) => {
		const actions = (await written({ buttons: batch }, there))['actions'] as Action[];
		expect(actions.map(({ label }) => label)).toEqual(['Approve all', 'Deny']);
		expect(actions.map(({ identifier }) => readButton(identifier))).toEqual([
			{ batch, approved: true },
			{ batch, approved: false },
		]);
		for (const { label, description, identifier } of actions) {
			expect(label.length).toBeLessThanOrEqual(20);
			expect(description.length).toBeLessThanOrEqual(40);
			expect(identifier.length).toBeLessThanOrEqual(20);
		}
	},
);

test('the buttons are removed when nothing waits any more', async () => {
	expect((await written({ buttons: '' }, [{ id: 1, external_id: '7-a' }]))['actions']).toEqual([]);
});

test('a check gets no buttons if no bot would receive a press', async () => {
	expect(await written({})).not.toHaveProperty('actions');
});
