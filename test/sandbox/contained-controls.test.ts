import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Alarm, ownLines } from './contained/lines.ts';
import { runOutside } from './contained/outside.ts';
import { openStage, type Stage } from './contained/stage.ts';

/** These controls prove that the alarms work: outside the sandbox, the same lines must set them off. */

let stage: Stage;
beforeAll(async () => {
	stage = await openStage();
});
afterAll(() => stage.close());

const controls = ownLines().filter(({ control }) => control !== undefined);

describe('without the sandbox', () => {
	it('each alarm has at least five control lines', () => {
		const counts = Map.groupBy(controls, ({ control }) => control);
		const alarms: readonly Alarm[] = ['tripwire', 'canary', 'secret', 'process', 'git'];
		for (const alarm of alarms) expect(counts.get(alarm)?.length, alarm).toBeGreaterThanOrEqual(5);
	});

	it.each(controls.map((line) => [line.control, line.command, line] as const))(
		'the alarm %s goes off: %s',
		async (alarm, _, line) => {
			expect(await runOutside(line, stage)).toContain(alarm);
		},
	);

	it('no alarm goes off for an ordinary command', async () => {
		const line = { kind: 'ordinary', source: 'own', command: 'git log --oneline; npm --version; cat README.md' };
		expect(await runOutside(line, stage)).toEqual([]);
	});
});
