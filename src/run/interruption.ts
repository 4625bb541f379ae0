import type { EntryBody } from '../core/index.ts';
import type { Step } from './next-step.ts';
import { perform } from './perform.ts';
import type { Stage } from './stage.ts';

type Doing = Exclude<Step, { kind: 'stop' }>;

/** Steps that only wait for somebody else and leave nothing half done: an interruption does not wait for them. */
const leavable: ReadonlySet<Step['kind']> = new Set(['ask-model', 'retry']);

/** What the journal says has begun, or is over. Before both, whether the run is this process's at all: what another job has, nobody else saves. */
const certain: ReadonlySet<Step['kind']> = new Set(['admit', 'claim-command', 'execute', 'execute-setup', 'finish']);

/**
 * Does a step, unless the job is told to end: then that is recorded in its place. A step that changes something is let come to its end; where
 * the runner kills the job before, it is as after every crash.
 */
export async function performUnlessInterrupted(step: Doing, stage: Stage): Promise<EntryBody> {
	const { interruption } = stage.ports;
	if (interruption === undefined || certain.has(step.kind)) return perform(step, stage);
	if (interruption.aborted) return interrupted(interruption);
	if (!leavable.has(step.kind)) return perform(step, stage);
	const told = Promise.withResolvers<EntryBody>();
	const tell = (): void => told.resolve(interrupted(interruption));
	interruption.addEventListener('abort', tell, { once: true });
	try {
		return await Promise.race([perform(step, stage), told.promise]);
	} finally {
		interruption.removeEventListener('abort', tell);
	}
}

function interrupted({ reason }: AbortSignal): EntryBody {
	return { type: 'interrupted', why: String(reason) };
}
