import type { Forge } from '../core/index.ts';

/**
 * A forge that writes to the job's log, once, why a pull request does not show a check of a run. This is not an error, but people should
 * not have to guess the reason.
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
