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
	const sha = calls.findLast(({ outcome }) => outcome?.headSha !== undefined)?.outcome?.headSha;
	const pull = header?.pull?.number;
	const pullRequest = calls.map(openedBy).findLast((opened) => opened !== undefined);
	return {
		...(pullRequest === undefined ? {} : { pullRequest }),
		...(sha === undefined || pull === undefined ? {} : { commit: { sha, pull } }),
	};
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
