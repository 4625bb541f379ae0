import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { splitCases } from '../../support/share.ts';
import { PlantedCheckout } from './cell.ts';
import { type PlantName, plants } from './plants.ts';
import { type StepName, steps } from './steps.ts';
import { table } from './table.ts';

const plantNames = Object.keys(plants) as readonly PlantName[];
const stepNames = Object.keys(steps) as readonly StepName[];

/** Splits the plants by their numbers. */
export const plantCases = splitCases(20);

/** A test for each cell of these columns, and a control test that the alarm works. */
export function testCells(isMeant: (name: PlantName, index: number) => boolean): void {
	describe.each(plantNames.filter(isMeant))('%s, planted by a contained call', (name) => {
		const checkout = new PlantedCheckout(name);
		beforeAll(() => checkout.plant());
		afterAll(() => checkout[Symbol.dispose]());

		it.each(stepNames.map((step) => [step, table[name][step]] as const))('%s: %s', async (step, answer) => {
			expect(await checkout.answerOf(step)).toBe(answer);
		});

		it('takes effect when a careless step uses the planted file', () => {
			using control = new PlantedCheckout(name);
			expect(control.ringsWhenCareless()).toBe(true);
		});
	});
}
