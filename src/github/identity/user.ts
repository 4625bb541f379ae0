import { z } from 'zod';

export const user = z.object({ id: z.number(), login: z.string(), type: z.string() });

/** Returns the person's relation to the repository, as GitHub names it (`author_association`), or an empty object. It is only a hint. */
export function associationOf({
	author_association: association,
}: {
	readonly author_association?: string | undefined;
}) {
	return association === undefined ? {} : { association };
}

/** The account that GitHub shows in place of a deleted one. */
export const ghost = { id: 10_137, login: 'ghost', type: 'User' };
