import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Entry, ProgramTried } from '../../src/core/index.ts';
import { parseEntries } from '../../src/journal/index.ts';
import { aGate } from '../gate/support.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, maintainer, type Turn, World } from '../support/world.ts';

const shell = (command: string): Turn => ({ calls: [{ tool: 'shell_exec', args: { command } }] });
const found: readonly ProgramTried[] = [
	{ name: 'node', version: 'v24.1.0' },
	{ name: 'pnpm', why: 'it is in no folder of the PATH', fix: 'Put it there.' },
];

function aRun(folder: string, ...turns: readonly Turn[]): World {
	const world = new World(join(folder, 'job'), [...turns, { text: 'done' }]);
	world.mode = 'contained';
	world.gate = aGate();
	world.programs = ['node', 'pnpm'];
	world.programsFound = found;
	return world;
}

const entries = (world: World): readonly Entry[] => parseEntries(readFileSync(join(world.folder, 'journal.jsonl')));
const types = (world: World): readonly string[] => entries(world).map(({ type }) => type);

/** Returns what the model got with the results of its calls. */
const told = (world: World): string => JSON.stringify(world.requests.at(-1)?.messages);

it('a run tests the programs once, after setup and before the first command, and tells the model', async () => {
	using folder = temporaryFolder();
	const world = aRun(folder.path, shell('echo one >> a.txt'), shell('echo two >> a.txt'));
	world.setup = [{ run: 'npm ci', hosts: [], seconds: 60 }];
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'completed' });
	const order = types(world);
	expect(order.filter((type) => type === 'tools_tried')).toHaveLength(1);
	const results = order.flatMap((type, index) => (type === 'tool_result' ? [index] : []));
	expect(order.indexOf('tools_tried')).toBeGreaterThan(results[0] ?? Number.NaN);
	expect(order.indexOf('tools_tried')).toBeLessThan(results[1] ?? Number.NaN);
	expect(
		told(world).match(/\[The sandbox has node \(v24\.1\.0\)\. `pnpm` does not run: it is in no folder/g),
	).toHaveLength(1);
});

it('a run tests no programs if it runs nothing or if no programs are known', async () => {
	using folder = temporaryFolder();
	const reads = aRun(folder.path, { calls: [{ tool: 'file_read', args: { path: 'a.txt' } }] });
	await reads.job('comment/1', agentRequest());
	expect(types(reads)).not.toContain('tools_tried');
	using other = temporaryFolder();
	const plain = aRun(other.path, shell('echo one >> a.txt'));
	plain.programs = [];
	await plain.job('comment/1', agentRequest());
	expect(types(plain)).not.toContain('tools_tried');
});

it('the comment names missing programs and what to do', async () => {
	using folder = temporaryFolder();
	const world = aRun(folder.path, shell('echo one >> a.txt'));
	await world.job('comment/1', agentRequest());
	const said = world.comments.map(({ body }) => body).join('\n');
	expect(said).toContain('`pnpm` does not run in the sandbox: it is in no folder of the PATH. Put it there.');
	expect(said).not.toContain('`node` does not run');
});

it('the model still knows the tested programs after a resume', async () => {
	using folder = temporaryFolder();
	const world = aRun(folder.path, shell('npm ci'), shell('echo one >> a.txt'), shell('npm install'));
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'waiting' });
	world.say(maintainer, '/approve A1');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'waiting' });
	world.say(maintainer, '/deny A2');
	expect(await world.job('comment/3')).toMatchObject({ kind: 'denied' });
	expect(types(world).filter((type) => type === 'tools_tried')).toHaveLength(1);
	expect(told(world)).toContain('The sandbox has node');
});
