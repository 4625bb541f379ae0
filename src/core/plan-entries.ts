import { z } from 'zod';
import { plannedModes } from './approval.ts';
import { content } from './content-schema.ts';

const text = z.string();

/** The mode in which a plan is carried out, after somebody signed it. */
export const plannedMode = z.enum(plannedModes);

/**
 * In mode `plan` the model's last answer is a plan. The run asks for a signature under this plan with its own call, which no model sees.
 */
export const planProposed = z.object({
	type: z.literal('plan_proposed'),
	call_id: text,
	mode: plannedMode,
	/**
	 * The plan's text and the mode. The signature is valid only for this text and mode, in this run, at its base commit and the pull request's
	 * head.
	 */
	args: content,
});

/** The run begins to carry out a signed plan. From here on the run is in another mode, and the model reads that. */
export const modeChanged = z.object({
	type: z.literal('mode_changed'),
	call_id: text,
	mode: plannedMode,
	told: content,
});

/** The signature under the current plan is no longer valid. The run goes back to mode `plan` and ends. */
export const planRevoked = z.object({ type: z.literal('plan_revoked'), call_id: text, why: text });

/** A later process has checked the plan's signature again, before it continues to carry out the plan. */
export const planUpheld = z.object({ type: z.literal('plan_upheld'), call_id: text });
