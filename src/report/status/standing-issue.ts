import { endedWell, minuteOf, type StandingRun, standingRun } from '../../core/index.ts';
import { type Columns, counted, span, tableHead, tableLine } from '../text/markdown.ts';
import { codeOf } from './step-words.ts';

/** The place of the issue and the current time, for the links and times in the text. */
export interface StandingPlace {
	/** `https://github.com/octo-org/slugs`. */
	readonly page: string;
	readonly thread: number;
	readonly now: Date;
}

const mostShown = 10;
/** The most runs that the issue stores: the shown runs, and the last successful run of each task. */
const mostKept = 40;
const mostWaits = 20;

const kept = /<!-- countersign:runs (\[.*\]) -->/g;

/** The largest difference between the clocks of two runners. Milliseconds. */
const mostAhead = 3_600_000;

/**
 * Returns the runs that are stored in a standing issue, newest first. Empty if somebody damaged the stored text. A run with a start in the
 * future is ignored, because it would always be the newest.
 */
export function standingRuns(body: string, now: Date): readonly StandingRun[] {
	const text = [...body.matchAll(kept)].at(-1)?.[1];
	const read = standingRun
		.array()
		.max(mostKept)
		.safeParse(text === undefined ? [] : parsed(text));
	const runs = read.success ? read.data : [];
	return runs.filter(({ begunAt }) => Date.parse(begunAt) <= now.getTime() + mostAhead);
}

/** Adds a run, or replaces its earlier record. It keeps the runs that are shown or wait, and the last successful run of each task. */
export function withRun(runs: readonly StandingRun[], run: StandingRun): readonly StandingRun[] {
	const all = [run, ...runs.filter((one) => one.run !== run.run)].sort((a, b) => (a.begunAt > b.begunAt ? -1 : 1));
	const good = [...Map.groupBy(all.filter(endedWell), ({ task }) => task).values()].flatMap(([last]) => last ?? []);
	return all.filter((one, index) => index < mostShown || good.includes(one) || one.waits.length > 0).slice(0, mostKept);
}

/** Returns the body of a workflow's standing issue. It mentions only the workflow's owner. */
export function standingText(runs: readonly StandingRun[], place: StandingPlace): string {
	const [last] = runs;
	const owner =
		last?.owner === undefined
			? []
			: [`**Owner:** @${last.owner}, who is notified when a run of this workflow waits or fails.`];
	return [
		'Runs of this workflow report here, and ask here for approval. Each run updates this text when it ends.',
		...owner,
		waitList(runs, place),
		...(last === undefined
			? []
			: [table(runs.slice(0, mostShown), place), `The last run started from commit \`${last.sha}\`.`]),
		`<sub>as of ${minuteOf(place.now.toISOString())}</sub>\n<!-- countersign:runs ${hidden(runs)} -->`,
	].join('\n\n');
}

function waitList(runs: readonly StandingRun[], place: StandingPlace): string {
	const lines = runs.flatMap((run) =>
		run.waits.map(({ id, until }) => {
			const isOver =
				Date.parse(until) < place.now.getTime() ? ' (this time is over; the next job denies the step)' : '';
			return `- **${id}** of ${codeOf(run.what)}, ${link('asked here', run, place)}, until ${minuteOf(until)}${isOver}`;
		}),
	);
	if (lines.length === 0) return 'Nothing waits.';
	const more = lines.length > mostWaits ? [`- and ${lines.length - mostWaits} more`] : [];
	const title = `**${counted(lines.length, 'step')} ${lines.length === 1 ? 'waits' : 'wait'} for approval.** A step that nobody answers in time is denied.`;
	return [title, '', ...lines.slice(0, mostWaits), ...more].join('\n');
}

function table(runs: readonly StandingRun[], place: StandingPlace): string {
	const columns: Columns<StandingRun> = [
		['run', (run) => link(minuteOf(run.begunAt), run, place)],
		['what', ({ what }) => codeOf(what)],
		['outcome', ({ outcome, reason }) => `${outcome} (${span(reason)})`],
		['pull request', ({ pull }) => (pull === undefined ? '' : `[#${pull}](${place.page}/pull/${pull})`)],
		['commit', ({ sha }) => span(sha.slice(0, 12))],
	];
	return [tableHead(columns), ...runs.map((run) => tableLine(columns, run))].join('\n');
}

/** Returns a link to the run's comment, or to its job if there is no comment. */
function link(words: string, { comment, job }: StandingRun, { page, thread }: StandingPlace): string {
	if (comment !== undefined) return `[${words}](${page}/issues/${thread}#issuecomment-${comment})`;
	return job === undefined ? words : `[${words}](${page}/actions/runs/${job})`;
}

/** Returns the runs as JSON for an HTML comment. The JSON cannot end the comment, and mentions nobody. */
function hidden(runs: readonly StandingRun[]): string {
	return JSON.stringify(runs).replace(
		/[<>@&]|-(?=-)|[^\x20-\x7e]/g,
		(sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
