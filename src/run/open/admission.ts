import { type ClaimAndSave, type EntryBody, type Runner, type RunRequest, triggerTraits } from '../../core/index.ts';
import { progressComment, progressWith } from '../../report/index.ts';
import { headerOf, type Stage } from '../stage.ts';
import type { ProcessState } from '../state/process-state.ts';
import { viewOf } from '../views/view.ts';
import { checkpointOf, savedHead } from './checkpoint.ts';

/** Checks whether the requester may start a run. This is the first thing that a run asks GitHub. */
export async function admit({ state, ports }: Stage): Promise<EntryBody> {
	const { request } = headerOf(state);
	// Here the workflow of the default branch allows strangers to start runs, and such a run only reads.
	if (triggerTraits[request.trigger].isEntitled || request.forStranger === true)
		return { type: 'admitted', actor: request.actor, role: request.trigger };
	const rights = await ports.forge.rights(request.actor);
	if (rights.mayWrite) return { type: 'admitted', actor: request.actor, role: rights.role };
	return { type: 'refused', actor: request.actor, reason: 'no-write-access', message: refusal(request, rights.role) };
}

/**
 * Claims the command of a new run. If the store can do both at once, the claim also saves the run. If the run was saved before, this
 * process takes it over by advancing its ref, which only one process can do. The previous process must be gone. If its job still lives,
 * that job keeps the run.
 */
export async function claimCommand(stage: Stage, { process }: { readonly process: ProcessState }): Promise<EntryBody> {
	const { previous } = process;
	const { state, ports } = stage;
	const first = `run/${headerOf(state).run}`;
	if (previous !== undefined) {
		// If the previous process recorded its end, there is no need to ask GitHub about it.
		if (!previous.ended && (await ports.store.isLiving(previous.runner, previous.at)))
			return lostTo(previous.runner, first);
		return { type: 'claimed', key: first, subject: 'command', taken_over: true };
	}
	let key = first;
	let result = await claimNew(key, stage);
	for (let takenOver = false; ; takenOver = true) {
		if (result.kind === 'claimed')
			return {
				type: 'claimed',
				key,
				subject: 'command',
				taken_over: takenOver,
				...(result.saved ? { saved: true } : {}),
			};
		if (result.living) return lostTo(result.owner, key);
		// If two jobs try to take over from a dead job, only one succeeds, because only one can create the next claim.
		key = successorOf(key, result.owner);
		result = await ports.store.claim(key, ports.runner);
	}
}

async function claimNew(key: string, stage: Stage): Promise<ClaimAndSave> {
	const { store, runner } = stage.ports;
	return store.claimAndSave === undefined
		? store.claim(key, runner)
		: store.claimAndSave(await checkpointOf(stage), key, runner);
}

function lostTo(owner: Runner, key: string): EntryBody {
	return { type: 'claim_lost', subject: 'command', living: true, key, owner };
}

function successorOf(key: string, { id, attempt }: Runner): string {
	return `${key}>${id}.${attempt}`;
}

/**
 * Posts the run's progress comment, with the saved head of the journal. After that, a later job can check the journal's first lines against
 * this comment, even if this job ends early.
 */
export async function report({ state, ports, journal }: Stage): Promise<EntryBody> {
	const header = headerOf(state);
	const head = savedHead(journal);
	const body = progressComment(viewOf(state, head === undefined ? {} : { head }));
	const comment = await ports.forge.upsertComment(header.request.thread, progressWith(header.run, head), body);
	const author = comment.author === undefined ? {} : { author: comment.author.login };
	return { type: 'reported', comment_id: comment.id, url: comment.url, ...author };
}

function refusal(request: RunRequest, role: string): string {
	return `@${request.actor.login} may not start a run here: this needs write access, and GitHub says "${role}".`;
}
