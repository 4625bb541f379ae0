import { CountersignError, minuteOf, type Outcome, type Person, type Rights } from '../core/index.ts';
import { type Deed, refusalText, refuseOnce } from '../github/index.ts';
import { outageMarker } from '../report/index.ts';
import type { JobPorts } from './job-context.ts';
import type { JobResult } from './job-result.ts';

/** The person who asks for something, and the thread. */
interface Asker {
	readonly actor: Person;
	readonly thread?: number;
}

/**
 * Returns the rights of the person who asks. During an outage of GitHub, a comment tells each person once that their rights cannot be read.
 * Otherwise they would wait for an answer. @throws CountersignError `github-unreachable`
 */
export async function rightsOfAsker({ actor, thread }: Asker, ports: JobPorts): Promise<Rights> {
	try {
		return await ports.forge.rights(actor);
	} catch (error) {
		const isOutage = error instanceof CountersignError && error.code === 'github-unreachable';
		if (isOutage && thread !== undefined) await tellOutage(thread, actor, ports);
		throw error;
	}
}

async function tellOutage(thread: number, { id, login }: Person, ports: JobPorts): Promise<void> {
	const at = minuteOf(ports.clock.now().toISOString());
	const text = `@${login} at ${at} GitHub did not tell whether you may ask this, so nothing was done. Write it again later, or re-run the job.`;
	try {
		await ports.forge.upsertComment(thread, outageMarker(id), text);
	} catch (error) {
		if (!(error instanceof CountersignError)) throw error;
		ports.warn(`Nobody could be told of it in #${thread}: ${error.message}`);
	}
}

/**
 * Tells a person once that they are not allowed to do this. The job's result contains the number of their account, which never changes,
 * unlike the login.
 */
export async function refuse(
	deed: Deed,
	{ actor, thread }: Asker,
	{ role }: Pick<Rights, 'role'>,
	ports: JobPorts,
): Promise<JobResult> {
	const text = refusalText(deed, actor.login, role);
	if (thread !== undefined) await refuseOnce({ thread, actor }, text, ports);
	const outcome: Outcome = {
		kind: 'refused',
		reason: 'no-write-access',
		message: `${text} The account is ${actor.id}.`,
	};
	return { outcome };
}
