import { z } from 'zod';
import { reasonCodes } from './outcome.ts';

const kinds = Object.keys(reasonCodes) as [keyof typeof reasonCodes];

/** One run in the standing issue of its workflow. */
export const standingRun = z
	.object({
		run: z.string().regex(/^\d+-[0-9a-f]+$/),
		/** What was to be done, in a few words. */
		what: z.string().max(200),
		/** By which the same task is known again. */
		task: z.string().regex(/^[0-9a-f]{12}$/),
		/** ISO 8601 UTC. */
		begunAt: z.iso.datetime(),
		outcome: z.enum(kinds),
		reason: z.enum(Object.values(reasonCodes).flat()),
		/** The default branch's commit that it began with. */
		sha: z.string().regex(/^[0-9a-f]{40,64}$/),
		/** A login, or `org/team`. */
		owner: z
			.string()
			.regex(/^[a-z\d][a-z\d-]*(?:\/[\w.-]+)?$/i)
			.exactOptional(),
		/** The progress comment's id. */
		comment: z.number().int().positive().exactOptional(),
		/** The workflow run that was last at it. */
		job: z.string().regex(/^\d+$/).exactOptional(),
		/** The number of the pull request that it opened. */
		pull: z.number().int().positive().exactOptional(),
		waits: z
			.array(z.object({ id: z.string().regex(/^A\d+$/), until: z.iso.datetime() }).readonly())
			.max(10)
			.readonly(),
	})
	.readonly();

export type StandingRun = Readonly<z.infer<typeof standingRun>>;

/** Whether nobody has to come back to it. */
export function endedWell({ outcome, reason }: StandingRun): boolean {
	return outcome === 'completed' && reason === 'answered';
}
