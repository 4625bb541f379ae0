import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseEntries } from '../../src/journal/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, maintainer, World } from '../support/world.ts';
import { gateUnder, type Rules } from './simulation-rules.ts';

const turns = [{ calls: [{ tool: 'danger', args: { text: 'one' } }] }, { text: 'Done.' }];

function worldOf(folder: string): World {
	const world = new World(join(folder, 'job'), turns);
	world.gateFor = (frozen) => gateUnder(frozen as Rules, world.rules as Rules);
	return world;
}

const typesIn = (folder: string): readonly string[] =>
	parseEntries(readFileSync(join(folder, 'job', 'journal.jsonl'))).map(({ type }) => type);

test('an approval of a shown step counts even if the rules became looser since', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path);
	world.rules = 'loose';
	const first = world.gateFor;
	world.gateFor = () => gateUnder('loose', 'ask');
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'waiting' });
	world.gateFor = first;
	world.loseDisk();
	expect(await world.job('comment/2')).toMatchObject({ kind: 'waiting' });
	expect(world.effects.get('danger one') ?? 0).toBe(0);
	world.say(maintainer, '/approve A1');
	expect(await world.job('comment/3')).toMatchObject({ kind: 'completed' });
	expect(typesIn(folder.path)).toContain('approval_upheld');
	expect(typesIn(folder.path)).not.toContain('approval_void');
	expect(world.effects.get('danger one')).toBe(1);
});
