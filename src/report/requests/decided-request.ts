import { cell, quoted } from '../text/markdown.ts';
import { neutralLine } from '../text/neutral-markdown.ts';
import { cutTo } from '../text/within.ts';
import { allNumbers } from './request-ids.ts';

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

const decidedMark = '<!-- countersign:decided -->';
const marks: Record<DecidedItem['kind'], string> = { approved: '✅', denied: '🛑', blocked: '⛔', void: '↩️' };
const headings: Record<DecidedItem['kind'], string> = {
	approved: 'Approved',
	denied: 'Denied',
	blocked: 'Approved, then blocked',
	void: 'No answer needed any more',
};
/** The last lines of a request. They contain its ids and its marker. */
const tail = /(?:\n\n<!-- countersign:ids:\d+-\d+ -->)?\s*<!-- (countersign:request:\S+) -->\s*$/;

/**
 * Returns the new text of a request after all its items are decided: who decided what and when, and the old request below. The marker is
 * returned separately. Undefined if the text was already changed in this way, or is not a request of ours.
 */
export function decidedRequest(
	body: string,
	items: readonly DecidedItem[],
): { readonly marker: string; readonly body: string } | undefined {
	const found = tail.exec(body);
	const marker = found?.[1];
	if (found === null || marker === undefined || body.includes(decidedMark)) return undefined;
	const ids = found[0].slice(0, found[0].indexOf('<!-- countersign:request')).trim();
	const paragraphs = body.slice(0, found.index).split('\n\n');
	// The last such paragraph is ours. Arguments come before it, and may contain the same words.
	const howTo = paragraphs.findLastIndex((paragraph) => paragraph.startsWith('**Answer** with a new comment'));
	const asked = paragraphs.filter((_, index) => index !== 0 && index !== howTo);
	const rows = items.map(
		({ id, kind, how, result }) =>
			`| ${id} | ${marks[kind]} ${cell(neutralLine(cutTo(how, longestHow)))} | ${cell(neutralLine(result))} |`,
	);
	const text = [
		`### ${headingOf(items)}`,
		['| | decision | result |', '|---|---|---|', ...rows].join('\n'),
		...wordsOf(items),
		`<details><summary>What was asked</summary>\n\n${asked.join('\n\n').trim()}\n\n</details>`,
		decidedMark,
		...(ids === '' ? [] : [ids]),
	];
	return { marker, body: text.join('\n\n') };
}

/** Returns the reasons of denials. A reason for several ids is shown once. */
function wordsOf(items: readonly DecidedItem[]): readonly string[] {
	const said = Map.groupBy(items, ({ words }) => words);
	return [...said].flatMap(([words, about]) =>
		words === undefined ? [] : [`${about.map(({ id }) => id).join(', ')}:\n\n${quoted(cutTo(words, longestWords))}`],
	);
}

/** Returns the run and the id numbers of a request of ours that still waits, according to its comment. Undefined for any other text. */
export function openRequest(body: string): { readonly run: string; readonly numbers: readonly number[] } | undefined {
	const run = /<!-- countersign:request:(\d+-[^:\s]+):\S+ -->\s*$/.exec(body)?.[1];
	// A request whose comment we replaced does not begin with a heading.
	if (run === undefined || body.includes(decidedMark) || !body.startsWith('### ')) return undefined;
	return { run, numbers: allNumbers(body) };
}

/** Returns the new text of a comment before the last one of a request, after all items are decided. Only its first line must change. */
export function decidedPart(body: string): { readonly marker: string; readonly body: string } | undefined {
	const found = /\s*<!-- (countersign:request-part:\S+) -->\s*$/.exec(body);
	const marker = found?.[1];
	if (found === null || marker === undefined || !body.startsWith('### ✍️')) return undefined;
	const [, ...rest] = body.slice(0, found.index).split('\n');
	return { marker, body: ['### Part of a request; the last part shows the decisions', ...rest].join('\n') };
}

function headingOf(items: readonly DecidedItem[]): string {
	const kinds = new Set(items.map(({ kind }) => kind));
	const [only] = kinds;
	return kinds.size === 1 && only !== undefined ? `${marks[only]} ${headings[only]}` : '✍️ Decided';
}
