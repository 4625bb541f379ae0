import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import type { BotSettings } from '../config/index.ts';

/** Why a job gets no token, with the HTTP status of the answer. This is a closed list. The answer contains only this reason. */
export const refusalStatus = {
	'no-token': 401,
	'not-verified': 401,
	expired: 401,
	'not-yet-valid': 401,
	'wrong-issuer': 401,
	'wrong-audience': 401,
	'claims-missing': 401,
	'event-not-served': 403,
	'wrong-workflow': 403,
	'wrong-branch': 403,
	'wrong-repository': 403,
	'not-installed': 403,
	suspended: 403,
	'permission-missing': 403,
	unavailable: 503,
} as const satisfies Readonly<Record<string, number>>;

export type RefusalReason = keyof typeof refusalStatus;

/** The identity of a job, as GitHub signed it. */
export interface JobIdentity {
	readonly repositoryId: number;
	readonly owner: string;
	readonly name: string;
	/** The branch that the workflow runs on. */
	readonly branch: string;
}

const claimsSchema = z.object({
	repository_id: z
		.string()
		.regex(/^[1-9]\d{0,15}$/)
		.transform(Number),
	repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
	ref: z.string(),
	workflow_ref: z.string(),
	job_workflow_ref: z.string(),
	event_name: z.string(),
});

/** Events of pull requests. Their jobs may run code of any person, even if the workflow is on the default branch. */
const foreignEvents = new Set([
	'pull_request',
	'pull_request_target',
	'pull_request_review',
	'pull_request_review_comment',
]);

export type ReadIdentity = (token: string) => Promise<JobIdentity | RefusalReason>;

/** Returns a function that verifies identity tokens of jobs. It reads the issuer's keys when it first needs them, and keeps them. */
export function identityReader(settings: Pick<BotSettings, 'issuer' | 'url' | 'workflows'>): ReadIdentity {
	const keys = createRemoteJWKSet(new URL(`${settings.issuer}/.well-known/jwks`), { timeoutDuration: 5000 });
	return async (token) => {
		const claims = await verified(token, keys, settings);
		return typeof claims === 'string' ? claims : identityOf(claims, settings.workflows);
	};
}

async function verified(
	token: string,
	keys: JWTVerifyGetKey,
	{ issuer, url }: Pick<BotSettings, 'issuer' | 'url'>,
): Promise<object | RefusalReason> {
	try {
		const { payload } = await jwtVerify(token, keys, {
			issuer,
			audience: [url, `${url}/`],
			algorithms: ['RS256'],
			requiredClaims: ['exp', 'iat', 'nbf'],
			clockTolerance: 30,
		});
		// The bot must be the only audience. If the token were also for another service, that service could send it to the bot.
		return typeof payload.aud === 'string' ? payload : 'wrong-audience';
	} catch (error) {
		return reasonOf(error);
	}
}

function reasonOf(error: unknown): RefusalReason {
	if (error instanceof errors.JWTExpired) return 'expired';
	if (error instanceof errors.JWTClaimValidationFailed) {
		if (error.reason === 'missing') return 'claims-missing';
		if (error.claim === 'iss') return 'wrong-issuer';
		if (error.claim === 'aud') return 'wrong-audience';
		return 'not-yet-valid';
	}
	// All other errors come from the issuer's server, and do not mean that the token is invalid.
	const isTokenInvalid = [
		errors.JWSInvalid,
		errors.JWTInvalid,
		errors.JWSSignatureVerificationFailed,
		errors.JOSEAlgNotAllowed,
	].some((kind) => error instanceof kind);
	const noKey = error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;
	return isTokenInvalid || noKey || error instanceof errors.JOSENotSupported ? 'not-verified' : 'unavailable';
}

function identityOf(claims: object, workflows: readonly string[]): JobIdentity | RefusalReason {
	const parsed = claimsSchema.safeParse(claims);
	if (!parsed.success) return 'claims-missing';
	const { repository, ref, workflow_ref: workflow, job_workflow_ref: job, ...more } = parsed.data;
	if (foreignEvents.has(more.event_name)) return 'event-not-served';
	const branch = /^refs\/heads\/(.+)$/.exec(ref)?.[1];
	if (branch === undefined) return 'wrong-branch';
	const [owner = '', name = ''] = repository.split('/');
	// The job must be in the workflow file that GitHub started. If the job is in a reusable workflow, anybody could have written the workflow
	// that calls it.
	if (workflow !== job) return 'wrong-workflow';
	const served = workflows.map((file) => `${repository}/.github/workflows/${file}@`);
	// Threat: a file name or a branch may contain an @. The text after `<file>@` must be the ref. If not, the workflow is another file whose
	// name begins in the same way (`agent.yml@x.yml`).
	const rest = served.filter((start) => workflow.startsWith(start)).map((start) => workflow.slice(start.length));
	if (!rest.some((behind) => behind.startsWith('refs/'))) return 'wrong-workflow';
	if (!rest.includes(ref)) return 'wrong-branch';
	return { repositoryId: more.repository_id, owner, name, branch };
}
