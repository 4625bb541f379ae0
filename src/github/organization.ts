import { z } from 'zod';
import { organizationConfigPath, organizationEnables, organizationPolicies } from '../config/index.ts';
import { CountersignError, type OrganizationFiles } from '../core/index.ts';
import { type Api, ApiRefusal } from './api.ts';

const head = z.array(z.object({ sha: z.string() })).max(1);
/** GitHub leaves out the content of a file above 1 MB, and answers with a list for a folder. */
const file = z.object({ type: z.literal('file'), encoding: z.enum(['base64', 'none']), content: z.string() });
const folder = z.array(z.object({ path: z.string(), type: z.string() }));

const home = '/repos/{owner}/.github';
/** A few more than count, so that too many are told as that. */
const mostRead = 51;

/**
 * What the owner of the repository says for all its repositories: the files of `<owner>/.github` at its default branch's commit. Undefined where there is
 * none of them, or none that this token may see.
 * @throws CountersignError where GitHub does not tell: rules that cannot be read are no rules that are missing.
 */
export async function readOrganizationFiles(api: Api): Promise<OrganizationFiles | undefined> {
	const repository = `${api.owner}/.github`;
	if (!(await telling(repository, isThere(api)))) return undefined;
	const sha = await telling(repository, headOf(api));
	if (sha === undefined) return undefined;
	const files = await telling(repository, filesAt(sha, api));
	return files.length === 0 ? undefined : { repository, sha, files };
}

/**
 * Whether an organization that has such a file stops all runs, as the file stands now. Where it is gone, or not for this token to see, what was read
 * when the job began goes on counting.
 * @throws CountersignError where GitHub does not tell, and `bad-config`.
 */
export async function organizationIsOff({ repository }: OrganizationFiles, api: Api): Promise<boolean> {
	const text = await telling(repository, textOf(organizationConfigPath, api));
	return text !== undefined && !organizationEnables(text, repository);
}

const existence = z.object({ repository: z.object({}).nullable() });

/** Whether there is such a repository for this token to see. Most owners have none: asked with something else, it is no request of its own. */
async function isThere(api: Api): Promise<boolean> {
	const fields = { repository: 'repository(owner: $owner, name: ".github") { id }' };
	const variables = { owner: { type: 'String!', value: api.owner } };
	return (await api.graph({ fields, variables, schema: existence })).repository !== null;
}

/** The newest commit of the default branch; an empty repository (409) has none. */
async function headOf(api: Api): Promise<string | undefined> {
	const newest = await unlessEmpty(api.find(`GET ${home}/commits`, head, { per_page: 1 }));
	return newest?.[0]?.sha;
}

async function unlessEmpty<T>(answer: Promise<T | undefined>): Promise<T | undefined> {
	try {
		return await answer;
	} catch (error) {
		if (error instanceof ApiRefusal && error.status === 409) return undefined;
		throw error;
	}
}

async function filesAt(sha: string, api: Api): Promise<OrganizationFiles['files']> {
	const listing = api.call(`GET ${home}/contents/${organizationPolicies}`, folder, { ref: sha });
	const entries = (await unlessMissing(listing)) ?? [];
	const deeper = entries.find(({ type }) => type === 'dir');
	if (deeper !== undefined) throw notRead(`${api.owner}/.github:${deeper.path}`);
	const policies = entries.filter(({ path }) => /\.ya?ml$/i.test(path)).map(({ path }) => path);
	const paths = [organizationConfigPath, ...policies.slice(0, mostRead)];
	const texts = await Promise.all(paths.map((path) => textOf(path, api, sha)));
	return paths.flatMap((path, index) => {
		const text = texts[index];
		if (text !== undefined) return [{ path, text }];
		if (path === organizationConfigPath) return [];
		throw lost(`${api.owner}/.github:${path}`);
	});
}

/** GitHub answers alike (404) for a path that is not there and for a commit that it does not know everywhere yet. */
async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
	try {
		return await answer;
	} catch (error) {
		if (error instanceof ApiRefusal && error.status === 404 && !/no commit found/i.test(error.message))
			return undefined;
		throw error;
	}
}

/** Whoever put a policy there believes that it counts. */
function notRead(path: string): CountersignError {
	return new CountersignError({
		code: 'bad-config',
		message: `${path} is a folder: policies are read from ${organizationPolicies}/ itself.`,
		fix: 'Move its policies there, and what is none elsewhere; no run starts until then.',
	});
}

function lost(file: string): CountersignError {
	return new CountersignError({
		code: 'bad-config',
		message: `${file} is listed and cannot be read.`,
		fix: 'Replace a link that leads nowhere by the file; no run starts without knowing what it says.',
	});
}

function tooLarge(file: string): CountersignError {
	return new CountersignError({
		code: 'bad-config',
		message: `${file} is too large: GitHub does not give it out.`,
		fix: 'Make it smaller; no run starts without knowing what it says.',
	});
}

async function textOf(path: string, api: Api, sha?: string): Promise<string | undefined> {
	const route = `GET ${home}/contents/${path.split('/').map(encodeURIComponent).join('/')}`;
	const found = await unlessMissing(api.call(route, file, sha === undefined ? {} : { ref: sha }));
	if (found?.encoding === 'none') throw tooLarge(`${api.owner}/.github:${path}`);
	return found === undefined ? undefined : Buffer.from(found.content, 'base64').toString();
}

/** What this token is refused is told as what it is about: nobody looks for a right on another repository in the workflow. */
async function telling<T>(repository: string, answer: Promise<T>): Promise<T> {
	try {
		return await answer;
	} catch (error) {
		if (!(error instanceof ApiRefusal)) throw error;
		throw new CountersignError({
			code: 'github-refused',
			message: `The organization's rules in ${repository} could not be read. ${error.message}`,
			fix: `Make ${repository} readable for the job's token, or take it away; no run starts without knowing what it says.`,
			cause: error,
		});
	}
}
