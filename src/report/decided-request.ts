import { cell, quoted } from './markdown.ts';
import { neutralLine } from './neutral-markdown.ts';
import { allNumbers } from './request-ids.ts';
import { cutTo } from './within.ts';

/** What became of one question. */
export interface DecidedItem {
	readonly id: string;
	readonly kind: 'approved' | 'denied' | 'blocked' | 'void';
	/** Who decided, when, or why nobody did: one line of plain text. */
	readonly how: string;
	/** What a person said who denied it, as they wrote it. */
	readonly words?: string;
	/** What came of the step. */
	readonly result: string;
}

const longestHow = 300;
/** A reason can be as long as a comment, and what was asked must fit below it: GitHub's limit would cut the rest away. */
const longestWords = 2000;

const decidedMark = '<!-- countersign:decided -->';
const marks: Record<DecidedItem['kind'], string> = { approved: '✅', denied: '🛑', blocked: '⛔', void: '↩️' };
const headings: Record<DecidedItem['kind'], string> = {
	approved: 'Approved',
	denied: 'Denied',
	blocked: 'Approved, then blocked',
	void: 'No answer needed any more',
};
/** The last lines of a request, by which it and its ids are found again. */
const tail = /(?:\n\n<!-- countersign:ids:\d+-\d+ -->)?\s*<!-- (countersign:request:\S+) -->\s*$/;

/**
 * A request as it reads once everything in it is decided: who decided what and when, and below it what was asked. The marker is given
 * apart. Undefined when it reads so already, or is no request of ours.
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
	// The last one is ours: an argument, which stands above it, may hold the same words.
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

/** What people said who denied something: each answer once, whatever it was about. */
function wordsOf(items: readonly DecidedItem[]): readonly string[] {
	const said = Map.groupBy(items, ({ words }) => words);
	return [...said].flatMap(([words, about]) =>
		words === undefined ? [] : [`${about.map(({ id }) => id).join(', ')}:\n\n${quoted(cutTo(words, longestWords))}`],
	);
}

/** The run and the ids' numbers of a request of ours that is still to be answered, as its comment says; undefined for any other text. */
export function openRequest(body: string): { readonly run: string; readonly numbers: readonly number[] } | undefined {
	const run = /<!-- countersign:request:(\d+-[^:\s]+):\S+ -->\s*$/.exec(body)?.[1];
	// One that was made again has no heading any more.
	if (run === undefined || body.includes(decidedMark) || !body.startsWith('### ')) return undefined;
	return { run, numbers: allNumbers(body) };
}

/** A comment before the last one of a request, once everything in it is decided: only its first line asked for something. */
export function decidedPart(body: string): { readonly marker: string; readonly body: string } | undefined {
	const found = /\s*<!-- (countersign:request-part:\S+) -->\s*$/.exec(body);
	const marker = found?.[1];
	if (found === null || marker === undefined || !body.startsWith('### ✍️')) return undefined;
	const [, ...rest] = body.slice(0, found.index).split('\n');
	return { marker, body: ['### Part of a request; its last part says what was decided', ...rest].join('\n') };
}

function headingOf(items: readonly DecidedItem[]): string {
	const kinds = new Set(items.map(({ kind }) => kind));
	const [only] = kinds;
	return kinds.size === 1 && only !== undefined ? `${marks[only]} ${headings[only]}` : '✍️ Decided';
}
