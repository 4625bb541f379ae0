import { z } from 'zod';
import type { CheckView } from '../core/index.ts';
import { asData, capped, first, joined } from './shown.ts';
import { defineTool, done, type ToolServices } from './tool.ts';

const longestMessage = 500;

/** Shows the results of a commit's checks. */
export const checksRead = defineTool({
	name: 'checks_read',
	description:
		'Read the checks of a commit with conclusions and annotations. Without `commit`, reads those of the pull request of this run, or else of the base branch.',
	args: z.strictObject({
		commit: z
			.string()
			.regex(/^[0-9a-f]{40}$/)
			.optional(),
	}),
	run: async ({ commit }, services) => {
		const ref = commit ?? (await ownCommit(services));
		const checks = await services.toolForge.checks(ref);
		if (checks.length === 0) return done(`No checks on ${ref}.`);
		const failedFirst = checks.toSorted((one, other) => Number(isFine(one)) - Number(isFine(other)));
		const { shown, left } = first(
			failedFirst.map((check) => ({ source: `check ${check.id}`, text: describe(check), verbatim: true })),
		);
		const cut = left === 0 ? '' : `[${left} more checks do not fit]`;
		return done(joined([`${checks.length} checks on ${ref}`, ...asData(shown), cut]));
	},
});

async function ownCommit({ toolForge, thread, baseBranch }: ToolServices): Promise<string> {
	const { isPullRequest } = await toolForge.thread(thread);
	return isPullRequest ? (await toolForge.pullRequest(thread)).headSha : baseBranch;
}

function isFine({ conclusion }: CheckView): boolean {
	return conclusion === 'success' || conclusion === 'neutral' || conclusion === 'skipped';
}

function describe({ name, status, conclusion, isJob, title, annotations }: CheckView): string {
	const log = isJob ? ' (a job: check_log shows its log)' : '';
	const remarks = annotations.map(
		({ level, path, line, message }) => `  ${level} ${path}:${line} ${capped(message, longestMessage)}`,
	);
	return joined([`${name}: ${conclusion ?? status}${log}`, title, ...remarks]);
}
