import { plantCases, testCells } from './planted/cells.ts';
import { table } from './planted/table.ts';

/** The plants that stay in the checkout and are not in `planted-checkout.long.test.ts`. */
testCells((name, index) => plantCases.rest.has(index) && table[name].memory !== 'wall' && index % 2 === 1);
