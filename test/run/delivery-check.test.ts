import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DeliveryFacts } from '../../src/core/index.ts';
import { parseEntries } from '../../src/journal/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, maintainer, type Turn, World } from '../support/world.ts';

const story: readonly Turn[] = [{ calls: [{ tool: 'danger', args: { text: 'x' } }] }, { text: 'Done.' }];

async function aRun(facts: DeliveryFacts, change: (world: World) => void = () => undefined) {
	using folder = temporaryFolder();
	const world = new World(join(folder.path, 'job'), story);
	world.delivery = facts;
	change(world);
	const outcome = await world.job('comment/1', agentRequest());
	world.say(maintainer, '/approve A1');
	world.loseDisk();
	if (outcome.kind === 'waiting') await world.job('comment/2');
	const entries = parseEntries(readFileSync(join(folder.path, 'job', 'journal.jsonl')));
	return { world, types: entries.map(({ type }) => type), entries };
}

describe('the check of what can be delivered', () => {
	it('runs once before the first request to the model, with our branch and login', async () => {
		const { world, types, entries } = await aRun({ workflow_token: true, changes_workflows: false });
		expect(types.filter((type) => type === 'delivery_checked')).toHaveLength(1);
		expect(types.indexOf('delivery_checked')).toBe(types.indexOf('reported') + 1);
		expect(types.indexOf('delivery_checked')).toBeLessThan(types.indexOf('context'));
		expect(world.questions).toEqual([{ branch: 'countersign/1', author: 'github-actions[bot]' }]);
		expect(entries.find(({ type }) => type === 'delivery_checked')).toMatchObject({ changes_workflows: false });
	});

	it('tells the model what it cannot deliver, and nothing if all is possible', async () => {
		const told = async (facts: DeliveryFacts) => (await aRun(facts)).world.requests[0]?.system ?? '';
		expect(await told({ changes_workflows: false })).toContain('Nothing under `.github/workflows/` can be delivered');
		expect(await told({ opens_pulls: false })).toContain('a person opens the pull request');
		expect(await told({})).not.toContain('# What can be delivered');
	});

	it('does not run in mode plan, which delivers nothing', async () => {
		const { world, types } = await aRun({}, (one) => {
			one.mode = 'plan';
		});
		expect([world.questions, types.includes('delivery_checked')]).toEqual([[], false]);
	});

	it('shows people at once what prevents a delivery', async () => {
		const { world } = await aRun({ opens_pulls: false, branch_rules: ['creation'] });
		const progress = world.comments.find(({ body }) => body.includes('warning'))?.body ?? '';
		expect(progress).toContain('Allow GitHub Actions to create and approve pull requests');
		expect(progress).toContain('(creation)');
	});

	it('suggests the button Reopen only after a delivery with checks', async () => {
		const { world, entries } = await aRun({ starts_checks: false });
		expect(world.comments.some(({ body }) => body.includes('Reopen'))).toBe(false);
		expect(entries.find(({ type }) => type === 'delivery_checked')).not.toHaveProperty('starts_checks');
	});
});
