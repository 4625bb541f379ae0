import { type Clause, minuteOf, offLabel, type Risk, type SwitchedOffBy } from '../../core/index.ts';
import { waitedFor } from '../text/durations.ts';
import { type Columns, counted, span, tableHead, tableLine } from '../text/markdown.ts';
import { neutralLine } from '../text/neutral-markdown.ts';
import { whoMay } from './who-may.ts';

/** One request that waits. Times are ISO 8601 UTC. */
export interface WaitingRow {
	readonly thread: number;
	/** The address of the comment that asks. */
	readonly url: string;
	readonly id: string;
	readonly tool: string;
	readonly risk: Risk;
	readonly askedAt: string;
	readonly expiresAt: string;
	readonly needs: readonly Clause[];
}

/** The content of the issue that lists the waiting steps. */
export interface ApprovalsView {
	readonly now: Date;
	readonly rows: readonly WaitingRow[];
	/** Runs that could not be checked or continued. */
	readonly troubles: readonly { readonly thread: number; readonly run: string; readonly why: string }[];
	/** The number of runs that can continue, but must wait for the next scheduled job. */
	readonly left: number;
	readonly off?: SwitchedOffBy;
}

/** The most rows of the table. More would not fit into an issue. */
const mostRows = 100;
/**
 * The most listed troubles. Threat: a person with write access can cause any number of them, and then the text would not fit into an issue.
 */
const mostTroubles = 30;

/**
 * Returns the text of the issue: the waiting steps, how long they wait, and for whom. It contains no mention and no command, so it notifies
 * nobody.
 */
export function approvalsText(view: ApprovalsView): string {
	const { rows, troubles, left, now, off } = view;
	return [
		'These steps of runs in this repository wait for approval. Answer in the thread of the run. A schedule updates this list.',
		...(off === undefined
			? []
			: [`**Switched off:** ${offWords[off]} No run continues until somebody changes this. No request is lost.`]),
		rows.length === 0 ? 'Nothing waits.' : table(rows, now),
		...(left === 0
			? []
			: [`${counted(left, 'more run')} can continue. The next sweep continues ${left === 1 ? 'it' : 'them'}.`]),
		...(troubles.length === 0 ? [] : [`These runs could not be checked or continued:\n${troubleList(troubles)}`]),
		`The label \`${offLabel}\` on this issue stops every run at its next step. Remove the label to let the runs continue.`,
		`<sub>as of ${minuteOf(now.toISOString())}</sub>`,
	].join('\n\n');
}

const offWords: Record<SwitchedOffBy, string> = {
	config: '`enabled: false` is in the configuration of the default branch.',
	organization: '`enabled: false` is in countersign.yml of the organization.',
	label: `this issue has the label \`${offLabel}\`.`,
};

function table(rows: readonly WaitingRow[], now: Date): string {
	const shown = [...rows].sort((a, b) => (a.askedAt < b.askedAt ? -1 : 1)).slice(0, mostRows);
	const more =
		rows.length > shown.length ? [`\n${counted(rows.length - shown.length, 'newer request')} not shown here.`] : [];
	const columns = columnsAt(now.getTime());
	return [tableHead(columns), ...shown.map((row) => tableLine(columns, row)), ...more].join('\n');
}

function columnsAt(now: number): Columns<WaitingRow> {
	const late = (expiresAt: string) =>
		Date.parse(expiresAt) < now ? ' (this time is over; the next job denies the step)' : '';
	return [
		['thread', ({ thread, url }) => `[#${thread}](${url})`],
		['request', ({ id }) => `**${id}**`],
		['tool', ({ tool }) => span(tool)],
		['risk', ({ risk }) => risk],
		['asked', ({ askedAt }) => minuteOf(askedAt)],
		['waits for', ({ askedAt }) => waitedFor(now - Date.parse(askedAt))],
		['denied if nobody answers before', ({ expiresAt }) => `${minuteOf(expiresAt)}${late(expiresAt)}`],
		['who may answer', ({ needs }) => neutralLine(whoMay(needs).join(' and '))],
	];
}

function troubleList(troubles: ApprovalsView['troubles']): string {
	const more = troubles.length - mostTroubles;
	return [...troubles.slice(0, mostTroubles).map(trouble), ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
}

function trouble({ thread, run, why }: ApprovalsView['troubles'][number]): string {
	return `- #${thread}, run ${span(run)}: ${neutralLine(why.slice(0, 500))}`;
}
