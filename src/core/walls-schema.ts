import { z } from 'zod';
import { privateHosts } from './settings-schema.ts';
import { storedObject } from './stored-object.ts';
import { type Wall, type Walls, type WallsProof, wallNames } from './walls.ts';

const wall = z.enum(wallNames as [Wall, ...Wall[]]);

/** {@link Walls}, as a journal keeps them. */
export const wallsSchema = storedObject({
	sandbox: z.string(),
	proof: z.string(),
	closed: z.array(wall).readonly(),
	scratch: z.array(z.string()).readonly(),
	hosts: z.array(z.string()).readonly().exactOptional(),
	privateHosts: privateHosts.exactOptional(),
	services: z.array(z.string()).readonly().exactOptional(),
	upstreamProxy: z.literal(true).exactOptional(),
}) satisfies z.ZodType<Walls>;

/** {@link WallsProof}, as a journal keeps it. */
export const wallsProofSchema = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('proven'), walls: wallsSchema }).readonly(),
	z.object({ kind: z.literal('unproven'), why: z.string() }).readonly(),
]) satisfies z.ZodType<WallsProof>;

/** The sandbox was tested, once in each process of a run in mode `contained`. */
export const wallsTried = z.object({ type: z.literal('walls_tried'), found: wallsProofSchema });
