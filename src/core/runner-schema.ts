import { z } from 'zod';

/** A job of GitHub Actions, a process next to the App's bot, or a process of a terminal. */
export const runnerKinds = ['actions', 'local', 'terminal'] as const;

/** The process that executes a run, as journals and claims keep it. */
export const runnerSchema = z
	.object({ kind: z.enum(runnerKinds), id: z.string(), attempt: z.number().int() })
	.readonly();

/** After this time, a process next to the bot is ended. So nobody needs to ask whether it still lives. Minutes. */
export const longestLocalJob = 60;
