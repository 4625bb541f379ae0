import { z } from 'zod';
import type { CheckView } from '../core/index.ts';
import { asData, capped, joined } from './shown.ts';
import { type Bench, defineTool, done } from './tool.ts';

const longestMessage = 500;

/** Shows how the checks of a commit ended. */
export const checksRead = defineTool({
	name: 'checks_read',
	description:
		'Read the checks of a commit with conclusions and annotations. Without `commit`: of the pull request of this run, else of the base branch.',
	args: z.strictObject({
		commit: z
			.string()
			.regex(/^[0-9a-f]{40}$/)
			.optional(),
	}),
	run: async ({ commit }, bench) => {
		const ref = commit ?? (await ownCommit(bench));
		const checks = await bench.desk.checks(ref);
		if (checks.length === 0) return done(`No checks on ${ref}.`);
		const texts = checks.map((check) => ({ source: `check ${check.id}`, text: describe(check), verbatim: true }));
		return done(joined([`${checks.length} checks on ${ref}`, ...asData(texts)]));
	},
});

async function ownCommit({ desk, thread, baseBranch }: Bench): Promise<string> {
	const { isPullRequest } = await desk.thread(thread);
	return isPullRequest ? (await desk.pullRequest(thread)).headSha : baseBranch;
}

function describe({ name, status, conclusion, isJob, title, annotations }: CheckView): string {
	const log = isJob ? ' (a job: check_log shows its log)' : '';
	const remarks = annotations.map(
		({ level, path, line, message }) => `  ${level} ${path}:${line} ${capped(message, longestMessage)}`,
	);
	return joined([`${name}: ${conclusion ?? status}${log}`, title, ...remarks]);
}
