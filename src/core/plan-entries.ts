import { z } from 'zod';
import { plannedModes } from './approval.ts';
import { content } from './content-schema.ts';

const text = z.string();

/** The mode that a plan is carried out in, once somebody signed it. */
export const plannedMode = z.enum(plannedModes);

/** In mode `plan` the model's last answer is a plan: the run asks for a signature under it by a call of its own, which no model sees. */
export const planProposed = z.object({
	type: z.literal('plan_proposed'),
	call_id: text,
	mode: plannedMode,
	/** The plan's text and the mode: what the signature is bound to, beside the run, its base and the pull request's head. */
	args: content,
});

/** A signed plan is carried out: from here on the run is in another mode, and the model is told so. */
export const modeChanged = z.object({
	type: z.literal('mode_changed'),
	call_id: text,
	mode: plannedMode,
	told: content,
});

/** The signature under the plan that the run carries out counts no more: the run is back in mode `plan`, and ends. */
export const planRevoked = z.object({ type: z.literal('plan_revoked'), call_id: text, why: text });

/** The signature under the plan was looked at again, in another process than the one that began to carry it out. */
export const planUpheld = z.object({ type: z.literal('plan_upheld'), call_id: text });
