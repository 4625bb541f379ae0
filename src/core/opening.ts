import { z } from 'zod';

/**
 * The title and text of an issue or pull request, at the time when a run was requested. A part is null if it was changed later and its old
 * text is not known.
 */
export const openingSchema = z.object({ title: z.string().nullable(), body: z.string().nullable() }).readonly();
export type Opening = z.infer<typeof openingSchema>;

/** Who changed a text last, and when (ISO 8601). */
export interface LateEdit {
	readonly by: string;
	readonly at: string;
}

/** The last change of each part of an issue or pull request. A part that was never changed is left out. */
export interface LateEdits {
	readonly title?: LateEdit;
	readonly body?: LateEdit;
}
