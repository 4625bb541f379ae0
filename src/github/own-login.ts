import { z } from 'zod';
import { type Api, ApiRefusal } from './api.ts';

const user = z.object({ login: z.string() });

/** Who we are with a token of this kind, where that needs no question: an installation's may never ask. */
export function knownLogin(token: string): string | undefined {
	return token.startsWith('ghs_') ? 'github-actions[bot]' : undefined;
}

/** Who we are when we write. The workflow's own token may not ask, and is `github-actions[bot]`. */
export async function ownLogin(api: Api): Promise<string> {
	if (api.login !== undefined) return api.login;
	try {
		return (await api.call('GET /user', user)).login;
	} catch (error) {
		if (error instanceof ApiRefusal && error.status === 403) return 'github-actions[bot]';
		throw error;
	}
}
