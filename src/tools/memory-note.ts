import { z } from 'zod';
import { noMemory } from './memory-search.ts';
import { defineTool, done, refused, type ToolServices } from './tool.ts';

const longest = 500;

/**
 * Adds a note for later runs. The call itself writes nothing, because the journal already contains the note. At its end, the run stores its
 * notes with the rest of its memory. So a job that dies does not write a note twice.
 */
export const memoryNote = defineTool({
	name: 'memory_note',
	description:
		'Leave one short note (at most 500 characters) for later runs of this repository. It is stored when this run ends.',
	args: z.strictObject({ text: z.string() }),
	problem: faultOf,
	run: async (args, services) => {
		const fault = faultOf(args, services);
		return fault === undefined ? done('The note is kept when this run ends.') : refused(fault);
	},
});

/** Returns the error of a note. The model gets it before a person is asked, so nobody approves a note that would not be stored. */
function faultOf({ text }: { readonly text: string }, { searchMemory }: ToolServices): string | undefined {
	const { length } = [...text.trim()];
	if (searchMemory === undefined) return noMemory;
	if (length === 0) return 'The note is empty. Say what a later run should know.';
	return length > longest
		? `The note has ${length} characters, and at most ${longest} are kept. Say it shorter.`
		: undefined;
}
