import { z } from 'zod';

/** Facts about the deliveries that this run's token can make, which the run reads in advance. A missing field is not known. */
const facts = {
	/** The run's token is the workflow's own token. */
	workflow_token: z.boolean().exactOptional(),
	/** The token may open pull requests. */
	opens_pulls: z.boolean().exactOptional(),
	/** The token may deliver files under `.github/workflows`. */
	changes_workflows: z.boolean().exactOptional(),
	/** Pull requests and commits made with the token start the repository's checks by themselves. */
	starts_checks: z.boolean().exactOptional(),
	/** Kinds of rules that may refuse the run's branch. */
	branch_rules: z.array(z.string()).readonly().exactOptional(),
};

/** The delivery was checked in advance. */
export const deliveryChecked = z.object({ type: z.literal('delivery_checked'), ...facts });

export type DeliveryFacts = Readonly<Omit<z.infer<typeof deliveryChecked>, 'type'>>;

/** The question about a future delivery. */
export interface DeliveryQuestion {
	/** A branch name of the same form as the run's branch. */
	readonly branch: string;
	/** The account that writes our comments, if one of them was already posted. */
	readonly author?: string;
}
