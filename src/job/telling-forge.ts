import type { Forge } from '../core/index.ts';

/**
 * Returns a forge that writes each reason once to the job's log if a pull request does not show the check of a run. This is not an error,
 * but people should not have to guess the reason.
 */
export function tellingForge(forge: Forge, say: (text: string) => void): Forge {
	const told = new Set<string>();
	return {
		...forge,
		showCheck: async (thread, check) => {
			const why = await forge.showCheck(thread, check);
			if (why !== undefined && !told.has(why)) say(why);
			if (why !== undefined) told.add(why);
			return why;
		},
	};
}
