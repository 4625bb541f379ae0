import { z } from 'zod';

const tried = z.object({
	/** The command that was run; left out where none was found. */
	command: z.string().optional(),
	started: z.boolean(),
	passed: z.boolean(),
	/** How long the tests took, without what made them ready. */
	seconds: z.number(),
	why: z.string().optional(),
});

/** How a test command went. */
export type Tried = z.infer<typeof tried>;

const outcome = z.object({
	name: z.string(),
	repository: z.string(),
	commit: z.string(),
	ecosystem: z.string(),
	/** The repository's own test command, in a clone that its own setup made ready. */
	own: z.string(),
	outside: tried,
	/** The first test command that `init` found, with the files as `init` wrote them. */
	detected: tried,
	/** That command with nothing around it, where it started in the sandbox and did not pass. */
	detectedOutside: tried.optional(),
	/** The repository's own test command in the sandbox. */
	inside: tried,
	/** What a person who looked at it says about the difference. */
	note: z.string().optional(),
});

/** What came of a project. */
export type Outcome = z.infer<typeof outcome>;

/** An outcome that was kept; undefined where it has another shape, as those of older versions. */
export function readOutcome(text: string): Outcome | undefined {
	return outcome.safeParse(JSON.parse(text)).data;
}
