import { z } from 'zod';
import { type Api, findOrMake } from '../api/api.ts';
import { withMarker } from './marker.ts';
import { findOwnIssue, isOwnIssue, issue, type OwnIssue, ownLabel } from './own-issue.ts';

const change = 'PATCH /repos/{owner}/{repo}/issues/{issue_number}';
/**
 * The name of a workflow may contain blanks. The line breaks before the marker are not part of the pattern, because then the time would
 * grow with the square of their number.
 */
const ending = /<!-- (countersign:standing:[^\n]*?) -->\s*$/;

/** Finds the one issue, open or closed, in which the runs of a workflow without a thread report. */
export function findStandingIssue(api: Api, workflow: string): Promise<OwnIssue | undefined> {
	return findOwnIssue(api, markerOf(workflow), { state: 'all', labels: ownLabel });
}

/**
 * Returns the number of the issue. If the issue does not exist, it is created. If somebody closed it, it is opened again, so that its
 * list of runs is kept.
 */
export async function standingIssue(api: Api, workflow: string): Promise<number> {
	const make = (): Promise<OwnIssue> =>
		api.callOnce('POST /repos/{owner}/{repo}/issues', issue, {
			title: `Countersign: ${workflow}`,
			body: withMarker(
				`Runs of the workflow \`${workflow}\` report here and wait here for approval.`,
				markerOf(workflow),
			),
			labels: [ownLabel],
		});
	const { number, state } = await findOrMake(api, () => findStandingIssue(api, workflow), make);
	if (state === 'closed') await api.call(change, issue, { issue_number: number, state: 'open' });
	return number;
}

/**
 * Rewrites the text of a standing issue. If two jobs write at once, the last text stays. An issue that is not ours, or has lost its
 * marker, is not changed.
 */
export async function rewriteStandingIssue(api: Api, number: number, write: (body: string) => string): Promise<void> {
	const there = await api.call('GET /repos/{owner}/{repo}/issues/{issue_number}', issue, { issue_number: number });
	const body = there.body ?? '';
	const marker = ending.exec(body)?.[1];
	if (marker === undefined || !(await isOwnIssue(api, there))) return;
	const text = withMarker(write(body.replace(ending, '').trimEnd()), marker);
	if (text !== body) await api.call(change, issue, { issue_number: number, body: text });
}

/** Adds an assignee to those whom people assigned. GitHub ignores a person who cannot be assigned. */
export async function assign(api: Api, number: number, login: string): Promise<void> {
	const route = 'POST /repos/{owner}/{repo}/issues/{issue_number}/assignees';
	await api.call(route, z.unknown(), { issue_number: number, assignees: [login] });
}

function markerOf(workflow: string): string {
	return `countersign:standing:${workflow}`;
}
