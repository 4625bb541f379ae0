import type { StandingReach } from './standing-reach.ts';

/**
 * What the sandbox of a job keeps apart, wall by wall, each in words for people. At the start of every job a probe tries to pass each of
 * them; mode `contained` counts on all of them.
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

/** Every wall. */
export const wallNames = Object.keys(wallWords) as readonly Wall[];

/** The walls of a proven sandbox, and what maintainers opened in them: a way through the wall of the network that is not tried. */
export interface Walls extends Partial<StandingReach> {
	/** Which sandbox, with its version. */
	readonly sandbox: string;
	/** How it was proven, in words for people. */
	readonly proof: string;
	readonly closed: readonly Wall[];
	/** The folders that each call has for itself. */
	readonly scratch: readonly string[];
}

/** What a probe of the sandbox found: its walls, or what stands open. */
export type WallsProof =
	| { readonly kind: 'proven'; readonly walls: Walls }
	| { readonly kind: 'unproven'; readonly why: string };

/** The folders that each call has for itself, inside the sandbox. */
export const scratchFolders: readonly string[] = ['/tmp', '/var/tmp', '/dev/shm', '/home/agent'];

/** The walls that a judgement without a job takes for granted: what a run whose sandbox is proven would answer. */
export const assumedWalls: Walls = {
	sandbox: 'bubblewrap',
	proof: 'assumed: nothing was run',
	closed: wallNames,
	scratch: scratchFolders,
};
