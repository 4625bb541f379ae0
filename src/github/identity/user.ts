import { z } from 'zod';

export const user = z.object({ id: z.number(), login: z.string(), type: z.string() });

/** Returns GitHub's hint about a person's relation to the repository, which helps to choose whom to ask first. Empty if there is none. */
export function associationOf({
	author_association: association,
}: {
	readonly author_association?: string | undefined;
}) {
	return association === undefined ? {} : { association };
}

/** GitHub's account for comments of deleted accounts. */
export const ghost = { id: 10_137, login: 'ghost', type: 'User' };
