import type { RunStatus } from '../report/index.ts';
import { modeOf } from './pull-state.ts';
import { headerOf } from './stage.ts';
import type { State } from './state.ts';
import { waitsOf } from './waits.ts';

/** A run in few words, as `/agent status` tells it. */
export function statusOf(state: State): RunStatus {
	const { run, request } = headerOf(state);
	return {
		run,
		requester: request.actor.login,
		task: request.task,
		mode: modeOf(state),
		steps: state.rounds.flatMap((round) => round.calls).filter((call) => call.outcome !== undefined).length,
		waits: waitsOf(state).map(({ id, tool, expiresAt }) => ({ id, tool, expires: expiresAt })),
		grants: state.asked.grants.map(({ grant, id }) => ({
			id,
			by: grant.by.login,
			what: grant.kind === 'blanket' ? 'everything that asks' : toolGrant(grant),
		})),
		...(state.finished === undefined ? {} : { outcome: state.finished }),
	};
}

function toolGrant({ tool, rule }: { readonly tool: string; readonly rule?: string }): string {
	return rule === undefined ? `${tool}, whichever rule asks` : `${tool} where ${rule} asks`;
}
