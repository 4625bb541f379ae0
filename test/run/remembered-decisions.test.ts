import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseEntries } from '../../src/journal/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, maintainer, World } from '../support/world.ts';

const ask = (text: string) => ({ tool: 'danger', args: { text } });
const remembered = (world: World): number =>
	parseEntries(readFileSync(join(world.folder, 'journal.jsonl'))).filter(({ type }) => type === 'remembered').length;

test('what a person denied is remembered of a run that is stopped then', async () => {
	using folder = temporaryFolder();
	const world = new World(join(folder.path, 'job'), [{ calls: [ask('x'), ask('y')] }, { text: 'Done.' }]);
	await world.job('comment/1', agentRequest());
	world.say(maintainer, '/deny A1 we release by hand\n/agent stop');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'cancelled', reason: 'stopped' });
	expect(remembered(world)).toBe(1);
});
