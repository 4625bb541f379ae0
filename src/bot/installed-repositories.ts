import { z } from 'zod';
import { nextPage, pageSize, type RequestPort } from '../github/index.ts';
import type { AppHost } from './app.ts';
import { type ApiConnection, apiOf, type Place, repositoryPlace, repositorySchema } from './installation-api.ts';
import type { ServedRepository } from './recovery.ts';

const installation = z.object({ id: z.number(), suspended_at: z.string().nullish() });
const repositories = z.object({ repositories: z.array(repositorySchema.extend({ archived: z.boolean().optional() })) });

/** A repository that the App is installed on, with what the bot needs to handle a command in it. */
export interface InstalledRepository extends ServedRepository {
	readonly connection: ApiConnection;
	readonly place: Place;
	readonly installation: number;
}

type AppConnection = Pick<ApiConnection, 'webUrl' | 'signal'>;

/**
 * Yields every repository of every installation that is not suspended, without archived repositories. If an installation cannot be read,
 * calls `skipped` and continues with the others.
 */
export async function* installedRepositories(
	host: Pick<AppHost, 'auth'>,
	connection: AppConnection,
	skipped: (installation: number, error: unknown) => void,
): AsyncGenerator<InstalledRepository> {
	for await (const { id, suspended_at: suspended } of pages(
		await host.auth(),
		'GET /app/installations',
		installation,
	)) {
		if (suspended !== undefined && suspended !== null) continue;
		try {
			yield* repositoriesOf(id, host, connection);
		} catch (error) {
			skipped(id, error);
		}
	}
}

async function* repositoriesOf(
	id: number,
	host: Pick<AppHost, 'auth'>,
	{ webUrl, signal }: AppConnection,
): AsyncGenerator<InstalledRepository> {
	const octokit = await host.auth(id);
	const connection: ApiConnection = { octokit, webUrl, signal };
	for await (const found of pages(octokit, 'GET /installation/repositories', repositories)) {
		for (const one of found.repositories.filter(({ archived }) => archived !== true)) {
			const place = repositoryPlace(one);
			yield {
				name: `${place.owner}/${place.name}`,
				api: apiOf(connection, place),
				connection,
				place,
				installation: id,
			};
		}
	}
}

/** Yields the items of a list, or the pages of a list that is wrapped in an object. */
async function* pages<T>(octokit: RequestPort, route: string, schema: z.ZodType<T>): AsyncGenerator<T> {
	let query: Record<string, unknown> | undefined = { per_page: pageSize };
	while (query !== undefined) {
		const { data, headers } = await octokit.request(route, query);
		yield* Array.isArray(data) ? schema.array().parse(data) : [schema.parse(data)];
		query = nextPage(headers, data, query);
	}
}
