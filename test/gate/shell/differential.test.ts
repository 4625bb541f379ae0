import { describe, expect, it } from 'vitest';
import { seedOf } from '../random.ts';
import { runInBash } from './differential/bash-oracle.ts';
import { compareAll, shrink } from './differential/shrink.ts';
import { script } from './differential/statements.ts';

const rounds = Number(process.env['ROUNDS'] ?? 3_000);
const batch = 500;
const seed = seedOf(20_261);

/** Scripts of one batch; each has a seed of its own, so that it can be made again alone. */
const scriptsOf = (first: number) =>
	Array.from({ length: Math.min(batch, rounds - first) }, (_, i) => script(seed * 1_000_003 + first + i));

const totals = { scripts: 0, deleting: 0, exact: 0 };

/** Bash runs the script, the gate reads it: what bash deletes the gate must have foreseen, or have called opaque. */
describe(`the gate against bash, SEED=${seed} ROUNDS=${rounds}`, () => {
	it.each(Array.from({ length: Math.ceil(rounds / batch) }, (_, i) => i * batch))(
		'foresees what scripts from number %i on delete',
		async (first) => {
			const compared = await compareAll(scriptsOf(first));
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
		},
	);

	it('knows many of them exactly', () => {
		const share = totals.exact / Math.max(1, totals.deleting);
		console.log(
			`${totals.scripts} scripts, ${totals.deleting} delete, ${(share * 100).toFixed(1)} % of them known exactly`,
		);
		expect(share).toBeGreaterThan(0.3);
	});
});

it('ends with a script what the script left running', async () => {
	const loop = `timeout 6 bash -c 'for ((;;)); do rm b; done' & for i in {1..400000}; do :; done`;
	const [first = [], second] = await runInBash([loop, 'for i in {1..100000}; do :; done']);
	expect(first.map(({ args }) => args)).toContainEqual(['b']);
	expect(second).toEqual([]);
});
