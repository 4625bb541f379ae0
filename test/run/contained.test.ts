import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { assumedWalls, type Entry, type EntryOf, type Outcome } from '../../src/core/index.ts';
import { parseEntries } from '../../src/journal/index.ts';
import { aGate } from '../gate/support.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, maintainer, type Turn, World } from '../support/world.ts';

const shell = (...commands: readonly string[]): Turn => ({
	calls: commands.map((command) => ({ tool: 'shell_exec', args: { command } })),
});

/** A run in mode `contained` whose calls the real gate judges by the shipped policies. */
function aRun(folder: string, ...turns: readonly Turn[]): World {
	const world = new World(join(folder, 'job'), [...turns, { text: 'done' }]);
	world.mode = 'contained';
	world.gate = aGate();
	return world;
}

const entries = (world: World): readonly Entry[] => parseEntries(readFileSync(join(world.folder, 'journal.jsonl')));

function all<T extends Entry['type']>(world: World, type: T): readonly (Entry & EntryOf<T>)[] {
	return entries(world).filter((entry): entry is Entry & EntryOf<T> => entry.type === type);
}

const begin = (world: World): Promise<Outcome> => world.job('comment/1', agentRequest());

it('mode contained asks nothing about effects inside the sandbox, and records the walls it relies on', async () => {
	using folder = temporaryFolder();
	const world = aRun(
		folder.path,
		shell('echo one >> a.txt', './reproduce.sh', 'python3 -c "f()"'),
		shell('rm -rf build'),
	);
	expect(await begin(world)).toMatchObject({ kind: 'completed' });
	expect(all(world, 'approval_requested')).toEqual([]);
	for (const attempt of all(world, 'tool_attempt'))
		expect(attempt).toMatchObject({
			decision: 'allow',
			matched_rule: 'contained',
			walls: assumedWalls,
			session_mode: 'contained',
		});
});

it('mode contained tests the sandbox once in each process before the first verdict', async () => {
	using folder = temporaryFolder();
	const world = aRun(folder.path, shell('echo one >> a.txt'), shell('npm ci'), shell('echo two >> a.txt'));
	expect(await begin(world)).toMatchObject({ kind: 'waiting' });
	expect(world.wallsTried).toBe(1);
	const types = entries(world).map(({ type }) => type);
	expect(types.indexOf('walls_tried')).toBeLessThan(types.indexOf('tool_attempt'));
	world.say(maintainer, '/approve A1');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'completed' });
	expect(world.wallsTried).toBe(2);
});

it.each(['plan', 'default', 'edit', 'auto'] as const)('mode %s does not test the sandbox', async (mode) => {
	using folder = temporaryFolder();
	const world = aRun(folder.path, shell('ls'));
	world.mode = mode;
	await begin(world);
	expect(world.wallsTried).toBe(0);
});

it('mode contained asks as mode edit does if the sandbox is not proven, and says why once', async () => {
	using folder = temporaryFolder();
	const world = aRun(folder.path, shell('./a.sh'));
	world.walls = { kind: 'unproven', why: 'a command reached a server of this machine' };
	expect(await begin(world)).toMatchObject({ kind: 'waiting' });
	expect(all(world, 'tool_attempt')[0]).toMatchObject({ decision: 'confirm', session_mode: 'edit' });
	expect(all(world, 'tool_attempt')[0]).not.toHaveProperty('walls');
	const said = world.comments.map(({ body }) => body).join('\n');
	expect(said.match(/a command reached a server of this machine/g)).toHaveLength(1);
});

it('a run leaves mode contained at once if a call finds an open wall', async () => {
	using folder = temporaryFolder();
	const world = aRun(folder.path, shell('./first.sh', './second.sh'));
	world.outputs.set('shell_exec', { ok: false, text: 'Nothing was run.', open: 'the network is open' });
	expect(await begin(world)).toMatchObject({ kind: 'waiting' });
	expect(all(world, 'tool_result')).toMatchObject([{ ok: false, open: 'the network is open' }]);
	// Both calls were allowed at first, and the second was judged again.
	const verdicts = all(world, 'tool_attempt').map(({ call_id, decision }) => `${call_id} ${decision}`);
	expect(verdicts.at(-1)).toMatch(/confirm$/);
	expect(world.comments.some(({ body }) => body.includes('the network is open'))).toBe(true);
});

it('mode contained asks only about the network host of a command', async () => {
	using folder = temporaryFolder();
	const world = aRun(folder.path, shell('echo one >> a.txt && npm ci'));
	expect(await begin(world)).toMatchObject({ kind: 'waiting' });
	const request = world.comments.map(({ body }) => body).find((body) => body.includes('registry.npmjs.org'));
	expect(request).toContain('`network`');
	expect(request).not.toContain('`writes-files`');
});

it('mode contained uses the walls of the current process after a resume', async () => {
	using folder = temporaryFolder();
	const world = aRun(folder.path, shell('./a.sh'), shell('npm ci'));
	await begin(world);
	world.loseDisk();
	world.walls = { kind: 'unproven', why: 'bubblewrap is not installed' };
	world.say(maintainer, '/approve A1');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'completed' });
	expect(all(world, 'walls_tried').map(({ found }) => found.kind)).toEqual(['proven', 'unproven']);
});
