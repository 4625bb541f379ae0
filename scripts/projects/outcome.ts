import { z } from 'zod';

const tried = z.object({
	/** The command that was run. Left out if none was found. */
	command: z.string().optional(),
	started: z.boolean(),
	passed: z.boolean(),
	/** The time of the tests, without the setup. */
	seconds: z.number(),
	why: z.string().optional(),
});

/** The result of a test command. */
export type Tried = z.infer<typeof tried>;

const outcome = z.object({
	name: z.string(),
	repository: z.string(),
	commit: z.string(),
	ecosystem: z.string(),
	/** The repository's own test command, in a clone after its own setup. */
	own: z.string(),
	outside: tried,
	/** The first test command that `init` found, with the files that `init` wrote. */
	detected: tried,
	/** The same command outside the sandbox. Only if it started in the sandbox and did not pass. */
	detectedOutside: tried.optional(),
	/** The repository's own test command in the sandbox. */
	inside: tried,
	/** A person's explanation of the difference. */
	note: z.string().optional(),
});

/** The outcome of a project. */
export type Outcome = z.infer<typeof outcome>;

/** Reads a stored outcome. Undefined if it has another form, as in older versions. */
export function readOutcome(text: string): Outcome | undefined {
	return outcome.safeParse(JSON.parse(text)).data;
}
