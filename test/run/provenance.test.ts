import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, maintainer, type Turn, World } from '../support/world.ts';

const danger = { tool: 'danger', args: { text: 'x' } };
const other = { tool: 'danger', args: { text: 'y' } };
const last = { text: 'That is all.' };

function aWorld(folder: string, turns: readonly Turn[]): World {
	return new World(join(folder, 'job'), turns);
}

const comment = (world: World, part: string): string =>
	world.comments.find(({ body }) => body.includes(part))?.body ?? '';

test('a step that is blocked after its approval shows the rule next to the signer', async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, [{ calls: [danger] }, last]);
	await world.job('comment/1', agentRequest());
	const { gate } = world;
	world.gate = {
		judge: (call, context) => ({
			...gate.judge(call, context),
			decision: 'block' as const,
			rule: 'never-danger',
			reason: 'It is forbidden since today.',
		}),
	};
	world.say(maintainer, '/approve A1');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'completed', reason: 'signed-step-failed' });
	expect(world.effects.size).toBe(0);
	expect(comment(world, 'countersign:progress')).toContain('blocked by `never-danger`, after it was approved');
	const request = comment(world, 'countersign:request:');
	expect(request).toContain('### ⛔ Approved, then blocked');
	expect(request).toMatch(/\| A1 \| ⛔ approved by `@maintainer`.*not done: `never-danger` blocks it now/);
});

test('a call of an unknown tool is not shown as failed', async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, [{ calls: [danger] }, last]);
	const { gate } = world;
	world.gate = {
		judge: (call, context) => {
			const reason = 'There is no tool `danger` here.';
			const match = { stage: 'tools', decision: 'block', rule: 'unknown-tool', reason, risk: 'low' } as const;
			const verdict = gate.judge(call, context);
			return {
				...verdict,
				decision: 'block',
				rule: 'unknown-tool',
				reason,
				matches: [{ ...match, evidence: '' }],
			};
		},
	};
	await world.job('comment/1', agentRequest());
	const shown = comment(world, 'countersign:progress');
	expect(shown).toContain('there is no such tool');
	expect(shown).not.toContain('✗ failed');
});

test('a grant for the run is shown while the run waits, and not after it ends', async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, [{ calls: [danger] }, { calls: [other] }, last]);
	await world.job('comment/1', agentRequest());
	world.say(maintainer, '/approve A1 for-run');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'waiting' });
	const before = comment(world, 'countersign:progress');
	world.say(maintainer, '/deny A2');
	expect(await world.job('comment/3')).toMatchObject({ kind: 'denied' });
	expect(comment(world, 'countersign:progress')).not.toContain('Approved for the rest of this run');
	expect(before).toContain('Approved for the rest of this run');
});
