import { plantCases, testCells } from './planted/cells.ts';
import { table } from './planted/table.ts';

/** Every second plant that stays in the checkout; the others are in `planted-others.long.test.ts`. */
testCells((name, index) => plantCases.rest.has(index) && table[name].memory !== 'wall' && index % 2 === 0);
