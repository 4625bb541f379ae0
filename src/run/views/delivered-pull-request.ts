import type { RunView } from '../../report/index.ts';
import type { CallState } from '../state/call-state.ts';
import type { State } from '../state/state.ts';

/** The first line of our own tool's result: `Opened draft pull request #7: https://…`. */
const opened = /^(?:Opened|Already opened) draft pull request #(\d+): (https?:\/\/[^\s()<>]+)$/m;

/**
 * Returns the run's newest pull request, from the result of the tool that opened it. Also returns its newest commit on the pull request
 * where the run was requested.
 */
export function deliveredOf({ rounds, header }: State): Pick<RunView, 'pullRequest' | 'commit'> {
	const calls = rounds.flatMap((round) => round.calls);
	const sha = calls.findLast(({ outcome }) => outcome?.headSha !== undefined)?.outcome?.headSha;
	const pull = header?.pull?.number;
	return { ...openedBy(calls), ...(sha === undefined || pull === undefined ? {} : { commit: { sha, pull } }) };
}

function openedBy(calls: readonly CallState[]): Pick<RunView, 'pullRequest'> {
	const results = calls.flatMap(({ name, outcome }) =>
		name === 'open_pull_request' && outcome?.kind === 'done' ? [outcome.text] : [],
	);
	const [, number, url] =
		results
			.map((text) => opened.exec(typeof text === 'string' ? text : text.preview))
			.findLast((found) => found !== null) ?? [];
	return number === undefined || url === undefined ? {} : { pullRequest: { number: Number(number), url } };
}
