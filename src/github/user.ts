import { z } from 'zod';

export const user = z.object({ id: z.number(), login: z.string(), type: z.string() });

/** GitHub's hint whom to ask about first; nothing where it gives none. */
export function associationOf({
	author_association: association,
}: {
	readonly author_association?: string | undefined;
}) {
	return association === undefined ? {} : { association };
}

/** Nobody, where GitHub has deleted the account. */
export const ghost = { id: 10_137, login: 'ghost', type: 'User' };
