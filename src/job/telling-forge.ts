import type { Forge } from '../core/index.ts';

/** A forge that tells the job's log, once, why a pull request shows no check of a run: it is no error, and nobody should have to guess. */
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
