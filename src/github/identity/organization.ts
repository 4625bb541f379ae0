import { z } from 'zod';
import { organizationConfigPath, organizationEnables, organizationPolicies } from '../../config/index.ts';
import { CountersignError, type OrganizationFiles } from '../../core/index.ts';
import { type Api, ApiRefusal } from '../api/api.ts';

const head = z.array(z.object({ sha: z.string() })).max(1);
/** GitHub leaves out the content of a file above 1 MB, and returns a list for a folder. */
const file = z.object({ type: z.literal('file'), encoding: z.enum(['base64', 'none']), content: z.string() });
const folder = z.array(z.object({ path: z.string(), type: z.string() }));

const home = '/repos/{owner}/.github';
/** One more than the allowed number of policies, so that too many are noticed. */
const mostRead = 51;

/**
 * Returns the configuration and policies in `<owner>/.github`, which apply to all repositories of the owner, at the newest commit of its
 * default branch. Returns undefined if there are no such files, or if this token may not see them.
 * @throws CountersignError if GitHub does not answer. Otherwise a run would ignore rules that only could not be read.
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
 * Whether the organization's current file stops all runs. Returns false if the file is gone, or if this token may not see it. @throws
 * CountersignError if GitHub does not answer, and `bad-config`.
 */
export async function organizationIsOff({ repository }: OrganizationFiles, api: Api): Promise<boolean> {
	const text = await telling(repository, readHomeFile(organizationConfigPath, api));
	return text !== undefined && !organizationEnables(text, repository);
}

const existence = z.object({ repository: z.object({}).nullable() });

/**
 * Whether the owner has a `.github` repository that this token may see. Most owners have none. This asks GraphQL, because questions that
 * are asked at the same time share one request.
 */
async function isThere(api: Api): Promise<boolean> {
	const fields = { repository: 'repository(owner: $owner, name: ".github") { id }' };
	const variables = { owner: { type: 'String!', value: api.owner } };
	return (await api.graph({ fields, variables, schema: existence })).repository !== null;
}

/** Returns the newest commit of the default branch, or undefined for an empty repository (409). */
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
	const texts = await Promise.all(paths.map((path) => readHomeFile(path, api, sha)));
	return paths.flatMap((path, index) => {
		const text = texts[index];
		if (text !== undefined) return [{ path, text }];
		if (path === organizationConfigPath) return [];
		throw lost(`${api.owner}/.github:${path}`);
	});
}

/**
 * Returns undefined for a missing path. GitHub also answers 404 for a commit that not all of its servers know yet; this is thrown as an
 * error.
 */
async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
	try {
		return await answer;
	} catch (error) {
		if (error instanceof ApiRefusal && error.status === 404 && !/no commit found/i.test(error.message))
			return undefined;
		throw error;
	}
}

/** Returns the error for a folder among the policies. A person who put a policy into this folder would believe that the policy is used. */
function notRead(path: string): CountersignError {
	return new CountersignError({
		code: 'bad-config',
		message: `${path} is a folder: policies are read from ${organizationPolicies}/ itself.`,
		fix: 'Move its policies there, and all other files elsewhere. No run starts until then.',
	});
}

function lost(file: string): CountersignError {
	return new CountersignError({
		code: 'bad-config',
		message: `${file} is listed and cannot be read.`,
		fix: 'If it is a broken link, replace it with the file. No run starts until the file can be read.',
	});
}

function tooLarge(file: string): CountersignError {
	return new CountersignError({
		code: 'bad-config',
		message: `${file} is too large: GitHub does not give it out.`,
		fix: 'Make it smaller; no run starts without knowing what it says.',
	});
}

async function readHomeFile(path: string, api: Api, sha?: string): Promise<string | undefined> {
	const route = `GET ${home}/contents/${path.split('/').map(encodeURIComponent).join('/')}`;
	const found = await unlessMissing(api.call(route, file, sha === undefined ? {} : { ref: sha }));
	if (found?.encoding === 'none') throw tooLarge(`${api.owner}/.github:${path}`);
	return found === undefined ? undefined : Buffer.from(found.content, 'base64').toString();
}

/** Adds the name of the owner's `.github` repository to a refusal. Otherwise people would look for a missing permission in the workflow. */
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
