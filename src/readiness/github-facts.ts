import { z } from 'zod';
import type { RequestPort } from '../github/index.ts';

/** The result of a request to GitHub. If it failed, `status` is GitHub's status code. */
export type Look<T> =
	| { readonly seen: true; readonly value: T }
	| { readonly seen: false; readonly why: string; readonly status?: number };

/** The facts about a repository that GitHub shows for a token. */
export interface GitHubFacts {
	readonly owner: string;
	readonly name: string;
	readonly repository: Look<{
		readonly defaultBranch: string;
		readonly mayPush: boolean;
		/** The scopes of a classic token. Undefined for other tokens, because GitHub does not report their scopes. */
		readonly scopes?: readonly string[];
	}>;
	readonly actionsOn: Look<boolean>;
	readonly mayOpenPulls: Look<boolean>;
	/** The names of the secrets, including the organization's. Never their values. */
	readonly secrets: Look<readonly string[]>;
	/** Files of this checkout, and whether they are on the default branch. */
	readonly onDefaultBranch: readonly (readonly [file: string, there: Look<boolean>])[];
}

/** The settings for requests to GitHub. */
export interface Asking {
	readonly octokit: RequestPort;
	readonly owner: string;
	readonly name: string;
	/** Files that must be on the default branch. */
	readonly files: readonly string[];
	readonly milliseconds: number;
}

const repositorySchema = z.object({
	default_branch: z.string(),
	permissions: z.object({ push: z.boolean() }).partial().default({}),
});
const actionsSchema = z.object({ enabled: z.boolean() });
const workflowSchema = z.object({ can_approve_pull_request_reviews: z.boolean() });
const secretsSchema = z.object({ secrets: z.array(z.object({ name: z.string() })) });

/** Reads facts about a repository with a token. It changes nothing. If the token may not read something, the result contains the status. */
export async function gatherGitHubFacts(asking: Asking): Promise<GitHubFacts> {
	const { owner, name, files } = asking;
	const [repository, actionsOn, mayOpenPulls, secrets, onDefaultBranch] = await Promise.all([
		look(asking, 'GET /repos/{owner}/{repo}', {}, (data, headers) => {
			const { default_branch, permissions } = repositorySchema.parse(data);
			return { defaultBranch: default_branch, mayPush: permissions.push === true, ...scopesIn(headers) };
		}),
		look(asking, 'GET /repos/{owner}/{repo}/actions/permissions', {}, (data) => actionsSchema.parse(data).enabled),
		look(
			asking,
			'GET /repos/{owner}/{repo}/actions/permissions/workflow',
			{},
			(data) => workflowSchema.parse(data).can_approve_pull_request_reviews,
		),
		secretNames(asking),
		Promise.all(files.map(async (file) => [file, await isOnDefaultBranch(asking, file)] as const)),
	]);
	return { owner, name, repository, actionsOn, mayOpenPulls, secrets, onDefaultBranch };
}

async function secretNames(asking: Asking): Promise<Look<readonly string[]>> {
	const names = (data: unknown) => secretsSchema.parse(data).secrets.map(({ name }) => name);
	const own = await look(asking, 'GET /repos/{owner}/{repo}/actions/secrets', { per_page: 100 }, names);
	if (!own.seen) return own;
	const shared = await look(asking, 'GET /repos/{owner}/{repo}/actions/organization-secrets', { per_page: 100 }, names);
	return { seen: true, value: [...own.value, ...(shared.seen ? shared.value : [])] };
}

/**
 * Whether a file is on the default branch. GitHub answers 404 for a missing file, and also for a missing repository. Another request
 * detects a missing repository.
 */
async function isOnDefaultBranch(asking: Asking, path: string): Promise<Look<boolean>> {
	const there = await look(asking, 'GET /repos/{owner}/{repo}/contents/{path}', { path }, () => true);
	return !there.seen && there.status === 404 ? { seen: true, value: false } : there;
}

async function look<T>(
	{ octokit, owner, name, milliseconds }: Asking,
	route: string,
	parameters: Readonly<Record<string, unknown>>,
	read: (data: unknown, headers: object) => T,
): Promise<Look<T>> {
	try {
		const request = { retries: 0, signal: AbortSignal.timeout(milliseconds) };
		const { data, headers } = await octokit.request(route, { owner, repo: name, ...parameters, request });
		return { seen: true, value: read(data, headers) };
	} catch (error) {
		const status =
			error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined;
		return { seen: false, why: reasonOf(error, status), ...(status === undefined ? {} : { status }) };
	}
}

function reasonOf(error: unknown, status: number | undefined): string {
	if (status === 401) return 'GitHub does not take this token (401)';
	if (status === 403 || status === 404) return `this token may not see it (${status})`;
	if (error instanceof z.ZodError) return 'GitHub answered in a form that is not known';
	const message = error instanceof Error ? error.message : String(error);
	return `GitHub cannot be asked: ${message.replace(/\s+/g, ' ').slice(0, 200)}`;
}

function scopesIn(headers: object): { readonly scopes?: readonly string[] } {
	const scopes: unknown = Reflect.get(headers, 'x-oauth-scopes');
	return typeof scopes === 'string' && scopes.trim() !== ''
		? { scopes: scopes.split(',').map((scope) => scope.trim()) }
		: {};
}
