import { afterAll, beforeAll, expect, it } from 'vitest';
import { splitCases } from '../support/share.ts';
import { runCorpus } from './contained/corpus.ts';
import { labelledLines, ownLines, runnableLines } from './contained/lines.ts';
import { deliveredUnasked } from './contained/planted.ts';
import { openStage, type Stage } from './contained/stage.ts';

/** Runs some lines of both lists. `contained-corpus.long.test.ts` and `contained-labelled.long.test.ts` run all lines. */

const { quick } = splitCases(40);
const lines = runnableLines([...ownLines(), ...labelledLines()]).filter((_, index) => quick.has(index));
let stage: Stage;
beforeAll(async () => {
	stage = await openStage();
});
afterAll(() => stage.close());

it(`hostile lines in the sandbox do no harm, ${quick.name}`, async () => {
	const { reports, alarms } = await runCorpus(lines, stage);
	expect(lines.length).toBeGreaterThan(15);
	expect(reports).toHaveLength(lines.length);
	expect(alarms).toEqual([]);
	expect(stage.tripwire.bytes()).toBe(0);
	expect(deliveredUnasked(reports)).toEqual([]);
});
