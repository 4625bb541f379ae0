import { z } from 'zod';
import { type Api, findOrMake } from '../api/api.ts';
import { withMarker } from './marker.ts';
import { findOwnIssue, isOwnIssue, issue, type OwnIssue, ownLabel } from './own-issue.ts';

const change = 'PATCH /repos/{owner}/{repo}/issues/{issue_number}';
/**
 * Matches the marker at the end of the text. The name of a workflow may contain blanks. The pattern leaves out the line breaks before the
 * marker, because the time of a match would grow with the square of their number.
 */
const ending = /<!-- (countersign:standing:[^\n]*?) -->\s*$/;

/** Returns the standing issue of a workflow, open or closed: the issue in which its runs without a thread report. */
export function findStandingIssue(api: Api, workflow: string): Promise<OwnIssue | undefined> {
	return findOwnIssue(api, markerOf(workflow), { state: 'all', labels: ownLabel });
}

/**
 * Returns the number of a workflow's standing issue. Creates a missing issue. Opens a closed issue again, because it contains the list of
 * earlier runs.
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
 * Rewrites the text of a standing issue. If two jobs write at the same time, the later text stays. An issue that is not ours, or that has
 * lost its marker, is not changed.
 */
export async function rewriteStandingIssue(api: Api, number: number, write: (body: string) => string): Promise<void> {
	const there = await api.call('GET /repos/{owner}/{repo}/issues/{issue_number}', issue, { issue_number: number });
	const body = there.body ?? '';
	const marker = ending.exec(body)?.[1];
	if (marker === undefined || !(await isOwnIssue(api, there))) return;
	const text = withMarker(write(body.replace(ending, '').trimEnd()), marker);
	if (text !== body) await api.call(change, issue, { issue_number: number, body: text });
}

/** Adds an assignee, and keeps all other assignees. GitHub ignores a person who cannot be assigned. */
export async function assign(api: Api, number: number, login: string): Promise<void> {
	const route = 'POST /repos/{owner}/{repo}/issues/{issue_number}/assignees';
	await api.call(route, z.unknown(), { issue_number: number, assignees: [login] });
}

function markerOf(workflow: string): string {
	return `countersign:standing:${workflow}`;
}
