import { z } from 'zod';

export const user = z.object({ id: z.number(), login: z.string(), type: z.string() });

/** Nobody, where GitHub has deleted the account. */
export const ghost = { id: 10_137, login: 'ghost', type: 'User' };
