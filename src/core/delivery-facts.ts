import { z } from 'zod';

/** What is known, before anybody is asked, of what this run's token can deliver. What stays away is not known. */
const facts = {
	/** It is the workflow's own token. */
	workflow_token: z.boolean().exactOptional(),
	/** It may open pull requests. */
	opens_pulls: z.boolean().exactOptional(),
	/** It may deliver files under `.github/workflows`. */
	changes_workflows: z.boolean().exactOptional(),
	/** What it opens starts the repository's checks by itself. */
	starts_checks: z.boolean().exactOptional(),
	/** Kinds of rules that may refuse the run's branch. */
	branch_rules: z.array(z.string()).readonly().exactOptional(),
};

/** The delivery was looked at before its time. */
export const deliveryChecked = z.object({ type: z.literal('delivery_checked'), ...facts });

export type DeliveryFacts = Readonly<Omit<z.infer<typeof deliveryChecked>, 'type'>>;

/** What is asked about a delivery before its time. */
export interface DeliveryQuestion {
	/** A name such as the run's branch will have. */
	readonly branch: string;
	/** Who we are when we write, as a comment of ours showed. */
	readonly author?: string;
}
