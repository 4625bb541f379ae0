import { CountersignError, type Outcome, type Person, type Rights } from '../core/index.ts';
import { type Deed, refusalText, refuseOnce } from '../github/index.ts';
import { outageMarker } from '../report/index.ts';
import type { JobResult } from './close-up.ts';
import type { JobContext } from './job-context.ts';

/** Who asks for something, and where. */
interface Asker {
	readonly actor: Person;
	readonly thread?: number;
}

/**
 * The rights of whoever asks. Where GitHub cannot be asked for them, the thread says so, once for each person: else they would wait for
 * nothing. @throws CountersignError `github-unreachable`
 */
export async function rightsOfAsker({ actor, thread }: Asker, context: JobContext): Promise<Rights> {
	try {
		return await context.forge.rights(actor);
	} catch (error) {
		const isOutage = error instanceof CountersignError && error.code === 'github-unreachable';
		if (isOutage && thread !== undefined) await tellOutage(thread, actor, context);
		throw error;
	}
}

async function tellOutage(thread: number, { id, login }: Person, context: JobContext): Promise<void> {
	const at = context.clock.now().toISOString().slice(0, 16).replace('T', ' ');
	const text = `@${login} at ${at} UTC GitHub did not tell whether you may ask this, so nothing was done. Write it again later, or re-run the job.`;
	try {
		await context.forge.upsertComment(thread, outageMarker(id), text);
	} catch (error) {
		if (!(error instanceof CountersignError)) throw error;
		context.warn(`Nobody could be told of it in #${thread}: ${error.message}`);
	}
}

/** Somebody who may not is told so, once; what the job leaves names their account, which outlives a login. */
export async function refuse(
	deed: Deed,
	{ actor, thread }: Asker,
	{ role }: Pick<Rights, 'role'>,
	context: JobContext,
): Promise<JobResult> {
	const text = refusalText(deed, actor.login, role);
	if (thread !== undefined) await refuseOnce({ thread, actor }, text, context);
	const outcome: Outcome = {
		kind: 'refused',
		reason: 'no-write-access',
		message: `${text} The account is ${actor.id}.`,
	};
	return { outcome };
}
