import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/core/index.ts';
import { assumedWalls, type Ports } from '../../src/core/index.ts';
import { createRedactor } from '../../src/journal/index.ts';
import { canBeShown, evidenceOf } from '../../src/run/calls/evidence.ts';
import { steeringOf } from '../../src/run/calls/steering.ts';
import type { Stage } from '../../src/run/stage.ts';
import { openWorkspace } from '../../src/workspace/index.ts';
import { aGate } from '../gate/support.ts';
import { aRepository, putFiles } from '../sandbox/temporary.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, maintainer, type Turn, World } from '../support/world.ts';
import { bindingsOf, entriesOf, next, voidsOf } from './support.ts';

const shell = (...commands: readonly string[]): Turn => ({
	calls: commands.map((command) => ({ tool: 'shell_exec', args: { command } })),
});

/** A run in mode `contained` that waits for approval after it wrote these files without approval. */
async function aWaitingRun(folder: string, wrote: Readonly<Record<string, string>>, mode: World['mode'] = 'contained') {
	const world = new World(join(folder, 'job'), [shell('ls'), shell('npm ci'), { text: 'done' }]);
	world.mode = mode;
	world.gate = aGate();
	for (const [path, text] of Object.entries(wrote)) world.disk.set(path, text);
	expect(await begin(world)).toMatchObject({ kind: 'waiting' });
	return {
		world,
		request:
			world.comments.map(({ body }) => body).find((body) => body.includes('An approval is valid only for')) ?? '',
	};
}

const begin = (world: World): Promise<Outcome> => world.job('comment/1', agentRequest());

describe('a request for a call that runs programs, in mode contained', () => {
	it('shows each file of this run that programs read as settings, with content and reason', async () => {
		using folder = temporaryFolder();
		const { request } = await aWaitingRun(folder.path, {
			'.npmrc': 'registry=https://evil.example/\n',
			'setup.py': 'import os\n',
		});
		expect(request).toContain(
			'This run created or changed `.npmrc`, which programs may use: the places from which packages come',
		);
		expect(request).toContain('registry=https://evil.example/');
		expect(request).toContain('This run created or changed `setup.py`');
		expect(request).toContain('import os');
	});

	it('counts the other changed files and names ten of them', async () => {
		using folder = temporaryFolder();
		const many = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`src/f${10 + index}.ts`, 'x\n']));
		const { request } = await aWaitingRun(folder.path, many);
		expect(request).toContain('this run changed 12 other files, which the command can use: `src/f10.ts`');
		expect(request).toContain('`src/f19.ts` and 2 more.');
	});

	it('does not show these files in another mode', async () => {
		using folder = temporaryFolder();
		const { request } = await aWaitingRun(folder.path, { '.npmrc': 'registry=https://evil.example/\n' }, 'edit');
		expect(request).not.toMatch(/which programs may use|other file/);
	});

	it('binds these files in the journal, and another machine computes the same binding', async () => {
		using folder = temporaryFolder();
		const { world } = await aWaitingRun(folder.path, { '.npmrc': 'registry=https://one.example/\n' });
		const [binding] = bindingsOf(world);
		const attempts = entriesOf(world).filter((entry) => entry.type === 'tool_attempt' && entry.binding === binding);
		expect(attempts).toMatchObject([{ executes: [{ path: '.npmrc', steers: true }] }]);
		world.say(maintainer, '/approve A1');
		await world.elsewhere(async () => {
			const { id } = world.comments.at(-1) ?? { id: 0 };
			expect(await world.job(`comment/${id}`, undefined, join(folder.path, 'other'))).toMatchObject({
				kind: 'completed',
			});
		});
		expect(voidsOf(world)).toEqual([]);
	});
});

describe('an approval after an unapproved command in the same process', () => {
	const between = shell('npm ci', 'mkdir -p node_modules/.bin', 'npm install left-pad');

	async function aSignedRun(folder: string, mode: World['mode']) {
		const world = new World(join(folder, 'job'), [between, { text: 'done' }]);
		world.mode = mode;
		world.gate = aGate();
		await begin(world);
		world.say(maintainer, '/approve all');
		return { world, outcome: await next(world) };
	}

	it('is void, because git ignores files outside the binding, and counts in the next process', async () => {
		using folder = temporaryFolder();
		const { world, outcome } = await aSignedRun(folder.path, 'contained');
		expect(outcome).toMatchObject({ kind: 'waiting' });
		expect(voidsOf(world)).toMatchObject([expect.stringContaining('may have changed files that git ignores')]);
		world.say(maintainer, '/approve A3');
		expect(await next(world)).toMatchObject({ kind: 'completed' });
		expect(voidsOf(world)).toHaveLength(1);
	});

	it('counts when every step was approved', async () => {
		using folder = temporaryFolder();
		const { world, outcome } = await aSignedRun(folder.path, 'edit');
		expect(outcome).toMatchObject({ kind: 'completed' });
		expect(voidsOf(world)).toEqual([]);
	});
});

describe('in a real checkout', () => {
	const call = { id: 'c1', name: 'shell_exec', args: { command: 'npm ci' } };

	async function aLook(files: Readonly<Record<string, string>>, prepare: (root: string) => void = () => undefined) {
		const { root, baseSha } = aRepository();
		putFiles(root, files);
		prepare(root);
		const workspace = await openWorkspace(root, baseSha);
		const ports = { workspace, redactor: createRedactor(['a-token-of-this-job']), toolbox: {} } as unknown as Ports;
		const process = { walls: { kind: 'proven', walls: assumedWalls } };
		const state = { header: { settings: { mode: 'contained' } }, process, asked: { grants: [] }, plans: [] };
		const effects = [{ kind: 'exec', program: 'npm ci', argv: [] }] as const;
		const steering = await steeringOf('shell_exec', { effects }, { state, ports } as unknown as Stage);
		const verdict = { effects, matches: [] };
		return evidenceOf(call, { executes: [], verdict, ...(steering && { steering }) }, ports);
	}

	it('names a link to a credential, but does not show its content', async () => {
		const { scripts } = await aLook({ '.env': 'KEY=value\n', '.gitignore': '.env\n' }, (root) =>
			symlinkSync('.env', join(root, 'settings')),
		);
		expect(scripts).toMatchObject([{ path: 'settings', isSecret: true, steers: expect.stringContaining('to ".env"') }]);
	});

	it('does not show a file that contains a credential', async () => {
		const { scripts } = await aLook({ 'setup.py': 'x = "a-token-of-this-job"\n' });
		expect(scripts).toMatchObject([{ path: 'setup.py', isSecret: true }]);
	});

	it('replaces a long file with its digest, so that the call can still ask', async () => {
		const evidence = await aLook({ 'setup.py': '#\n'.repeat(40_000), 'sub/setup.py': 'pass\n' });
		expect(evidence.scripts.map(({ path, isLong }) => [path, isLong === true])).toEqual([
			['setup.py', true],
			['sub/setup.py', false],
		]);
		expect(canBeShown(evidence)).toBe(true);
	});
});
