import { type Columns, tableHead, tableLine } from '../text/markdown.ts';

/** The commands that people can write. A test tries each command. */
export const spokenCommands: readonly (readonly [command: string, meaning: string])[] = [
	['/agent fix the failing test', 'starts a run with that task'],
	['/agent plan fix the failing test', 'starts a run that only reads; its plan waits for approval'],
	['/agent status', 'shows the runs that work or wait, and the `for-run` approvals'],
	['/agent stop', 'ends the runs of this thread; waiting steps never run'],
	['/agent retry', 'continues a run whose job broke off, or does the last task again'],
	[
		'/agent ok 0123456789abcdef0123456789abcdef01234567',
		'on a pull request from a fork: lets the agent work on exactly that commit, which must be the newest one',
	],
	['/agent help', 'shows this'],
	[
		'/approve A1',
		'approves exactly that step; `/approve A1 A2` approves several, and `/approve all` all steps of the last request',
	],
	[
		'/approve A1 for-run',
		'approves the step, and similar calls for the rest of this run; the request says which calls are similar',
	],
	['/approve A1 for-run tool', 'approves the step, and all calls of the same tool for the rest of this run'],
	['/approve A1 for-run everything', 'approves the step, and all calls that need approval for the rest of this run'],
	[
		'/approve A1 always',
		'approves the step, and opens a draft pull request with a rule that allows such a step in every run',
	],
	['/deny A1 because it is not needed', 'denies the step; the agent reads why'],
	['/revoke', 'ends everything that was approved with `for-run`'],
];

const columns: Columns<(typeof spokenCommands)[number]> = [
	['', ([command]) => `\`${command}\``],
	['', ([, meaning]) => meaning],
];

/** Returns the answer to `/agent help`. */
export function helpText(): string {
	const rows = spokenCommands.map((row) => tableLine(columns, row));
	return [
		'here is what you can write, in a new comment, at the start of a line:',
		[tableHead(columns), ...rows].join('\n'),
		'Only people with write access can use these commands. Countersign checks this when they write, and again before an approved step runs.',
	].join('\n\n');
}
