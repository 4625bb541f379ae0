import type { RunView } from '../report/index.ts';
import type { State } from './state.ts';

/** What our own tool says first, in one line: `Opened draft pull request #7: https://…`. */
const opened = /^(?:Opened|Already opened) draft pull request #(\d+): (https?:\/\/[^\s()<>]+)$/m;

/** The run's newest pull request, as the result of the tool that opened it has it. */
export function deliveredOf({ rounds }: State): Pick<RunView, 'pullRequest'> {
	const results = rounds
		.flatMap(({ calls }) => calls)
		.flatMap(({ name, outcome }) => (name === 'open_pull_request' && outcome?.kind === 'done' ? [outcome.text] : []));
	const [, number, url] =
		results
			.map((text) => opened.exec(typeof text === 'string' ? text : text.preview))
			.findLast((found) => found !== null) ?? [];
	return number === undefined || url === undefined ? {} : { pullRequest: { number: Number(number), url } };
}
