import { z } from 'zod';

/** A program that the project's tests begin with, as it was found in the sandbox. */
export const programTried = z
	.object({
		name: z.string(),
		/** The first line of what it says of its version; left out where it does not run. */
		version: z.string().exactOptional(),
		/** Why it does not run. */
		why: z.string().exactOptional(),
		/** What a person writes where, so that it runs. */
		fix: z.string().exactOptional(),
	})
	.readonly();

export type ProgramTried = z.output<typeof programTried>;

/** The project's own programs were tried in the sandbox, once in a run, before its first command. */
export const toolsTried = z.object({ type: z.literal('tools_tried'), found: z.array(programTried).readonly() });
