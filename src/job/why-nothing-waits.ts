import type { Incoming } from '../github/index.ts';
import { openRequest } from '../report/index.ts';
import { namedIds } from '../run/index.ts';
import type { JobPorts } from './job-context.ts';

type Answer = Extract<Incoming, { kind: 'answer' }>;

const again =
	'Nothing was done. Start it again with a new `/agent` comment, and look who wrote to the refs of countersign.';

/**
 * Returns why no saved run waits for an answer. Threat: a person who may push can delete the state of a run, or restore an older one.
 * The run's request is then still in the thread.
 */
export async function whyNothingWaits({ thread, commands }: Answer, { forge, store }: JobPorts): Promise<string> {
	const named = namedIds(commands);
	const open = (await forge.ownComments(thread)).flatMap(({ body }) => openRequest(body) ?? []);
	const asked = open.findLast(
		({ numbers }) => named.length === 0 || numbers.some((number) => named.includes(`A${number}`)),
	);
	const none = 'Nothing waits for that here (any more).';
	if (asked === undefined) return none;
	const label = (await store.labels(thread)).find(({ run }) => run === asked.run);
	const ids = asked.numbers.map((number) => `A${number}`).join(' ');
	if (label === undefined)
		return `The saved state of the run that asked for ${ids} is gone, so it cannot go on. ${again}`;
	if (label.status === 'finished') return none;
	return `The saved state of the run that asked for ${ids} is older than what it asked, so it cannot go on. ${again}`;
}
