import { z } from 'zod';

/**
 * What the sandbox of a job keeps apart, wall by wall, each in words for people. At the start of every job a probe tries to pass each of
 * them; mode `contained` counts on all of them.
 */
export const wallWords = {
	network: 'no network',
	credentials: 'no credential of the job',
	machine: 'no file of the machine but programs, read-only',
	scratch: 'an empty home and temporary folder for each call',
	git: 'a sealed `.git`',
	processes: 'no process of the machine, and none that outlives its call',
} as const;

export type Wall = keyof typeof wallWords;

/** Every wall. */
export const wallNames = Object.keys(wallWords) as readonly Wall[];

const wall = z.enum(wallNames as [Wall, ...Wall[]]);

/** The walls of a proven sandbox: which sandbox, how it was proven, what is closed, and which folders belong to each call alone. */
export const wallsSchema = z
	.object({
		sandbox: z.string(),
		proof: z.string(),
		closed: z.array(wall).readonly(),
		scratch: z.array(z.string()).readonly(),
	})
	.readonly();

export type Walls = z.infer<typeof wallsSchema>;

export const wallsProofSchema = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('proven'), walls: wallsSchema }).readonly(),
	z.object({ kind: z.literal('unproven'), why: z.string() }).readonly(),
]);

/** What a probe of the sandbox found: its walls, or what stands open. */
export type WallsProof = z.infer<typeof wallsProofSchema>;

/** The folders that each call has for itself, inside the sandbox. */
export const scratchFolders: readonly string[] = ['/tmp', '/var/tmp', '/dev/shm', '/home/agent'];

/** The walls that a judgement without a job takes for granted: what a run whose sandbox is proven would answer. */
export const assumedWalls: Walls = {
	sandbox: 'bubblewrap',
	proof: 'assumed: nothing was run',
	closed: wallNames,
	scratch: scratchFolders,
};
