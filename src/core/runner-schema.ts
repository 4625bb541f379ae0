import { z } from 'zod';

/** A job of GitHub's, a process beside the App's bot, or one of a terminal. */
export const runnerKinds = ['actions', 'local', 'terminal'] as const;

/** Who executes, as journals and claims keep it. */
export const runnerSchema = z
	.object({ kind: z.enum(runnerKinds), id: z.string(), attempt: z.number().int() })
	.readonly();

/** A process beside the bot is ended after so long, so that nobody need ask whether one still lives. Minutes. */
export const longestLocalJob = 60;
