import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Outcome } from '../../src/core/index.ts';
import { parseEntries, verifyChain } from '../../src/journal/index.ts';
import { type Share, splitCases } from '../support/share.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, Killed, maintainer, type Turn, World } from '../support/world.ts';

const story: readonly Turn[] = [
	{ text: 'First I append to a.txt, then I open a pull request.' },
	{ calls: [{ tool: 'append', args: { path: 'a.txt', text: 'one' } }] },
	{ calls: [{ tool: 'pull', args: {} }] },
	{ text: 'All done.' },
];

interface Played {
	readonly world: World;
	readonly outcome: Outcome;
	readonly moments: number;
}

/** Plays a plan and its answer. At the given moment the job dies, and the same command is delivered again. */
async function play(folder: string, killAt: number, keepDisk: boolean): Promise<Played> {
	const world = new World(join(folder, 'job'), story);
	world.mode = 'plan';
	world.planned = 'edit';
	let moments = 0;
	world.onMoment = (name) => {
		moments += 1;
		if (moments === killAt) throw new Killed(name);
	};
	const deliver = async (command: string): Promise<Outcome> => {
		try {
			return await world.job(command, command === 'comment/1' ? agentRequest() : undefined);
		} catch (error) {
			if (!(error instanceof Killed)) throw error;
			if (!keepDisk) world.loseDisk();
			return deliver(command);
		}
	};
	let outcome = await deliver('comment/1');
	for (let round = 2; outcome.kind === 'waiting' && round < 5; round++) {
		world.say(maintainer, '/approve all');
		world.loseDisk();
		outcome = await deliver(`comment/${round}`);
	}
	return { world, outcome, moments };
}

export const killMoments = splitCases(12);

/** Kills the run at every moment of this share. */
export function sweepPlans({ name, has }: Share): void {
	test.each([
		['kept', true],
		['lost', false],
	])(
		`after a crash at any moment (${name}), disk %s, a plan is asked about once and carried out once`,
		async (_disk, keepDisk) => {
			using whole = temporaryFolder();
			const { moments } = await play(whole.path, 0, keepDisk);
			expect(moments).toBeGreaterThan(50);
			for (let killAt = 1; killAt <= moments; killAt++) {
				if (!has(killAt)) continue;
				using folder = temporaryFolder();
				const { world, outcome } = await play(folder.path, killAt, keepDisk);
				const where = `killed at moment ${killAt} of ${moments}`;
				const journal = readFileSync(join(folder.path, 'job', 'journal.jsonl'));
				const entries = parseEntries(journal);
				const count = (type: string) => entries.filter((entry) => entry.type === type).length;
				expect(verifyChain(journal).kind, where).toBe('intact');
				expect([count('plan_proposed'), count('mode_changed')], where).toEqual([1, 1]);
				// Nothing runs before the approval, however often the job starts again.
				const signed = entries.findIndex(({ type }) => type === 'approval_upheld');
				const begun = entries.findIndex(({ type }) => type === 'tool_started');
				expect(signed !== -1 && signed < begun, where).toBe(true);
				const asks = world.comments.filter(({ body }) => /^### (?:✍️ A plan|✅ Approved)/.test(body));
				expect(asks.length, where).toBe(1);
				if (outcome.kind === 'completed')
					expect([world.disk.get('a.txt'), world.effects.get('pull')], where).toEqual(['one', 1]);
				else expect([outcome.kind, (world.effects.get('pull') ?? 0) <= 1], where).toEqual(['unknown', true]);
			}
		},
	);
}
