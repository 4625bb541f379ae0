import { z } from 'zod';
import { modes } from './approval.ts';
import { plannedMode } from './plan-entries.ts';
import { price } from './price-schema.ts';
import { atCaps, type RunLimits } from './run-request.ts';
import { storedObject } from './stored-object.ts';

const text = z.string();

/** Hosts whose address may be private, as a journal keeps them. */
export const privateHosts = z.array(z.object({ host: text, because: text }).readonly()).readonly();

const setupCommand = z.object({ run: text, hosts: z.array(text).readonly(), seconds: z.number() }).readonly();

const person = z.object({ id: z.number().int(), login: text }).readonly();
const who = {
	roles: z.array(text).readonly(),
	people: z.array(person).readonly(),
	teams: z.array(text).readonly(),
};
const approvals = storedObject({
	...who,
	notRequester: z.boolean(),
	signatures: z.number().int(),
	critical: z.number().int(),
	codeowners: z.boolean(),
	requireIds: z.boolean(),
	organization: z
		.object({ ...who, why: text })
		.readonly()
		.exactOptional(),
});

/** The part of the configuration that a journal's header contains. Older journals do not have the newer fields. */
export const settings = storedObject({
	mode: z.enum(modes),
	/**
	 * If the run is in mode `plan`, its last answer becomes a plan that people must sign. The signed plan is then carried out in this mode.
	 * If left out, the last answer is only an answer.
	 */
	planned: plannedMode.exactOptional(),
	model: text,
	/** The models to ask if the first one does not answer, in order. */
	fallbacks: z.array(text).readonly().exactOptional(),
	limits: storedObject({
		maxIterations: z.number().int(),
		approvalTimeoutSeconds: z.number(),
		tokensPerRun: z.number().int().exactOptional(),
		centsPerRun: z.number().int().exactOptional(),
		minutesPerRun: z.number().int().exactOptional(),
		tokensPerDay: z.number().int().exactOptional(),
		centsPerDay: z.number().int().exactOptional(),
		minutesPerDay: z.number().int().exactOptional(),
		idleRounds: z.number().int().exactOptional(),
		ofSkill: z
			.array(z.enum(['tokens', 'minutes']))
			.readonly()
			.exactOptional(),
		atCap: z.enum(atCaps).exactOptional(),
		// If a limit is missing here, the code does not compile. Otherwise, a saved run would lose that limit.
	} satisfies Record<keyof RunLimits, z.ZodType>),
	listenTo: z.enum(['writers', 'everyone']).exactOptional(),
	skill: text.exactOptional(),
	setup: z.array(setupCommand).readonly().exactOptional(),
	/** The programs that the project's own tests need. */
	programs: z.array(text).readonly().exactOptional(),
	prices: z.array(price).readonly().exactOptional(),
	standingHosts: z.array(text).readonly().exactOptional(),
	privateHosts: privateHosts.exactOptional(),
	services: z.array(text).readonly().exactOptional(),
	upstreamProxy: z.literal(true).exactOptional(),
	approvals: approvals.exactOptional(),
});
