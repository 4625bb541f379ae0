import { z } from 'zod';

/** A job of GitHub Actions, a process on the machine of the App's bot, or a process in a terminal. */
export const runnerKinds = ['actions', 'local', 'terminal'] as const;

/** The process that executes a run, as journals and claims keep it. */
export const runnerSchema = z
	.object({ kind: z.enum(runnerKinds), id: z.string(), attempt: z.number().int() })
	.readonly();

/** After this time, the bot ends a process on its machine. So an older process certainly lives no more. Minutes. */
export const longestLocalJob = 60;
