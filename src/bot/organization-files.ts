import { z } from 'zod';
import type { BotSettings } from '../config/index.ts';
import type { OrganizationFiles } from '../core/index.ts';
import type { Api } from '../github/index.ts';
import type { AppHost } from './app.ts';
import { type ApiLink, apiOf, type Place, placeOf } from './installation-api.ts';
import { installationOf } from './installation-token.ts';

/** Reads what an owner says for all their repositories; undefined where they say nothing. @throws where it cannot be known. */
export type ReadOrganization = (owner: string, own: ApiLink, host: AppHost) => Promise<OrganizationFiles | undefined>;

/** How long an answer is kept: a run reads it once, and jobs come in flocks. Milliseconds. */
const kept = 60_000;
const mostOwners = 1000;
const longestFile = 65_536;
const mostPolicies = 50;
const configFile = 'countersign.yml';
const policies = 'countersign/policies';

const repository = z.object({
	id: z.number(),
	name: z.string(),
	owner: z.object({ login: z.string() }),
	default_branch: z.string(),
});
const file = z.object({
	type: z.literal('file'),
	path: z.string(),
	encoding: z.literal('base64'),
	content: z.string(),
});
const listing = z.array(z.object({ type: z.string(), path: z.string() }));

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
		// What could not be read is read again.
		answer.catch(() => answers.delete(owner));
		return answer;
	};
}

async function read(
	owner: string,
	own: ApiLink,
	host: AppHost,
	webUrl: string,
): Promise<OrganizationFiles | undefined> {
	const place = { owner, name: '.github' };
	const app: ApiLink = { octokit: await host.auth(), webUrl, signal: own.signal };
	const installed = await installationOf(place, app);
	// Where the App is not installed there, it counts as far as everybody can read it.
	const octokit = installed === undefined ? own.octokit : await host.auth(installed.id);
	const api = apiOf({ ...own, octokit }, place);
	const found = await api.find('GET /repos/{owner}/{repo}', repository);
	return found === undefined ? undefined : filesOf(placeOf(found), api);
}

async function filesOf({ owner, name, defaultBranch }: Place, api: Api): Promise<OrganizationFiles | undefined> {
	const commit = z.object({ sha: z.string() });
	const head = await api.tryTo('GET /repos/{owner}/{repo}/commits/{ref}', commit, { ref: defaultBranch });
	// A repository without a commit is refused as a conflict.
	if (!('sha' in head)) return undefined;
	const { sha } = head;
	const listed = await api.find('GET /repos/{owner}/{repo}/contents/{+path}', listing, { path: policies, ref: sha });
	const paths = (listed ?? [])
		.filter(({ type, path }) => type === 'file' && /\.ya?ml$/.test(path))
		.map(({ path }) => path);
	if (paths.length > mostPolicies) throw new Error(`There are more than ${mostPolicies} policies.`);
	const files = await Promise.all([configFile, ...paths].map((path) => readFile(path, sha, api)));
	const there = files.filter((one) => one !== undefined);
	return there.length === 0 ? undefined : { repository: `${owner}/${name}`, sha, files: there };
}

async function readFile(path: string, ref: string, api: Api): Promise<OrganizationFiles['files'][number] | undefined> {
	const found = await api.find('GET /repos/{owner}/{repo}/contents/{+path}', file, { path, ref });
	if (found === undefined) return undefined;
	const text = Buffer.from(found.content, 'base64').toString();
	if (text.length > longestFile) throw new Error(`${path} is longer than ${longestFile} characters.`);
	return { path, text };
}
