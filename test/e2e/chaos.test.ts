import { expect, test } from 'vitest';
import { storm } from '../../rehearsal/chaos/storm.ts';
import { tableOf } from '../../rehearsal/chaos/table.ts';

const seed = 20_261_123;

test('in a storm of 200 commands each runs once, each approval counts once, and each gets an answer', async () => {
	const { figures, lines } = await storm({ commands: 200, seed });
	console.log(tableOf(figures, lines));
	expect(lines).toHaveLength(8);
	for (const { what, against } of lines) expect({ what, against }).toEqual({ what, against: [] });
}, 600_000);
