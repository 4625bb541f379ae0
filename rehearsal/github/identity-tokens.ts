import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { signedToken } from './app-token.ts';
import type { IdentityRequest, IdentityRequester } from './hands.ts';
import { ApiError, type Call, ok, type Reply } from './http.ts';
import { actionsApp, actionsBot } from './identity.ts';
import { nothing } from './installation.ts';
import type { Repository } from './repository.ts';
import { secret } from './token-shapes.ts';
import type { Identity, JsonObject } from './types.ts';
import type { WorkflowRuns } from './workflow-runs.ts';

const lifeSeconds = 300;
// GitHub's tokens are valid from ten minutes before their creation.
const backSeconds = 600;
const keyId = 'local-github';
const tokenPath = '/oidc/token';

/** Issues identity tokens for jobs, and publishes the issuer's keys. */
export class IdentityTokens {
	readonly #repository: Repository;
	readonly #runs: WorkflowRuns;
	readonly #requesters = new Map<string, IdentityRequester>();
	#keys: { privateKey: string; jwk: JsonObject } | undefined;

	constructor(repository: Repository, runs: WorkflowRuns) {
		this.#repository = repository;
		this.#runs = runs;
		repository.people.recognizing((token) => this.#recognize(token));
	}

	/** Recognizes a token that can only request identity tokens. */
	#recognize(token: string): Identity | undefined {
		if (!this.#requesters.has(token)) return undefined;
		return { user: actionsBot, app: actionsApp, grants: nothing, identityRequest: token };
	}

	/** Returns the values that the runner puts into the job's environment. */
	requestFor(requester: IdentityRequester): IdentityRequest {
		const token = secret('idr_');
		this.#requesters.set(token, requester);
		return { url: `${this.#repository.url}${tokenPath}?api-version=2.0`, token };
	}

	// The key is created late, because this takes long and most tests do not need it.
	#pair(): { privateKey: string; jwk: JsonObject } {
		if (this.#keys) return this.#keys;
		const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
		const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
		const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
		this.#keys = { privateKey: pem, jwk: { kty: 'RSA', alg: 'RS256', use: 'sig', kid: keyId, n, e } };
		return this.#keys;
	}

	keys(): Reply {
		return ok({ keys: [this.#pair().jwk] });
	}

	configuration(): Reply {
		const { url } = this.#repository;
		return ok({
			issuer: url,
			jwks_uri: `${url}/.well-known/jwks`,
			subject_types_supported: ['public', 'pairwise'],
			response_types_supported: ['id_token'],
			id_token_signing_alg_values_supported: ['RS256'],
			scopes_supported: ['openid'],
			claims_supported: ['sub', 'aud', 'exp', 'iat', 'iss', 'jti', 'nbf', ...Object.keys(this.#place())],
		});
	}

	#place(): JsonObject {
		const { owner, name, id, people, switches } = this.#repository;
		return {
			repository: `${owner}/${switches.renamedTo ?? name}`,
			repository_id: String(id),
			repository_owner: owner,
			repository_owner_id: String(people.get(owner).id),
			repository_visibility: people.world.private ? 'private' : 'public',
		};
	}

	async #claims(requester: IdentityRequester): Promise<JsonObject> {
		const { git, people, defaultBranch } = this.#repository;
		const place = this.#place();
		const origin = this.#runs.origin(requester.runId);
		const ref = `refs/heads/${origin?.branch ?? defaultBranch}`;
		const sha = origin?.sha ?? (await git.resolve(ref)) ?? '';
		const actor = people.find(requester.actor ?? '') ?? origin?.actor ?? people.get(this.#repository.owner);
		const file = `${place['repository']}/${requester.workflowPath ?? origin?.path ?? '.github/workflows/countersign.yml'}@${ref}`;
		return {
			...{ sub: `repo:${place['repository']}:ref:${ref}`, jti: randomUUID(), ...place },
			...{ ref, ref_type: 'branch', ref_protected: 'false', sha, head_ref: '', base_ref: '' },
			...{ workflow: requester.workflow ?? origin?.name ?? 'Countersign', workflow_ref: file, workflow_sha: sha },
			...{ job_workflow_ref: file, job_workflow_sha: sha, runner_environment: 'github-hosted' },
			...{ run_id: String(requester.runId), run_attempt: String(requester.attempt ?? 1), run_number: '1' },
			...{ event_name: requester.event, actor: actor.login, actor_id: String(actor.id) },
		};
	}

	async token(call: Call): Promise<Reply> {
		const requester = this.#requesters.get(call.who?.identityRequest ?? '');
		if (!requester) throw new ApiError(401, 'Bad credentials');
		const { url, owner, switches } = this.#repository;
		const iat = Math.floor(Date.now() / 1000);
		const times = { iss: url, iat, nbf: iat - backSeconds, exp: iat + lifeSeconds };
		const aud = call.query.get('audience') ?? `${url}/${owner}`;
		const claims = { ...times, aud, ...(await this.#claims(requester)), ...switches.identityClaims };
		// `null` in a test's claims removes a claim.
		const told = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null));
		return ok({ value: signedToken(told, this.#pair().privateKey, keyId) });
	}
}

export function addIdentityTokenRoutes(repository: Repository, runs: WorkflowRuns): IdentityTokens {
	const tokens = new IdentityTokens(repository, runs);
	const { router } = repository;
	router.on('GET', '/.well-known/openid-configuration', 'open', () => tokens.configuration());
	router.on('GET', '/.well-known/jwks', 'open', () => tokens.keys());
	router.on('GET', tokenPath, 'open', (call) => tokens.token(call));
	return tokens;
}
