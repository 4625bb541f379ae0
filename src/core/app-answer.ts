import { z } from 'zod';

/** A file of the organization's `.github` repository. */
const organizationFile = z.object({ path: z.string(), text: z.string() });

/** What an organization says for all its repositories, at one commit of `<owner>/.github`. */
export const organizationSchema = z.object({
	/** `owner/.github`. */
	repository: z.string(),
	sha: z.string(),
	/** `countersign.yml` and `countersign/policies/*.yml`, those that there are. */
	files: z.array(organizationFile).readonly(),
});

/** What the bot gives a job that has shown its identity: the App's token for this repository, and what presses are verified with. */
export const appAnswerSchema = z.object({
	/** An installation token for one repository. */
	token: z.string().min(1),
	/** ISO 8601 UTC. */
	expires_at: z.string(),
	/** The login is `<slug>[bot]`; `user_id` is its account. */
	app: z.object({ id: z.number(), slug: z.string(), login: z.string(), user_id: z.number() }),
	repository_id: z.number(),
	/** SPKI, PEM. */
	public_key: z.string(),
	/** Seals the state of this repository's runs. An older bot gives none. */
	state_key: z.string().min(32).exactOptional(),
	organization: organizationSchema.exactOptional(),
});

export type AppAnswer = z.output<typeof appAnswerSchema>;
export type OrganizationFiles = z.output<typeof organizationSchema>;
