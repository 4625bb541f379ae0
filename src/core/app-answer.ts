import { z } from 'zod';

/** A file of the organization's `.github` repository. */
const organizationFile = z.object({ path: z.string(), text: z.string() });

/** The files of `<owner>/.github` with an organization's rules for all its repositories, at one commit. */
export const organizationSchema = z.object({
	/** `owner/.github`. */
	repository: z.string(),
	sha: z.string(),
	/** The existing files among `countersign.yml` and `countersign/policies/*.yml`. */
	files: z.array(organizationFile).readonly(),
});

/**
 * What the bot gives a job after the job has proved its identity: the App's token for this repository, and the key that verifies pressed
 * buttons.
 */
export const appAnswerSchema = z.object({
	/** An installation token for one repository. */
	token: z.string().min(1),
	/** ISO 8601 UTC. */
	expires_at: z.string(),
	/** The App. `login` is `<slug>[bot]`, and `user_id` is the id of the App's account. */
	app: z.object({ id: z.number(), slug: z.string(), login: z.string(), user_id: z.number() }),
	repository_id: z.number(),
	/** The App's public key. SPKI, PEM. */
	public_key: z.string(),
	/** The secret that seals the state of this repository's runs. An older bot does not send it. */
	state_key: z.string().min(32).exactOptional(),
	organization: organizationSchema.exactOptional(),
});

export type AppAnswer = z.output<typeof appAnswerSchema>;
export type OrganizationFiles = z.output<typeof organizationSchema>;
