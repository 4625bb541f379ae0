import type { EntryBody } from '../../core/index.ts';
import type { Stage } from '../stage.ts';
import type { Step } from './next-step.ts';
import { perform } from './perform.ts';

type Doing = Exclude<Step, { kind: 'stop' }>;

/** Steps that only wait for another service and leave nothing half done. An interruption does not wait for their end. */
const leavable: ReadonlySet<Step['kind']> = new Set(['ask-model', 'retry']);

/**
 * Steps that run even if the job must end. For `execute`, `execute-setup` and `finish`, the journal says that the work has begun or is
 * over. Until `admit` and `claim-command` are done, another process may have the run, so this process must not save it.
 */
const certain: ReadonlySet<Step['kind']> = new Set(['admit', 'claim-command', 'execute', 'execute-setup', 'finish']);

/**
 * Does a step, unless the job must end. In that case it records the interruption and skips the step. A step that changes something always
 * finishes. If the runner kills the job before that, the next process recovers as after every crash.
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
