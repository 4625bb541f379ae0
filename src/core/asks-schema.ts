import { z } from 'zod';
import type { Asks } from './bounds.ts';
import { type DeliveredClass, deliveredClasses } from './delivered.ts';

const classNames = Object.keys(deliveredClasses) as [DeliveredClass, ...DeliveredClass[]];

/**
 * {@link Asks}, as a journal keeps it. The gate uses a separate type, because otherwise each process with a gate would load the schemas.
 */
export const asksSchema = z
	.object({
		hosts: z.array(z.string()).readonly().exactOptional(),
		classes: z.array(z.enum(classNames)).readonly().exactOptional(),
		others: z.literal(true).exactOptional(),
	})
	.readonly() satisfies z.ZodType<Asks>;
