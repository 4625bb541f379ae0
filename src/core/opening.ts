import { z } from 'zod';

/** An issue or pull request as it was when somebody asked for a run. What was changed since, and cannot be told as it was, is null. */
export const openingSchema = z.object({ title: z.string().nullable(), body: z.string().nullable() }).readonly();
export type Opening = z.infer<typeof openingSchema>;

/** Who changed something last, and when (ISO 8601). */
export interface LateEdit {
	readonly by: string;
	readonly at: string;
}

/** The last change of what an issue or pull request says. A part that was never changed is left out. */
export interface LateEdits {
	readonly title?: LateEdit;
	readonly body?: LateEdit;
}
