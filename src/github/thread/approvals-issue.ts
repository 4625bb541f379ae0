import { holdsMarker } from '../../core/index.ts';
import { type Api, findOrMake } from '../api/api.ts';
import { withMarker } from './marker.ts';
import { findOwnIssue, issue, type OwnIssue, ownLabel } from './own-issue.ts';

const marker = 'countersign:approvals';
const title = 'Agent approvals';
const update = 'PATCH /repos/{owner}/{repo}/issues/{issue_number}';

/** The text of the approvals issue. With `make`, a missing issue is created, and a closed one is opened again. */
export interface ApprovalsIssue {
	readonly body: string;
	readonly make: boolean;
}

/**
 * Writes the text of the issue that lists the waiting steps. Returns the issue's number, or undefined if the issue does not exist and
 * `make` is false.
 */
export async function refreshApprovalsIssue(api: Api, { body, make }: ApprovalsIssue): Promise<number | undefined> {
	const text = withMarker(body, marker);
	const find = (): Promise<OwnIssue | undefined> => findOwnIssue(api, marker, { state: 'all', labels: ownLabel });
	const open = (): Promise<OwnIssue> =>
		api.callOnce('POST /repos/{owner}/{repo}/issues', issue, { title, body: text, labels: [ownLabel] });
	const there = make ? await findOrMake(api, find, open) : await find();
	if (there === undefined) return undefined;
	const reopened = make && there.state === 'closed' ? { state: 'open' } : {};
	if (there.body !== text || 'state' in reopened)
		await api.call(update, issue, { issue_number: there.number, body: text, ...reopened });
	return there.number;
}

/** Whether this is the text of the issue that lists the waiting steps. */
export function isApprovalsIssue(body: string): boolean {
	return holdsMarker(body, marker);
}
