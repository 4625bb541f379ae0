import type { BotSettings } from '../config/index.ts';
import type { OrganizationFiles } from '../core/index.ts';
import { readOrganizationFiles } from '../github/index.ts';
import type { AppHost } from './app.ts';
import { type ApiConnection, apiOf } from './installation-api.ts';
import { installationOf } from './installation-token.ts';

/** Reads an owner's files for all of their repositories. Returns undefined if there are none. @throws if GitHub cannot be asked. */
export type ReadOrganization = (
	owner: string,
	own: ApiConnection,
	host: AppHost,
) => Promise<OrganizationFiles | undefined>;

/** How long an answer is used again, because many jobs may ask at the same time. Milliseconds. */
const kept = 60_000;
const mostOwners = 1000;

/** Returns a reader that asks GitHub at most once a minute for each owner. */
export function organizationReader({ serverUrl }: Pick<BotSettings, 'serverUrl'>, now = Date.now): ReadOrganization {
	const answers = new Map<
		string,
		{ readonly until: number; readonly answer: Promise<OrganizationFiles | undefined> }
	>();
	return (owner, own, host) => {
		const before = answers.get(owner);
		if (before !== undefined && before.until > now()) return before.answer;
		const answer = read(owner, own, host, serverUrl);
		if (answers.size >= mostOwners) answers.clear();
		answers.set(owner, { until: now() + kept, answer });
		// A failed answer is not kept, so the next call reads it again.
		answer.catch(() => answers.delete(owner));
		return answer;
	};
}

async function read(
	owner: string,
	own: ApiConnection,
	host: AppHost,
	webUrl: string,
): Promise<OrganizationFiles | undefined> {
	const place = { owner, name: '.github' };
	const app: ApiConnection = { octokit: await host.auth(), webUrl, signal: own.signal };
	const installed = await installationOf(place, app);
	// If the App is not installed for that repository, only the files that everybody can read are used.
	const octokit = installed === undefined ? own.octokit : await host.auth(installed.id);
	return readOrganizationFiles(apiOf({ ...own, octokit }, place));
}
