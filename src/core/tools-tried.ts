import { z } from 'zod';

/** The result of starting a program in the sandbox that the project's tests need. */
export const programTried = z
	.object({
		name: z.string(),
		/** The first line of its version output. Left out if it does not run. */
		version: z.string().exactOptional(),
		/** Why it does not run. */
		why: z.string().exactOptional(),
		/** What a person must write, and where, so that it runs. */
		fix: z.string().exactOptional(),
	})
	.readonly();

export type ProgramTried = z.output<typeof programTried>;

/** The project's own programs were tested in the sandbox, once in a run, before its first command. */
export const toolsTried = z.object({ type: z.literal('tools_tried'), found: z.array(programTried).readonly() });
