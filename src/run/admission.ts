import type { ClaimResult, EntryBody, RunRequest } from '../core/index.ts';
import { progressComment, progressMarker } from '../report/index.ts';

import { headerOf, type Stage } from './stage.ts';
import type { ProcessState } from './state.ts';
import { viewOf } from './view.ts';

/** Reads whether the person who asked may. Nothing else is asked of anybody before this. */
export async function admit({ state, ports }: Stage): Promise<EntryBody> {
	const { request } = headerOf(state);
	if (request.trigger === 'schedule' || request.trigger === 'terminal') {
		return { type: 'admitted', actor: request.actor, role: request.trigger };
	}
	const rights = await ports.forge.rights(request.actor);
	if (rights.mayWrite) return { type: 'admitted', actor: request.actor, role: rights.role };
	return { type: 'refused', actor: request.actor, reason: 'no-write-access', message: refusal(request, rights.role) };
}

/** Claims the command that this process serves; a job that died before is succeeded, one that lives is not disturbed. */
export async function claimCommand(process: ProcessState, { ports }: Stage): Promise<EntryBody> {
	let key = `command/${process.command}`;
	for (let takenOver = false; ; takenOver = true) {
		const result: ClaimResult = await ports.store.claim(key, ports.runner);
		if (result.kind === 'claimed') return { type: 'claimed', key, subject: 'command', takenOver };
		if (result.living) return { type: 'claim_lost', key, subject: 'command', owner: result.owner, living: true };
		// One successor for each owner that died: again a name that only one can create.
		key = `${key}>${result.owner.id}.${result.owner.attempt}`;
	}
}

/** Puts up the one progress comment of the run. */
export async function report({ state, ports }: Stage): Promise<EntryBody> {
	const header = headerOf(state);
	const body = progressComment(viewOf(state));
	const comment = await ports.forge.upsertComment(header.request.thread, progressMarker(header.run), body);
	return { type: 'reported', commentId: comment.id, url: comment.url };
}

function refusal(request: RunRequest, role: string): string {
	return `@${request.actor.login} may not start a run here: this needs write access, and GitHub says "${role}".`;
}
