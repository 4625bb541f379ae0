import { z } from 'zod';
import { type Action, personNames } from '../protocol.ts';

const as = z.enum(personNames);
const thread = z.number().int().positive();
const text = z.string().max(200_000);

/** The one place where a request of the page becomes an action. */
export const actionSchema = z.discriminatedUnion('kind', [
	z.strictObject({ kind: z.literal('comment'), as, thread, body: text }),
	z.strictObject({ kind: z.literal('open-issue'), as, title: text, body: text }),
	z.strictObject({ kind: z.literal('press'), as, check: z.number().int(), identifier: text }),
	z.strictObject({ kind: z.literal('kill-runner'), thread }),
	z.strictObject({ kind: z.literal('edit-bot-comment'), thread }),
	z.strictObject({ kind: z.literal('push-commit'), thread }),
	z.strictObject({ kind: z.literal('merge-workflow-change') }),
	z.strictObject({ kind: z.literal('pass-day') }),
	z.strictObject({ kind: z.literal('choose-model'), model: text }),
]) satisfies z.ZodType<Action>;
