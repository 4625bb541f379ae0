import type { OpenedPull } from '../../core/index.ts';
import type { RunView } from '../../report/index.ts';
import type { CallState } from '../state/call-state.ts';
import type { State } from '../state/state.ts';

/**
 * Returns the run's newest pull request, from the result of the tool that opened it. Also returns the run's newest commit on the pull
 * request where the run was requested.
 */
export function deliveredOf({ rounds, header }: State): Pick<RunView, 'pullRequest' | 'commit'> {
	const calls = rounds.flatMap((round) => round.calls);
	const sha = calls.findLast(movesThread)?.outcome?.headSha;
	const pull = header?.pull?.number;
	const pullRequest = openedBefore({ rounds });
	return {
		...(pullRequest === undefined ? {} : { pullRequest }),
		...(sha === undefined || pull === undefined ? {} : { commit: { sha, pull } }),
	};
}

/** Returns the newest pull request that the run opened, with the run's newest commit on it. */
export function openedBefore({ rounds }: Pick<State, 'rounds'>): OpenedPull | undefined {
	const calls = rounds.flatMap((round) => round.calls);
	return calls.map(openedBy).findLast((opened) => opened !== undefined);
}

/** Whether a call added a commit to the pull request where the run was requested, and not to a draft of the run. */
function movesThread({ outcome }: CallState): boolean {
	return outcome?.headSha !== undefined && outcome.pullRequest === undefined;
}

function openedBy({ name, outcome }: CallState): OpenedPull | undefined {
	if (name !== 'open_pull_request' || outcome?.kind !== 'done') return undefined;
	return outcome.pullRequest ?? openedEarlier(outcome.text);
}

/** The first line of the tool's result in older journals, which have no field for the pull request. These words never change. */
const earlierWords = /^(?:Opened|Already opened) draft pull request #(\d+): (https?:\/\/[^\s()<>]+)$/m;

function openedEarlier(text: NonNullable<CallState['outcome']>['text']): OpenedPull | undefined {
	const [, number, url] = earlierWords.exec(typeof text === 'string' ? text : text.preview) ?? [];
	return number === undefined || url === undefined ? undefined : { number: Number(number), url };
}
