import { z } from 'zod';
import type { BotSettings } from '../config/index.ts';
import { ApiRefusal } from '../github/index.ts';
import type { AppHost } from './app.ts';
import { isSuspended } from './end-of-error.ts';
import type { JobIdentity, RefusalReason } from './identity-claims.ts';
import { type ApiConnection, apiOf, readRepository } from './installation-api.ts';
import { lackingFor, tokenPermissions } from './permissions.ts';

/** A refused exchange, with one reason of a closed list. */
export interface Refused {
	readonly refused: RefusalReason;
	/** The missing permissions, for the log and the answer. */
	readonly lacks?: string;
}

/** What {@link grantToken} needs, in addition to the verified identity of the job. */
export interface GrantContext {
	readonly settings: Pick<BotSettings, 'serverUrl'>;
	readonly host: AppHost;
	readonly userId: (connection: ApiConnection) => Promise<number>;
	readonly signal: AbortSignal;
}

/** A token of the App for one repository. */
interface GrantedToken {
	readonly token: string;
	/** ISO 8601 UTC. */
	readonly expiresAt: string;
	/** The account that writes the App's comments. */
	readonly userId: number;
	/** The client that calls GitHub as this installation. */
	readonly connection: ApiConnection;
}

const installationSchema = z.object({
	id: z.number(),
	suspended_at: z.string().nullish(),
	permissions: z.record(z.string(), z.string()),
});
const tokenSchema = z.object({ token: z.string().min(1), expires_at: z.string() });

/**
 * Finds the repository that the identity token names, and makes a token for exactly this repository.
 * @throws if GitHub cannot be asked.
 */
export async function grantToken(job: JobIdentity, context: GrantContext): Promise<GrantedToken | Refused> {
	const { host, settings, signal } = context;
	const app: ApiConnection = { octokit: await host.auth(), webUrl: settings.serverUrl, signal };
	const installation = await installationOf(job, app);
	if (installation === undefined) return { refused: 'not-installed' };
	if (isSet(installation.suspended_at)) return { refused: 'suspended' };
	const lacking = lackingFor(installation.permissions);
	if (lacking.length > 0) return { refused: 'permission-missing', lacks: lacking.join(' ') };
	const connection: ApiConnection = { ...app, octokit: await host.auth(installation.id) };
	const refused = await refusalFor(job, connection);
	if (refused !== undefined) return { refused };
	// The token is valid only for the repository's id. If the name now belongs to another repository, the token does not work there.
	const { data } = await app.octokit.request('POST /app/installations/{installation_id}/access_tokens', {
		installation_id: installation.id,
		repository_ids: [job.repositoryId],
		permissions: tokenPermissions(installation.permissions),
		request: { signal, retries: 0 },
	});
	const { token, expires_at: expiresAt } = tokenSchema.parse(data);
	return { token, expiresAt, userId: await context.userId(connection), connection };
}

/** Returns the App's installation for a repository. Undefined if there is none under this name. */
export async function installationOf(
	place: { readonly owner: string; readonly name: string },
	app: ApiConnection,
): Promise<z.infer<typeof installationSchema> | undefined> {
	try {
		return await apiOf(app, place).find('GET /repos/{owner}/{repo}/installation', installationSchema);
	} catch (error) {
		// GitHub answers with a redirect (3xx) if the repository was renamed. `apiOf` does not follow it.
		if (error instanceof ApiRefusal && error.status < 400) return undefined;
		throw error;
	}
}

async function refusalFor(job: JobIdentity, connection: ApiConnection): Promise<Refused['refused'] | undefined> {
	try {
		const found = await readRepository(apiOf(connection, job), job.repositoryId);
		if (found === undefined) return 'not-installed';
		if (found.owner !== job.owner || found.name !== job.name) return 'wrong-repository';
		return found.defaultBranch === job.branch ? undefined : 'wrong-branch';
	} catch (error) {
		if (error instanceof ApiRefusal && isSuspended(error)) return 'suspended';
		throw error;
	}
}

const userSchema = z.object({ id: z.number() });

/**
 * Returns a function that asks GitHub for the id of the App's own account. The id never changes, so the function keeps the first answer.
 */
export function cachedUserId(login: () => Promise<string>): (connection: ApiConnection) => Promise<number> {
	let known: number | undefined;
	return async (connection) => {
		const api = apiOf(connection, { owner: '', name: '' });
		known ??= (await api.call('GET /users/{username}', userSchema, { username: await login() })).id;
		return known;
	};
}

function isSet(value: unknown): boolean {
	return value !== undefined && value !== null;
}
