import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CountersignError, type EntryOf, type Model } from '../../src/core/index.ts';
import { parseEntries } from '../../src/journal/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, maintainer, World } from '../support/world.ts';

const ask = (text: string) => ({ tool: 'danger', args: { text } });
const noModel: Model = {
	id: 'scripted:none',
	stream: () => {
		throw new CountersignError({ code: 'model-unreachable', message: 'No model answers.', fix: 'Try again later.' });
	},
};

function remembered(world: World): readonly string[] {
	return parseEntries(readFileSync(join(world.folder, 'journal.jsonl')))
		.filter((entry): entry is typeof entry & EntryOf<'remembered'> => entry.type === 'remembered')
		.map(({ feedback }) => readFileSync(join(world.folder, 'blobs', feedback.sha256), 'utf8'));
}

test('a denial is remembered even if the run is stopped afterwards', async () => {
	using folder = temporaryFolder();
	const world = new World(join(folder.path, 'job'), [{ calls: [ask('x'), ask('y')] }, { text: 'Done.' }]);
	await world.job('comment/1', agentRequest());
	world.say(maintainer, '/deny A1 we release by hand\n/agent stop');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'cancelled', reason: 'stopped' });
	expect(remembered(world)).toEqual([expect.stringContaining('we release by hand')]);
});

test('a denial is remembered once, even if the run fails and continues later', async () => {
	using folder = temporaryFolder();
	const world = new World(join(folder.path, 'job'), [{ calls: [ask('x')] }, { calls: [ask('y')] }, { text: 'Done.' }]);
	await world.job('comment/1', agentRequest());
	world.say(maintainer, '/deny A1 we release by hand');
	world.ownModel = noModel;
	expect(await world.job('comment/2')).toMatchObject({ kind: 'failed', reason: 'model-unreachable' });
	const [first = '', ...more] = remembered(world);
	expect(first).toContain('we release by hand');
	expect(more).toEqual([]);
	world.ownModel = undefined;
	expect(await world.job('comment/2')).toMatchObject({ kind: 'waiting' });
	world.say(maintainer, '/deny A2 not on a Friday');
	expect(await world.job('comment/3')).toMatchObject({ kind: 'denied' });
	const [, last = '', ...others] = remembered(world);
	expect(last).toContain('not on a Friday');
	expect(last).not.toContain('we release by hand');
	expect(others).toEqual([]);
});

test('a run that fails before any decision remembers nothing', async () => {
	using folder = temporaryFolder();
	const world = new World(join(folder.path, 'job'), []);
	world.ownModel = noModel;
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'failed' });
	expect(remembered(world)).toEqual([]);
});
