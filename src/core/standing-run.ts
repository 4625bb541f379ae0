import { z } from 'zod';
import { reasonCodes } from './outcome.ts';

const kinds = Object.keys(reasonCodes) as [keyof typeof reasonCodes];

/** One run in the standing issue of its workflow. */
export const standingRun = z
	.object({
		run: z.string().regex(/^\d+-[0-9a-f]+$/),
		/** The task in a few words. */
		what: z.string().max(200),
		/** The digest of the task, by which a later run recognises the same task. */
		task: z.string().regex(/^[0-9a-f]{12}$/),
		/** ISO 8601 UTC. */
		begunAt: z.iso.datetime(),
		outcome: z.enum(kinds),
		reason: z.enum(Object.values(reasonCodes).flat()),
		/** The commit of the default branch from which the run started. */
		sha: z.string().regex(/^[0-9a-f]{40,64}$/),
		/** A login, or `org/team`. */
		owner: z
			.string()
			.regex(/^[a-z\d][a-z\d-]*(?:\/[\w.-]+)?$/i)
			.exactOptional(),
		/** The progress comment's id. */
		comment: z.number().int().positive().exactOptional(),
		/** The workflow run that last worked on this run. */
		job: z.string().regex(/^\d+$/).exactOptional(),
		/** The number of the pull request that this run opened. */
		pull: z.number().int().positive().exactOptional(),
		waits: z
			.array(z.object({ id: z.string().regex(/^A\d+$/), until: z.iso.datetime() }).readonly())
			.max(10)
			.readonly(),
	})
	.readonly();

export type StandingRun = Readonly<z.infer<typeof standingRun>>;

/** Returns whether the run ended in a way that needs no attention. */
export function endedWell({ outcome, reason }: StandingRun): boolean {
	return outcome === 'completed' && reason === 'answered';
}
