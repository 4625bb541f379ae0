import { z } from 'zod';
import { type Api, ApiRefusal } from '../github/index.ts';
import type { Place } from './installation-api.ts';
import type { Runs, Started } from './runs.ts';

const route = 'POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches';
/** GitHub's answer to a dispatch. Some servers answer without a body, so every field is optional. */
const details = z.object({ workflow_run_id: z.number(), html_url: z.string() }).partial().catch({});

/**
 * Returns a {@link Runs} that starts commands as GitHub's own jobs. It dispatches the repository's workflow, with the command as the only
 * input.
 */
export function runsInActions(workflow: string): Runs {
	/** Whether this GitHub server can return the run that a dispatch started. True until a server refuses the parameter. */
	let tells = true;
	const dispatch = (command: string, api: Api, branch: string, asks: boolean) => {
		// Threat: a tag with the name of the branch may contain another workflow. So the full ref is used.
		const ref = `refs/heads/${branch}`;
		const more = asks ? { return_run_details: true } : {};
		return api.tryTo(route, details, { workflow_id: workflow, ref, inputs: { command }, ...more });
	};
	return {
		start: async (command, { api, place }) => {
			const asked = tells;
			const first = await dispatch(command, api, place.defaultBranch, asked);
			if (!(first instanceof ApiRefusal)) return startedBy(first);
			const second = asked ? await dispatch(command, api, place.defaultBranch, false) : first;
			if (second instanceof ApiRefusal) return unfit(second, workflow, place);
			tells = false;
			return startedBy(second);
		},
	};
}

function startedBy({ workflow_run_id: run, html_url: url }: z.infer<typeof details>): Started {
	return { kind: 'started', ...(run === undefined ? {} : { run }), ...(url === undefined ? {} : { url }) };
}

/** Returns the result for a workflow that exists, but has no `workflow_dispatch` trigger or not the input `command`. */
function unfit(refusal: ApiRefusal, workflow: string, { defaultBranch }: Place): Started {
	return {
		kind: 'unfit',
		why: `\`.github/workflows/${workflow}\` on \`${defaultBranch}\` cannot be dispatched: ${refusal.message}`,
	};
}
