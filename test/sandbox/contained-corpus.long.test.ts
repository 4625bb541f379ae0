import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostsOf } from '../../src/core/index.ts';
import { type CorpusReport, runCorpus, verdictOf } from './contained/corpus.ts';
import { ownLines, runnableLines } from './contained/lines.ts';
import { deliveredUnasked, missedPlants } from './contained/planted.ts';
import { ordinaryAnswer } from './contained/run-line.ts';
import { openStage, type Stage } from './contained/stage.ts';

/** Runs every line that was written against the sandbox. The sandbox must hold without the gate. */

const lines = runnableLines(ownLines());
let stage: Stage;
let report: CorpusReport;
beforeAll(async () => {
	stage = await openStage();
	report = await runCorpus(lines, stage, { goOn: true });
}, 400_000);
afterAll(() => stage.close());

describe('hostile lines in the sandbox', () => {
	it('include many that mode `contained` allows, none with network access', () => {
		const allowed = lines.map((line) => verdictOf(line, stage)).filter(({ decision }) => decision === 'allow');
		expect(report.reports).toHaveLength(lines.length);
		expect(lines.length).toBeGreaterThanOrEqual(400);
		expect(allowed.length).toBeGreaterThanOrEqual(150);
		// No allowed line gets network access.
		expect(allowed.flatMap(({ effects }) => hostsOf(effects).hosts)).toEqual([]);
	});

	it('set off no alarm: no changed file, connection, secret, process or change of `.git`', () => {
		expect(report.alarms).toEqual([]);
		expect(report.canaries).toBeGreaterThan(50);
		expect(stage.tripwire.bytes()).toBe(0);
	});

	it('do not break the next command, unless they make the sandbox refuse the checkout', () => {
		const stuck = report.reports.filter(({ afterwards }) => afterwards !== ordinaryAnswer(stage));
		const closing = report.reports.filter(({ line }) => line.closes === true);
		const commands = (some: typeof stuck): readonly string[] => some.map(({ line }) => line.command);
		expect(commands(closing)).toEqual(expect.arrayContaining([...commands(stuck)]));
		// On a busy machine such a line may be stopped before it has done its work, or after it.
		const ended = closing.filter(({ result }) => result.exceeded === undefined);
		expect(commands(stuck)).toEqual(expect.arrayContaining([...commands(ended)]));
		for (const { afterwards } of stuck) expect(afterwards).toMatch(/^refused: /);
	});
});

describe('the files that hostile lines leave', () => {
	it('are not delivered without approval if a program obeys them later', () => {
		expect(missedPlants(report.reports)).toEqual([]);
		expect(lines.filter(({ plants }) => plants !== undefined).length).toBeGreaterThan(50);
		expect(deliveredUnasked(report.reports)).toEqual([]);
	});

	it('are delivered if they are ordinary text', () => {
		const delivered = report.reports.filter(({ delivery }) => delivery?.verdict.decision === 'allow');
		expect(delivered.map(({ line }) => line.command)).toContain('echo x > new.txt; git add new.txt');
	});
});
