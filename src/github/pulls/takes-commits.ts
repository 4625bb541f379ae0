import { z } from 'zod';
import { CountersignError } from '../../core/index.ts';
import type { Api } from '../api/api.ts';

const branch = z.object({ protected: z.boolean() });
const rules = z.object({ type: z.string() }).array();

/** The kinds of rules that a new commit on a branch cannot break. */
const harmless: ReadonlySet<string> = new Set(['creation', 'deletion', 'non_fast_forward']);

/**
 * Whether a branch accepts a commit without a pull request: it is not protected, and its rules cannot refuse a new commit. GitHub does not
 * say who may bypass a rule, so every other rule counts. Returns false if GitHub does not answer.
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
