import { z } from 'zod';
import { type Api, findOrMake } from './api.ts';
import { withMarker } from './marker.ts';
import { findOwnIssue, isOwnIssue, issue, type OwnIssue, ownLabel } from './own-issue.ts';

const change = 'PATCH /repos/{owner}/{repo}/issues/{issue_number}';
/** The name of a workflow may hold blanks. The line breaks before it are not part of it: many would take the square of their number. */
const ending = /<!-- (countersign:standing:[^\n]*?) -->\s*$/;

/** The one issue where the runs of a workflow without a thread talk, open or closed. */
export function findStandingIssue(api: Api, workflow: string): Promise<OwnIssue | undefined> {
	return findOwnIssue(api, markerOf(workflow), { state: 'all', labels: ownLabel });
}

/** Its number: made when it is not there, opened again when somebody closed it, so that what it knows of the last runs is not lost. */
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
 * Writes the text of a standing issue from the one that is there. Of two jobs at once the last counts. One that is not ours, or not
 * marked any more, is left alone.
 */
export async function rewriteStandingIssue(api: Api, number: number, write: (body: string) => string): Promise<void> {
	const there = await api.call('GET /repos/{owner}/{repo}/issues/{issue_number}', issue, { issue_number: number });
	const body = there.body ?? '';
	const marker = ending.exec(body)?.[1];
	if (marker === undefined || !(await isOwnIssue(api, there))) return;
	const text = withMarker(write(body.replace(ending, '').trimEnd()), marker);
	if (text !== body) await api.call(change, issue, { issue_number: number, body: text });
}

/** Beside those whom people assigned. GitHub passes over whom it cannot assign. */
export async function assign(api: Api, number: number, login: string): Promise<void> {
	const route = 'POST /repos/{owner}/{repo}/issues/{issue_number}/assignees';
	await api.call(route, z.unknown(), { issue_number: number, assignees: [login] });
}

function markerOf(workflow: string): string {
	return `countersign:standing:${workflow}`;
}
