/** The commands that people can write. A test tries each one. */
export const spokenCommands: readonly (readonly [command: string, meaning: string])[] = [
	['/agent fix the failing test', 'starts a run with that task'],
	['/agent plan fix the failing test', 'starts one that only reads; its plan waits for approval'],
	['/agent status', 'tells what runs, what waits and what was granted'],
	['/agent stop', 'ends the runs of this thread; steps that wait are not done'],
	['/agent retry', 'continues where a job broke off, or does the last task again'],
	[
		'/agent ok 0123456789abcdef0123456789abcdef01234567',
		'on a pull request from a fork: lets the agent work on exactly that head commit',
	],
	['/agent help', 'shows this'],
	[
		'/approve A1',
		'approves exactly that step; `/approve A1 A2` approves several, `/approve all` those of the last request',
	],
	[
		'/approve A1 for-run',
		'also approves the same tool under the same rule for the rest of this run, for the hosts or file classes that the request showed',
	],
	['/approve A1 for-run tool', 'also approves the same tool for the rest of this run, whichever rule asks'],
	['/approve A1 for-run everything', 'also approves everything that would ask, for the rest of this run'],
	['/approve A1 always', 'also opens a draft pull request with a rule that allows it in every run'],
	['/deny A1 because it is not needed', 'denies it; the agent reads why'],
	['/revoke', 'takes back everything that was granted with `for-run`'],
];

/** Returns the answer to `/agent help`. */
export function helpText(): string {
	const rows = spokenCommands.map(([command, meaning]) => `| \`${command}\` | ${meaning} |`);
	return [
		'here is what you can write, in a new comment, at the start of a line:',
		['| | |', '|---|---|', ...rows].join('\n'),
		'It counts only from people with write access. Countersign checks that when they write, and again when it is used.',
	].join('\n\n');
}
