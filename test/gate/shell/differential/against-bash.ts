import { describe, expect, it } from 'vitest';
import { type Share, splitCases } from '../../../support/share.ts';
import { seedOf } from '../../random.ts';
import { compareAll, shrink } from './shrink.ts';
import { script } from './statements.ts';

const rounds = Number(process.env['ROUNDS'] ?? 3_000);
const batch = 500;
const seed = seedOf(20_261);

export const cases = splitCases(12);

/** Bash runs the script, the gate reads it: what bash deletes the gate must have foreseen, or have called opaque. */
export function compareWithBash({ name, has }: Share): void {
	const totals = { scripts: 0, deleting: 0, exact: 0 };
	const numbers = Array.from({ length: rounds }, (_, i) => i).filter(has);
	const firsts = Array.from({ length: Math.ceil(numbers.length / batch) }, (_, i) => i * batch);
	// Each script has a seed of its own, so that it can be made again alone.
	const scriptsFrom = (first: number) =>
		numbers.slice(first, first + batch).map((number) => script(seed * 1_000_003 + number));

	describe(`predictions compared with bash, SEED=${seed} ROUNDS=${rounds}, ${name}`, () => {
		it.each(firsts)('predicts the deletions of scripts from number %i on', async (first) => {
			const compared = await compareAll(scriptsFrom(first));
			const deleting = compared.filter(({ deletes }) => deletes.length > 0);
			totals.scripts += compared.length;
			totals.deleting += deleting.length;
			totals.exact += deleting.filter(({ isOpaque }) => !isOpaque).length;
			const missed = compared.filter((one) => one.missed.length > 0);
			const [shown] = missed;
			const shortest = shown === undefined ? '' : await shrink(shown.script);
			expect(missed.map((one) => `${one.script}\n# deletes ${one.missed.join(', ')}; shrunk: ${shortest}`)).toEqual([]);
			// A sandbox that does not run anything would prove everything.
			expect(deleting.length).toBeGreaterThan(compared.length / 2);
		});

		it('knows many deletions exactly', () => {
			const share = totals.exact / Math.max(1, totals.deleting);
			console.log(
				`${totals.scripts} scripts, ${totals.deleting} delete, ${(share * 100).toFixed(1)} % of them known exactly`,
			);
			expect(share).toBeGreaterThan(0.3);
		});
	});
}
