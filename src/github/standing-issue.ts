import { z } from 'zod';
import { type Api, findOrMake } from './api.ts';
import { holdsMarker, withMarker } from './marker.ts';
import { ownLogin } from './own-login.ts';

const issue = z.object({
	number: z.number(),
	body: z.string().nullish(),
	user: z.object({ login: z.string(), type: z.string() }).nullable(),
});

/** The one open issue where the runs of a workflow without a thread talk; made when it is not there. */
export async function standingIssue(api: Api, workflow: string): Promise<number> {
	const marker = `countersign:standing:${workflow}`;
	const label = 'countersign';
	const self = await ownLogin(api);
	const isOurs = ({ user }: z.infer<typeof issue>): boolean => user?.type === 'Bot' || user?.login === self;
	const find = async (): Promise<number | undefined> => {
		const open = await api.list('GET /repos/{owner}/{repo}/issues', issue, { state: 'open', labels: label });
		return open.find((item) => isOurs(item) && holdsMarker(item.body ?? '', marker))?.number;
	};
	const make = async (): Promise<number> => {
		const body = withMarker(`Runs of the workflow \`${workflow}\` report here and wait here for signatures.`, marker);
		const made = await api.callOnce('POST /repos/{owner}/{repo}/issues', issue, {
			title: `Countersign: ${workflow}`,
			body,
			labels: [label],
		});
		return made.number;
	};
	return findOrMake(api, find, make);
}
