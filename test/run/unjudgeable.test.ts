import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Verdict } from '../../src/core/index.ts';
import { parseEntries } from '../../src/journal/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, type Turn, World } from '../support/world.ts';

const secret = 'a-token-that-was-registered';

/** Plays one call and returns what the journal says about it. */
async function judged(call: NonNullable<Turn['calls']>[number], verdict: Partial<Verdict> = {}) {
	using folder = temporaryFolder();
	const world = new World(join(folder.path, 'job'), [{ calls: [call] }, { text: 'Well.' }], [secret]);
	const { gate } = world;
	world.gate = { judge: (made, context) => ({ ...gate.judge(made, context), ...verdict }) };
	const outcome = await world.job('comment/1', agentRequest());
	const entries = parseEntries(world.checkpoints.get('1-r')?.checkpoint.journal ?? new Uint8Array());
	const attempt = entries.find((entry) => entry.type === 'tool_attempt');
	return {
		outcome: outcome.kind,
		attempt,
		kinds: entries.map((entry) => entry.type),
		journal: JSON.stringify(entries),
	};
}

test('arguments with a credential are blocked, and the journal does not contain it', async () => {
	const { attempt, kinds, journal } = await judged({ tool: 'append', args: { text: `x ${secret} y` } });
	expect(attempt).toMatchObject({ decision: 'block', matched_rule: 'secret-in-arguments' });
	expect(kinds).toContain('security_violation');
	expect(journal).not.toContain(secret);
});

test('invalid arguments are reported to the model, and nobody is asked', async () => {
	const { outcome, attempt, kinds } = await judged({ tool: 'danger', args: { txet: 'x' } });
	expect(attempt).toMatchObject({
		decision: 'block',
		matched_rule: 'invalid-arguments',
		reason: expect.stringContaining('`txet`'),
	});
	expect([outcome, kinds.includes('security_violation'), kinds.includes('approval_requested')]).toEqual([
		'completed',
		false,
		false,
	]);
});

test('arguments that are too long to show are blocked if they need approval, and otherwise allowed', async () => {
	const text = 'x'.repeat(60_000);
	expect((await judged({ tool: 'danger', args: { text } })).attempt).toMatchObject({
		decision: 'block',
		matched_rule: 'too-long-to-show',
	});
	expect((await judged({ tool: 'append', args: { text } })).attempt).toMatchObject({ decision: 'allow' });
});

test.each([
	{ kind: 'git.commit', what: 'commit' } as const,
	{ kind: 'git.push', remote: 'origin', ref: 'x', force: false } as const,
])('$kind in a command is blocked with the tool to use, before anybody is asked', async (effect) => {
	const { outcome, attempt } = await judged({ tool: 'danger', args: {} }, { effects: [effect] });
	expect([outcome, attempt]).toEqual(['completed', expect.objectContaining({ matched_rule: 'use-open-pull-request' })]);
	const blocked = await judged({ tool: 'danger', args: {} }, { effects: [effect], decision: 'block' });
	expect(blocked.attempt).toMatchObject({ matched_rule: 'by-name-confirm', decision: 'block' });
});
