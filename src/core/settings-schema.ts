import { z } from 'zod';

const text = z.string();

const setupCommand = z.object({ run: text, hosts: z.array(text).readonly(), seconds: z.number() }).readonly();

/** The part of the configuration that is frozen in a journal's header: what came later may be left out. */
export const settings = z
	.object({
		mode: z.enum(['plan', 'default', 'edit', 'auto']),
		model: text,
		limits: z.object({ maxIterations: z.number().int(), approvalTimeoutSeconds: z.number() }).readonly(),
		listenTo: z.enum(['writers', 'everyone']).exactOptional(),
		setup: z.array(setupCommand).readonly().exactOptional(),
		standingHosts: z.array(text).readonly().exactOptional(),
	})
	.readonly();
