import { z } from 'zod';
import { asData, first, joined } from './shown.ts';
import { count, defineTool, done, refused } from './tool.ts';

const mostFound = 20;
const longestQuery = 500;
/** The answer of both memory tools in a run without memory. */
export const noMemory =
	'This run cannot read or store memory: the configuration switches memory off, or the run is on a pull request from a fork.';

/**
 * Searches the memory of earlier runs. Anybody with push access may have written to it, so the results are marked as data, with their
 * source.
 */
export const memorySearch = defineTool({
	name: 'memory_search',
	description: 'Search what earlier runs of this repository did and noted, by words. The best matches come first.',
	args: z.strictObject({ query: z.string().max(longestQuery), limit: count.max(mostFound).optional() }),
	run: async ({ query, limit = 10 }, { searchMemory }) => {
		if (searchMemory === undefined) return refused(noMemory);
		const found = await searchMemory(query, limit);
		if ('why' in found) return refused(`What earlier runs left could not be read: ${found.why}`);
		if (found.length === 0) return done('Nothing that is remembered has any of these words.');
		const { shown } = first(found.map(({ path, text }) => ({ source: `memory, ${path}`, text })));
		return done(joined(asData(shown)));
	},
});
