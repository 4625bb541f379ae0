import { CountersignError, type Person, triggerTraits } from '../core/index.ts';
import type { Incoming } from '../github/index.ts';
import { replyMarker, unbegunMarker } from '../report/index.ts';
import { runIdOf } from '../run/index.ts';
import type { JobPorts } from './job-context.ts';

type Start = Extract<Incoming, { kind: 'start' }>;
type Spoken = Extract<Incoming, { kind: 'answer' | 'control' }>;

/** Tells a person in the thread why their answer or command had no effect. The person's rights must have been checked before. */
export async function tellFailure(incoming: Spoken, error: unknown, ports: JobPorts): Promise<void> {
	const { actor, thread, commentId } = incoming;
	await tell({ actor, thread, marker: replyMarker(commentId), what: 'this did not go on' }, error, ports);
}

/**
 * Tells a person in the thread why their task did not start. Without this, they see only the 👀. If nobody asked in a thread, the
 * standing issue tells it.
 */
export async function tellNotStarted(incoming: Start, error: unknown, ports: JobPorts): Promise<void> {
	const { actor, thread, trigger, key } = incoming;
	if (thread === undefined || !triggerTraits[trigger].isAsked) return;
	const marker = unbegunMarker(runIdOf(thread, key));
	await tell({ actor, thread, marker, what: 'this task did not start, or did not go on' }, error, ports);
}

interface Told {
	readonly actor: Person;
	readonly thread: number;
	readonly marker: string;
	readonly what: string;
}

/** If GitHub itself failed, nothing can be told there. The text of a bug was not written for people. */
async function tell({ actor, thread, marker, what }: Told, error: unknown, { forge }: JobPorts): Promise<void> {
	if (!(error instanceof CountersignError) || error.code.startsWith('github-') || error.code === 'internal') return;
	await forge.upsertComment(thread, marker, `@${actor.login} ${what}: ${error.message} ${error.fix}`);
}
