import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { CountersignError, type Forge, type PatientClock } from '../core/index.ts';
import { requirePublished } from './anchor.ts';
import { journalPath, type Opened, type OpenOptions, type OpenRun, openRun } from './open-run.ts';

/** How long until a run is looked at again whose ref and thread do not fit together; a listing of refs counts for five seconds. Milliseconds. */
const waits = [1000, 5500];

type HeldOptions = OpenOptions & { readonly forge: Forge; readonly clock: PatientClock };

/**
 * Opens a run that goes on from what its thread shows. Another job may be at work on it, and GitHub may show a ref or a thread as it was a
 * moment ago: what does not fit is looked at again, twice, before anybody is alarmed. @throws CountersignError `checkpoint-…`
 */
export async function openHeld(options: HeldOptions, isOurs: (opened: OpenRun) => Promise<boolean>): Promise<Opened> {
	const path = journalPath(options);
	const before = existsSync(path) ? readFileSync(path) : undefined;
	for (let look = 0; ; look++) {
		const opened = await openRun(options);
		if (opened.kind === 'over') return opened;
		const unfit = await unfitness(requirePublished(opened.journal, options.forge, () => isOurs(opened)));
		if (unfit === undefined) return opened;
		const wait = waits[look];
		if (wait === undefined) throw unfit;
		// As this disk was: what was opened in vain has told nobody of a new process.
		if (before === undefined) rmSync(path, { force: true });
		else writeFileSync(path, before);
		await options.clock.sleep(wait);
	}
}

async function unfitness(held: Promise<void>): Promise<CountersignError | undefined> {
	try {
		await held;
		return undefined;
	} catch (error) {
		if (error instanceof CountersignError && unfitCodes.includes(error.code)) return error;
		throw error;
	}
}

const unfitCodes: readonly string[] = ['checkpoint-rolled-back', 'checkpoint-forged'];
