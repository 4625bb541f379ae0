import { expect, it } from 'vitest';
import { testCells } from './planted/cells.ts';
import { plants } from './planted/plants.ts';
import { table } from './planted/table.ts';

/** What a contained call leaves, and each later step that is trusted: the plants that no contained call can make. */
testCells((name) => table[name].memory === 'wall');

it('the table has a column for every plant', () => {
	expect(Object.keys(table).sort()).toEqual(Object.keys(plants).sort());
});
