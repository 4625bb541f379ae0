import { z } from 'zod';
import { CountersignError } from '../../core/index.ts';
import type { Api } from '../api/api.ts';

const branch = z.object({ protected: z.boolean() });
const rules = z.object({ type: z.string() }).array();

/** Rules that a commit on top of a branch does not break. */
const harmless: ReadonlySet<string> = new Set(['creation', 'deletion', 'non_fast_forward']);

/**
 * Whether a branch accepts a commit without a pull request. It must not be protected, and its rules may only forbid rewriting. GitHub
 * does not say who may bypass a rule, so any rule is respected. If this cannot be read, the answer is no.
 */
export async function takesCommits(api: Api, name: string): Promise<boolean> {
	const route = 'GET /repos/{owner}/{repo}';
	try {
		const [found, kinds] = await Promise.all([
			api.find(`${route}/branches/{branch}`, branch, { branch: name }),
			api.call(`${route}/rules/branches/{branch}`, rules, { branch: name, per_page: 100 }),
		]);
		return found?.protected === false && kinds.every(({ type }) => harmless.has(type));
	} catch (error) {
		if (error instanceof CountersignError) return false;
		throw error;
	}
}
