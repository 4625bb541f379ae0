import type { RunStatus } from '../../report/index.ts';
import { waitsOf } from '../answers/waits.ts';
import { modeInForce } from '../calls/walls.ts';
import { headerOf } from '../stage.ts';
import type { State } from '../state/state.ts';
import { grantRows } from './granted.ts';

/** Returns a short summary of a run, as `/agent status` shows it. */
export function statusOf(state: State): RunStatus {
	const { run, request } = headerOf(state);
	return {
		run,
		requester: request.actor.login,
		task: request.task,
		mode: modeInForce(state),
		steps: state.rounds.flatMap((round) => round.calls).filter((call) => call.outcome !== undefined).length,
		waits: waitsOf(state).map(({ id, tool, expiresAt }) => ({ id, tool, expires: expiresAt })),
		grants: grantRows(state),
		...(state.finished === undefined ? {} : { outcome: state.finished }),
	};
}
