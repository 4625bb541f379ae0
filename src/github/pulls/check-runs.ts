import { z } from 'zod';
import { buttonOf } from '../../approvals/index.ts';
import { CountersignError, type RunCheck } from '../../core/index.ts';
import { type Api, ApiRefusal } from '../api/api.ts';

const name = 'Countersign';
/** The most characters of a summary that are sent. GitHub accepts 65,535. */
const longestSummary = 60_000;
const pull = z.object({ head: z.object({ sha: z.string() }) });
const listing = z.object({ check_runs: z.array(z.object({ id: z.number(), external_id: z.string().nullish() })) });

/** A pull request, and its head if this process has read it. */
export interface Place {
	readonly thread: number;
	readonly head: string | undefined;
}

/**
 * Shows a run's state as one check on the pull request's newest head, and edits this check later. A missing permission or an outage of
 * GitHub does not fail the run, because the run's comment and the job's summary say the same. If the check could not be written, returns
 * the reason.
 */
export async function showCheck(api: Api, on: Place, check: RunCheck): Promise<string | undefined> {
	try {
		const head = on.head ?? (await newestHead(api, on.thread));
		const route = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs';
		const { check_runs: there } = await api.call(route, listing, { ref: head, check_name: name, per_page: 100 });
		const mine = there.find((item) => item.external_id === check.run);
		const body = bodyOf(check);
		if (mine === undefined)
			await api.callOnce('POST /repos/{owner}/{repo}/check-runs', z.unknown(), { ...body, head_sha: head });
		else
			await api.call('PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}', z.unknown(), {
				...body,
				check_run_id: mine.id,
			});
		return undefined;
	} catch (error) {
		const refused = error instanceof ApiRefusal && [403, 404].includes(error.status);
		const outage = error instanceof CountersignError && error.code === 'github-unreachable';
		if (!refused && !outage) throw error;
		return refused
			? 'This token may not write checks, so the pull request shows no check for this run. To show one, give the job `checks: write`.'
			: 'GitHub could not be reached to show a check of this run; its comment says the same.';
	}
}

export async function newestHead(api: Api, thread: number): Promise<string> {
	const { head } = await api.call('GET /repos/{owner}/{repo}/pulls/{pull_number}', pull, { pull_number: thread });
	return head.sha;
}

function bodyOf({ run, conclusion, title, summary, url, buttons }: RunCheck): Record<string, unknown> {
	return {
		name,
		external_id: run,
		status: 'completed',
		conclusion,
		output: { title, summary: summary.slice(0, longestSummary).toWellFormed() },
		...(url === undefined ? {} : { details_url: url }),
		...(buttons === undefined ? {} : { actions: actionsFor(buttons) }),
	};
}

/**
 * Returns the buttons of a check. GitHub accepts 20 characters for a label and 40 for a description. An empty list removes old buttons;
 * without a list, they would stay.
 */
function actionsFor(batch: string): readonly object[] {
	if (batch === '') return [];
	return [
		{ label: 'Approve all', description: 'Sign every step that waits here', identifier: buttonOf(batch, true) },
		{ label: 'Deny', description: 'Say no to every step that waits here', identifier: buttonOf(batch, false) },
	];
}
