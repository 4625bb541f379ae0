/** What one run stores for later runs: redacted markdown. Empty parts are left out. */
export interface Remembrance {
	/** `2026-11-22`, UTC. */
	readonly day: string;
	readonly episode: string;
	readonly feedback: string;
	readonly notes: string;
}

/** Saves episodes and feedback (Wolffish, The Agent Pipeline: hippocampus and basal ganglia). */
export interface Memory {
	/** Writes them into the folder of this run. */
	remember(day: string, episode: string, feedback: string, notes?: string): Promise<void>;
	/**
	 * Saves the remembrance for later runs. A second call does not save it twice. Returns the reason if saving failed. Left out if no later
	 * run reads a memory.
	 */
	keep?(remembrance: Remembrance): Promise<string | undefined>;
}
