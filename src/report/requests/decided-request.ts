import { markerWith, withoutMarker } from '../../core/index.ts';
import { type Columns, quoted, tableHead, tableLine } from '../text/markdown.ts';
import { partName, requestName } from '../text/markers.ts';
import { neutralLine } from '../text/neutral-markdown.ts';
import { cutTo } from '../text/within.ts';
import { allNumbers, keptAsks, requestLines, requestState } from './request-facts.ts';

/** The decision about one question, and its result. */
export interface DecidedItem {
	readonly id: string;
	readonly kind: 'approved' | 'denied' | 'blocked' | 'void';
	/** Who decided and when, or why nobody decided. One line of plain text. */
	readonly how: string;
	/** The reason of a denial, as the person wrote it. */
	readonly words?: string;
	/** The result of the step. */
	readonly result: string;
}

const longestHow = 300;
/** The longest reason that is shown. A reason can be as long as a comment, and the request must fit below it. */
const longestWords = 2000;

const marks: Record<DecidedItem['kind'], string> = { approved: '✅', denied: '🛑', blocked: '⛔', void: '↩️' };
const headings: Record<DecidedItem['kind'], string> = {
	approved: 'Approved',
	denied: 'Denied',
	blocked: 'Approved, then blocked',
	void: 'No answer needed any more',
};
/** A comment's new text and its marker. */
interface NewText {
	readonly marker: string;
	readonly body: string;
}

/**
 * Returns the new text of a request after all its items are decided: who decided what and when, and the old request below. Undefined if the
 * text was already changed, or is not a request of ours.
 */
export function decidedRequest(body: string, items: readonly DecidedItem[]): NewText | undefined {
	const name = requestName(body);
	if (name === undefined || requestState(body) !== undefined) return undefined;
	const rows = items.map((item) => tableLine(columns, item));
	const text = [
		`### ${headingOf(items)}`,
		[tableHead(columns), ...rows].join('\n'),
		...wordsOf(items),
		`<details><summary>What was asked</summary>\n\n${withoutOffers(body)}\n\n</details>`,
	];
	return { marker: markerWith(name, { ...keptAsks(body), state: 'decided' }), body: text.join('\n\n') };
}

const columns: Columns<DecidedItem> = [
	['', ({ id }) => id],
	['decision', ({ kind, how }) => `${marks[kind]} ${neutralLine(cutTo(how, longestHow))}`],
	['result', ({ result }) => neutralLine(result)],
];

/** Returns the text of a request without its title and without the offered answers, which are no longer possible. */
function withoutOffers(body: string): string {
	const [offers] = requestLines(body).answers ?? [];
	const lines = withoutMarker(body).replace(earlierIds, '').split('\n');
	const asked = lines.filter((_, at) => at > 0 && !(offers !== undefined && at >= offers[0] && at <= offers[1] + 1));
	return asked.join('\n').trim();
}

/** The line with the ids of a request of an earlier version. */
const earlierIds = /<!-- countersign:ids:\d+-\d+ -->$/;

/** Returns the reasons of denials. A reason for several ids is shown once. */
function wordsOf(items: readonly DecidedItem[]): readonly string[] {
	const said = Map.groupBy(items, ({ words }) => words);
	return [...said].flatMap(([words, about]) =>
		words === undefined ? [] : [`${about.map(({ id }) => id).join(', ')}:\n\n${quoted(cutTo(words, longestWords))}`],
	);
}

/** Returns the run and the id numbers of a request of ours that still waits, according to its comment. Undefined for any other text. */
export function openRequest(body: string): { readonly run: string; readonly numbers: readonly number[] } | undefined {
	const run = /^countersign:request:(\d+-[^:\s]+):/.exec(requestName(body) ?? '')?.[1];
	return run === undefined || requestState(body) !== undefined ? undefined : { run, numbers: allNumbers(body) };
}

/**
 * After all items of a request are decided, returns the new text of a comment before the request's last one. Only the first line of such a
 * comment must change.
 */
export function decidedPart(body: string): NewText | undefined {
	const name = partName(body);
	if (name === undefined || requestState(body) !== undefined) return undefined;
	const [, ...rest] = withoutMarker(body).split('\n');
	const text = ['### Part of a request; the last part shows the decisions', ...rest].join('\n');
	return { marker: markerWith(name, { state: 'decided' }), body: text };
}

const takenBack =
	'This request for approval, or part of one, was posted again in a newer comment. It needs no answer here.';

/**
 * Returns the new text of a request, or of a part of a request, that another request replaced. Its ids stay in the comment, so no other
 * request reuses them.
 */
export function replacedRequest(body: string): NewText | undefined {
	const name = requestName(body) ?? partName(body);
	if (name === undefined || requestState(body) === 'replaced') return undefined;
	return { marker: markerWith(name, { ...keptAsks(body), state: 'replaced' }), body: takenBack };
}

function headingOf(items: readonly DecidedItem[]): string {
	const kinds = new Set(items.map(({ kind }) => kind));
	const [only] = kinds;
	return kinds.size === 1 && only !== undefined ? `${marks[only]} ${headings[only]}` : '✍️ Decided';
}
