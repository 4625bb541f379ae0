import { z } from 'zod';
import { type ActionKind, type ActionOf, personNames } from '../protocol.ts';

const as = z.enum(personNames);
const thread = z.number().int().positive();
const text = z.string().max(200_000);

/** The fields of each kind of action. A new kind of action does not compile without an entry here. */
const schemas = {
	comment: z.strictObject({ kind: z.literal('comment'), as, thread, body: text }),
	'open-issue': z.strictObject({ kind: z.literal('open-issue'), as, title: text, body: text }),
	press: z.strictObject({ kind: z.literal('press'), as, check: z.number().int(), identifier: text }),
	'kill-runner': z.strictObject({ kind: z.literal('kill-runner'), thread }),
	'edit-bot-comment': z.strictObject({ kind: z.literal('edit-bot-comment'), thread }),
	'push-commit': z.strictObject({ kind: z.literal('push-commit'), thread }),
	'merge-workflow-change': z.strictObject({ kind: z.literal('merge-workflow-change') }),
	'pass-day': z.strictObject({ kind: z.literal('pass-day') }),
	'choose-model': z.strictObject({ kind: z.literal('choose-model'), model: text }),
} satisfies { readonly [K in ActionKind]: z.ZodType<ActionOf<K>> };

const { comment, ...others } = schemas;

/** The one place where a request of the page becomes an action. */
export const actionSchema = z.discriminatedUnion('kind', [comment, ...Object.values(others)]);
