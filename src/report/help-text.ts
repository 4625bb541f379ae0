/** What people can say, a line each; a test tries every one. */
export const spokenCommands: readonly (readonly [command: string, meaning: string])[] = [
	['/agent fix the failing test', 'starts a run with that task'],
	['/agent plan fix the failing test', 'starts one that only reads; its plan waits for a signature'],
	['/agent status', 'tells what runs, what waits and what was granted'],
	['/agent stop', 'ends the runs of this thread; nothing that waits is done'],
	['/agent retry', 'goes on where a job broke off, or does the last task again'],
	[
		'/agent ok 0123456789abcdef0123456789abcdef01234567',
		'on a pull request from a fork: lets the agent work on exactly that head commit',
	],
	['/agent help', 'shows this'],
	['/approve A1', 'lets exactly that step happen; `/approve A1 A2` several, `/approve all` those of the last request'],
	[
		'/approve A1 for-run',
		'and the same tool, where the same rule asks, for the rest of this run: for the hosts or classes that were shown',
	],
	['/approve A1 for-run tool', 'and the same tool for the rest of this run, whichever rule asks'],
	['/approve A1 for-run everything', 'and everything that would ask, for the rest of this run'],
	['/approve A1 always', 'and opens a draft pull request with a rule that allows it in every run'],
	['/deny A1 because it is not needed', 'forbids it; the agent is told why'],
	['/revoke', 'takes back everything that was granted with `for-run`'],
];

/** The answer to `/agent help`. */
export function helpText(): string {
	const rows = spokenCommands.map(([command, meaning]) => `| \`${command}\` | ${meaning} |`);
	return [
		'here is what you can say, in a new comment, at the start of a line:',
		['| | |', '|---|---|', ...rows].join('\n'),
		'It counts from people whose write access GitHub confirms when they say it and again when it is used.',
	].join('\n\n');
}
