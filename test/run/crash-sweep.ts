import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Outcome } from '../../src/core/index.ts';
import { parseEntries, verifyChain } from '../../src/journal/index.ts';
import { replay } from '../../src/run/index.ts';
import { aGate } from '../gate/support.ts';
import { type Share, splitCases } from '../support/share.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, Killed, maintainer, type Turn, World } from '../support/world.ts';

const story: readonly Turn[] = [
	{
		calls: [
			{ tool: 'append', args: { path: 'a.txt', text: 'one' } },
			{ tool: 'forbidden', args: {} },
		],
	},
	{
		calls: [
			{ tool: 'danger', args: { text: 'x' } },
			{ tool: 'append', args: { path: 'a.txt', text: '+two' } },
		],
	},
	{ calls: [{ tool: 'pull', args: {} }] },
	{ text: 'All done.' },
];

/** The same story with setup before the first call, and with a reading call that fails twice for a temporary reason. */
const longStory: readonly Turn[] = [{ calls: [{ tool: 'look', args: {} }] }, ...story];

/** The same story with shell commands, which the real gate judges in mode `contained`. */
const containedStory: readonly Turn[] = [
	{ calls: [{ tool: 'shell_exec', args: { command: 'echo one >> a.txt' } }] },
	{
		calls: [
			{ tool: 'danger', args: { text: 'x' } },
			{ tool: 'shell_exec', args: { command: 'echo +two >> a.txt' } },
		],
	},
	{ calls: [{ tool: 'pull', args: {} }] },
	{ text: 'All done.' },
];

type Kind = 'plain' | 'setup' | 'caps' | 'contained';

function aContainedWorld(folder: string): World {
	const world = new World(join(folder, 'job'), containedStory);
	const [real, { judge: byName }] = [aGate(), world.gate];
	world.mode = 'contained';
	world.gate = {
		judge: (call, context) => (call.name === 'shell_exec' ? real.judge(call, context) : byName(call, context)),
	};
	return world;
}

function aWorld(folder: string, kind: Kind): World {
	if (kind === 'contained') return aContainedWorld(folder);
	const world = new World(join(folder, 'job'), kind === 'setup' ? longStory : story);
	// Each request costs two tokens, so the run asks after the second and the third reply.
	if (kind === 'caps') world.budget = { atCap: 'ask', tokensPerRun: 4, tokensPerDay: 6 };
	if (kind !== 'setup') return world;
	world.base.set('lock', 'old');
	world.loseDisk();
	world.setup = ['install --lock', 'build'].map((run) => ({ run, hosts: [], seconds: 600 }));
	world.trouble.set('look', 2);
	return world;
}

interface Played {
	readonly outcome: Outcome;
	readonly moments: number;
	readonly killed: boolean;
	readonly wasUnknown: boolean;
}

/** Plays the story. At the given moment the process dies, and the same command is delivered again. */
async function play(world: World, killAt: number, keepDisk: boolean): Promise<Played> {
	let moments = 0;
	let killed = false;
	let wasUnknown = false;
	world.onMoment = (name) => {
		moments += 1;
		if (moments !== killAt) return;
		killed = true;
		throw new Killed(name);
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
	for (let round = 2; outcome.kind === 'waiting' || outcome.kind === 'unknown'; round++) {
		expect(round).toBeLessThan(8);
		wasUnknown ||= outcome.kind === 'unknown';
		world.say(maintainer, outcome.kind === 'unknown' ? '/deny all it may have run' : '/approve all');
		world.loseDisk();
		outcome = await deliver(`comment/${round}`);
	}
	return { outcome, moments, killed, wasUnknown };
}

async function total(kind: Kind): Promise<number> {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, kind);
	const { outcome, moments } = await play(world, 0, true);
	expect(outcome).toMatchObject({ kind: 'completed' });
	expect(world.disk.get('a.txt')).toBe('one+two');
	return moments;
}

export const killMoments = splitCases(24);

const disks = [
	['kept', true, 'plain'],
	['lost', false, 'plain'],
	['kept, with setup and retries', true, 'setup'],
	['lost, with setup and retries', false, 'setup'],
	['kept, with caps that ask for more', true, 'caps'],
	['lost, with caps that ask for more', false, 'caps'],
	['kept, in mode contained', true, 'contained'],
	['lost, in mode contained', false, 'contained'],
] as const;

/** Kills the run at every append and every outside call of this share. */
export function sweep({ name, has }: Share): void {
	test.each(disks)(
		`a crash at any append or outside call (${name}), disk %s, repeats no effect and keeps the journal valid`,
		async (_disk, keepDisk, kind) => {
			const moments = await total(kind);
			expect(moments).toBeGreaterThan(80);
			let unknowns = 0;
			for (let killAt = 1; killAt <= moments; killAt++) {
				if (!has(killAt)) continue;
				using folder = temporaryFolder();
				const world = aWorld(folder.path, kind);
				const { outcome, killed, wasUnknown } = await play(world, killAt, keepDisk);
				const where = `killed at moment ${killAt} of ${moments}`;
				expect(killed, where).toBe(true);
				expect(Math.max(0, ...world.effects.values()), where).toBeLessThanOrEqual(1);
				expect(duplicates(world), where).toEqual([]);
				expect(verifyChain(readFileSync(join(folder.path, 'job', 'journal.jsonl'))).kind, where).toBe('intact');
				expect(world.disk.get('lock'), where).toBe(kind === 'setup' ? 'old' : undefined);
				const raises = ['tokens 8', 'day-tokens 12'];
				// Tokens that only a lost disk recorded count for the day, so the daily cap may come before the run's own cap.
				if (kind === 'caps')
					expect(raisesOf(folder.path), where).toEqual(keepDisk ? raises : expect.arrayContaining(raises));
				unknowns += wasUnknown ? 1 : 0;
				if (!wasUnknown) {
					expect(outcome, where).toMatchObject({ kind: 'completed' });
					expect([world.disk.get('a.txt'), world.effects.get('danger x'), world.effects.get('pull')], where).toEqual([
						'one+two',
						1,
						1,
					]);
				}
			}
			console.log(
				`crash sweep, disk ${keepDisk ? 'kept' : 'lost'}: ${moments} kill points (${name}), ${unknowns} ended as unknown`,
			);
		},
	);
}

/** Returns the approved raises of the budget. */
function raisesOf(folder: string): readonly string[] {
	const state = replay(parseEntries(readFileSync(join(folder, 'job', 'journal.jsonl'))));
	return state.raises.flatMap(({ raise, outcome }) => (outcome?.kind === 'done' ? [`${raise?.cap} ${raise?.to}`] : []));
}

function duplicates(world: World): readonly string[] {
	const markers = world.comments
		.map((comment) => comment.body.split('\n').at(-1) ?? '')
		.filter((line) => line.startsWith('<!-- countersign:'));
	return markers.filter((marker, index) => markers.indexOf(marker) !== index);
}
