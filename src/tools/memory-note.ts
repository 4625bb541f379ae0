import { z } from 'zod';
import { noMemory } from './memory-search.ts';
import { type Bench, defineTool, done, refused } from './tool.ts';

const longest = 500;

/**
 * A note for later runs. Nothing is written here: the run's journal has the call, and its notes are kept with the rest when the run ends, so that
 * a job that dies writes none twice.
 */
export const memoryNote = defineTool({
	name: 'memory_note',
	description:
		'Leave one short note (at most 500 characters) that later runs of this repository find. Kept when this run ends.',
	args: z.strictObject({ text: z.string() }),
	problem: faultOf,
	run: async (args, bench) => {
		const fault = faultOf(args, bench);
		return fault === undefined ? done('The note is kept when this run ends.') : refused(fault);
	},
});

/** Told before a person is asked: nobody signs what would not be kept. */
function faultOf({ text }: { readonly text: string }, { searchMemory }: Bench): string | undefined {
	const { length } = [...text.trim()];
	if (searchMemory === undefined) return noMemory;
	if (length === 0) return 'The note is empty. Say what a later run should know.';
	return length > longest
		? `The note has ${length} characters, and at most ${longest} are kept. Say it shorter.`
		: undefined;
}
