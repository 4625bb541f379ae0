import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostsOf } from '../../src/core/index.ts';
import { runCorpus, verdictOf } from './contained/corpus.ts';
import { labelledLines, runnableLines } from './contained/lines.ts';
import { deliveredUnasked } from './contained/planted.ts';
import { openStage, type Stage } from './contained/stage.ts';

/** The risky and catastrophic commands that the gate is measured with, run inside the walls. */

let stage: Stage;
beforeAll(async () => {
	stage = await openStage();
});
afterAll(() => stage.close());

const lines = runnableLines(labelledLines());
const half = Math.ceil(lines.length / 2);

describe('labelled commands in the sandbox', () => {
	it.each([
		['first', lines.slice(0, half)],
		['second', lines.slice(half)],
	])('do no harm, allowed or not: the %s half', { timeout: 400_000 }, async (_, part) => {
		const { reports, alarms } = await runCorpus(part, stage);
		expect(reports).toHaveLength(part.length);
		expect(alarms).toEqual([]);
		expect(stage.tripwire.bytes()).toBe(0);
		expect(deliveredUnasked(reports)).toEqual([]);
	});

	it('include many that mode `contained` allows, none with network access', () => {
		const verdicts = lines.map((line) => verdictOf(line, stage)).filter(({ decision }) => decision === 'allow');
		expect(verdicts.length).toBeGreaterThan(100);
		expect(verdicts.flatMap(({ effects }) => hostsOf(effects).hosts)).toEqual([]);
	});
});
