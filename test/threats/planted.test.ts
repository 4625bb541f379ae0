import { expect, it } from 'vitest';
import { plantCases, testCells } from './planted/cells.ts';
import { plants } from './planted/plants.ts';
import { table } from './planted/table.ts';

testCells((_, index) => plantCases.quick.has(index));

it('the table has a column for each planted file', () => {
	expect(Object.keys(table).sort()).toEqual(Object.keys(plants).sort());
});
