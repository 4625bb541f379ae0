import { plantCases, testCells } from './planted/cells.ts';
import { table } from './planted/table.ts';

/** The plants that no contained call can create, tried on each later trusted step. */
testCells((name, index) => plantCases.rest.has(index) && table[name].memory === 'wall');
