import { type Api, findOrMake } from './api.ts';
import { withMarker } from './marker.ts';
import { findOwnIssue, issue, ownLabel } from './own-issue.ts';

/** The one open issue where the runs of a workflow without a thread talk; made when it is not there. */
export async function standingIssue(api: Api, workflow: string): Promise<number> {
	const marker = `countersign:standing:${workflow}`;
	const find = async (): Promise<number | undefined> =>
		(await findOwnIssue(api, marker, { state: 'open', labels: ownLabel }))?.number;
	const make = async (): Promise<number> => {
		const body = withMarker(`Runs of the workflow \`${workflow}\` report here and wait here for signatures.`, marker);
		const made = await api.callOnce('POST /repos/{owner}/{repo}/issues', issue, {
			title: `Countersign: ${workflow}`,
			body,
			labels: [ownLabel],
		});
		return made.number;
	};
	return findOrMake(api, find, make);
}
