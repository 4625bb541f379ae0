import { z } from 'zod';
import { CountersignError } from '../../core/index.ts';

const payload = z.object({
	client_payload: z
		.object({
			prompt: z.string().default(''),
			skill: z
				.string()
				.regex(/^([a-z0-9][a-z0-9-]*)?$/, "must be a skill's name")
				.default(''),
		})
		.nullish(),
});

/** Returns the prompt and the skill of a `repository_dispatch`. Each is empty if it is missing. @throws CountersignError `bad-event` */
export function readClientPayload(event: unknown): { readonly prompt: string; readonly skill: string } {
	const parsed = payload.safeParse(event);
	if (parsed.success) return parsed.data.client_payload ?? { prompt: '', skill: '' };
	const [issue] = parsed.error.issues;
	throw new CountersignError({
		code: 'bad-event',
		message: `The payload of the event "repository_dispatch" is not as expected: ${issue?.path.join('.')}: ${issue?.message}.`,
		fix: 'Send `client_payload: { prompt, skill }`, both texts and both optional.',
	});
}
