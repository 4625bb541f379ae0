import { plantCases, testCells } from './planted/cells.ts';
import { table } from './planted/table.ts';

/** The plants that stay in the checkout: every second one, the others are in `planted-others.long.test.ts`. */
testCells((name, index) => plantCases.rest.has(index) && table[name].memory !== 'wall' && index % 2 === 0);
