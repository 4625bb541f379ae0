import type { StandingReach } from './standing-reach.ts';

/**
 * Each wall of a job's sandbox, with a description for people. At the start of every job, a probe tries to pass each wall. Mode `contained`
 * relies on all of them.
 */
export const wallWords = {
	network: 'no network',
	credentials: 'no credential of the job',
	machine: 'no file of the machine but programs, read-only',
	scratch: 'a home of its own for each call, with nothing in it but package caches, and empty temporary folders',
	git: 'a sealed `.git`',
	processes: 'no process of the machine, and none that outlives its call',
} as const;

export type Wall = keyof typeof wallWords;

/** The names of all walls. */
export const wallNames = Object.keys(wallWords) as readonly Wall[];

/**
 * The walls of a proven sandbox, and the hosts and services that maintainers opened. The probe does not test these openings in the network
 * wall.
 */
export interface Walls extends Partial<StandingReach> {
	/** The sandbox with its version. */
	readonly sandbox: string;
	/** How the sandbox was proven, in words for people. */
	readonly proof: string;
	readonly closed: readonly Wall[];
	/** The private folders of each call. */
	readonly scratch: readonly string[];
}

/** The result of a sandbox probe: the proven walls, or why they are not proven. */
export type WallsProof =
	| { readonly kind: 'proven'; readonly walls: Walls }
	| { readonly kind: 'unproven'; readonly why: string };

/** The private folders of each call, inside the sandbox. */
export const scratchFolders: readonly string[] = ['/tmp', '/var/tmp', '/dev/shm', '/home/agent'];

/** The walls to assume when a call is judged outside of a job. The verdict is then the same as in a run with a proven sandbox. */
export const assumedWalls: Walls = {
	sandbox: 'bubblewrap',
	proof: 'assumed: nothing was run',
	closed: wallNames,
	scratch: scratchFolders,
};
