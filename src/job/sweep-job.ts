import { join } from 'node:path';
import type { Outcome } from '../core/index.ts';
import type { Incoming } from '../github/index.ts';
import { listNew, removeUnsaved } from '../workspace/index.ts';
import type { GitHubJobContext } from './job-context.ts';
import type { JobResult } from './job-result.ts';
import { proceed } from './proceed.ts';
import { type Swept, sweep } from './sweep.ts';
import { tidyUp } from './tidy-up.ts';

type Sweeping = Extract<Incoming, { kind: 'sweep' }>;

/** Runs a sweep as a job. The job has a checkout, so the sweep can continue runs, one after another. */
export async function sweepJob({ key }: Sweeping, context: GitHubJobContext): Promise<JobResult> {
	const { workspace } = context.facts.environment;
	let found: ReadonlySet<string> | undefined;
	const swept = await sweep(context.ports, async (run) => {
		// Threat: the next run's setup would use files that the previous run left, such as `.npmrc`. So they are removed. Files of earlier steps
		// of the job stay.
		if (found !== undefined) await removeUnsaved(workspace, (path) => found?.has(path) !== true);
		found ??= new Set(await listNew(workspace));
		return (await proceed({ run, command: key }, context)).outcome;
	});
	await tidyUp(context.facts, context.ports);
	const folder = join(context.facts.environment.temporary, 'countersign');
	return {
		outcome: outcomeOf(swept),
		summary: swept.text,
		...(found !== undefined ? { run: key.replace('/', '-'), auditDir: folder } : {}),
	};
}

function outcomeOf({ settled, rows, troubles, left, off }: Swept): Outcome {
	const done = `${settled.length} of the waiting runs went on, ${rows.length} requests wait${left === 0 ? '' : `, ${left} runs are left for the next sweep`}.`;
	if (troubles.length > 0) {
		const first = troubles[0];
		const why = `${troubles.length} could not be settled; the first: run ${first?.run} of #${first?.thread}: ${first?.why}`;
		return { kind: 'failed', reason: 'sweep-incomplete', message: `${done} ${why}` };
	}
	if (off !== undefined)
		return { kind: 'cancelled', reason: 'switched-off', message: `Runs are switched off. ${done}` };
	return settled.length === 0
		? { kind: 'nothing-to-do', reason: 'nothing-pending', message: `Nothing is due. ${done}` }
		: { kind: 'completed', reason: 'swept', message: done };
}
