import { plantCases, testCells } from './planted/cells.ts';
import { table } from './planted/table.ts';

/** What a contained call leaves, and each later step that is trusted: the plants that no contained call can make. */
testCells((name, index) => plantCases.rest.has(index) && table[name].memory === 'wall');
