import type { EntryBody } from '../../core/index.ts';
import type { Step } from './next-step.ts';

/** Steps that only wait for another service and leave nothing half done. An interruption does not wait for their end. */
const leavable: ReadonlySet<Step['kind']> = new Set(['ask-model', 'retry']);

/**
 * Steps that run even if the job must end. For `execute`, `execute-setup` and `finish`, the journal says that the work has begun or is
 * over. Until `admit` and `claim-command` are done, another process may have the run, so this process must not save it.
 */
const certain: ReadonlySet<Step['kind']> = new Set(['admit', 'claim-command', 'execute', 'execute-setup', 'finish']);

/**
 * Returns the entry to record instead of a step, if the job must end. A step that changes something always finishes. If the runner kills
 * the job during such a step, the next process recovers as after every crash.
 */
export function interruptedBefore(kind: Step['kind'], interruption: AbortSignal | undefined): EntryBody | undefined {
	return interruption?.aborted === true && !certain.has(kind) ? interrupted(interruption) : undefined;
}

/** Returns the entry of a step's work. If the job must end and the step only waits, it returns the interruption at once. */
export function unlessInterrupted(
	kind: Step['kind'],
	work: Promise<EntryBody>,
	interruption: AbortSignal | undefined,
): Promise<EntryBody> {
	if (interruption === undefined || !leavable.has(kind)) return work;
	const told = Promise.withResolvers<EntryBody>();
	const tell = (): void => told.resolve(interrupted(interruption));
	interruption.addEventListener('abort', tell, { once: true });
	// The work has begun, and the job may have been told to end in the meantime.
	if (interruption.aborted) tell();
	return Promise.race([work, told.promise]).finally(() => interruption.removeEventListener('abort', tell));
}

function interrupted({ reason }: AbortSignal): EntryBody {
	return { type: 'interrupted', why: String(reason) };
}
