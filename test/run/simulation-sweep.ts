import { CountersignError, type Outcome } from '../../src/core/index.ts';
import { createApi } from '../../src/github/index.ts';
import { type SweepContext, sweep } from '../../src/job/index.ts';
import { Killed, type World } from '../support/world.ts';

/** Runs a sweep as its own job. Returns how many runs it continued, or undefined if GitHub was not reachable. */
export async function sweepWorld(world: World, goOn: () => Promise<Outcome | undefined>): Promise<number | undefined> {
	const context = { ...world.sweepPorts(), api: quietApi, warn: () => undefined } as unknown as SweepContext;
	const died: Outcome = { kind: 'cancelled', reason: 'stopped', message: 'The job died.' };
	try {
		const { settled } = await sweep(context, async () => (await goOn()) ?? died);
		return settled.length;
	} catch (error) {
		const isOutage = error instanceof CountersignError && error.code === 'github-unreachable';
		if (isOutage || error instanceof Killed) return undefined;
		throw error;
	}
}

/** For the list of waiting runs, which the simulation does not play. */
const quietApi = createApi({
	octokit: {
		request: async (route) => ({
			status: 200,
			data: route.startsWith('GET') ? [] : { number: 9, body: '', user: null },
			headers: {},
		}),
	},
	...{ owner: 'octo-org', repo: 'sample', webUrl: '', sleep: async () => undefined },
});
