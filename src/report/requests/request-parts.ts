import { joinedTexts, type MarkedText, marked } from '../text/marked-text.ts';

/** The most characters of one comment of a request. GitHub's limit is 65,536. */
export const longestComment = 60_000;
/** The most comments of one request. */
export const mostComments = 3;

/** Blocks that belong together. If they continue in the next comment, `continued` is the heading there. */
export interface Group {
	readonly blocks: readonly MarkedText[];
	readonly continued: string;
}

interface Placed {
	readonly text: MarkedText;
	readonly group: Group;
}

/**
 * Divides a text into the bodies of one to three comments. It keeps groups together if possible, and never divides a block. Undefined if
 * the text does not fit into three comments.
 */
export function dividedText(title: string, groups: readonly Group[]): readonly MarkedText[] | undefined {
	const whole = joinedTexts([marked(title), ...groups.flatMap(({ blocks }) => blocks)]);
	if (whole.text.length <= longestComment) return [whole];
	const room = longestComment - reserve(title, groups);
	const byGroup = groups.map((group) => ({ text: joinedTexts(group.blocks), group }));
	const byBlock = groups.flatMap((group) => group.blocks.map((text) => ({ text, group })));
	const parts = placed(byGroup, room) ?? placed(byBlock, room);
	return parts?.map((part, index) => bodyOf(part, { title, index, parts }));
}

/** Returns how many characters of a comment to reserve for texts that are not blocks. */
function reserve(title: string, groups: readonly Group[]): number {
	return title.length + Math.max(...groups.map(({ continued }) => continued.length)) + goesOn.length + 40;
}

function placed(blocks: readonly Placed[], room: number): readonly (readonly Placed[])[] | undefined {
	const parts: Placed[][] = [[]];
	let used = 0;
	for (const block of blocks) {
		const length = block.text.text.length + 2;
		if (length > room) return undefined;
		if (used + length > room) {
			parts.push([]);
			used = 0;
		}
		parts.at(-1)?.push(block);
		used += length;
	}
	return parts.length > mostComments ? undefined : parts;
}

interface Position {
	readonly title: string;
	readonly index: number;
	readonly parts: readonly (readonly Placed[])[];
}

const goesOn = '*This request continues in the next comment. Please answer after its last part.*';

function bodyOf(part: readonly Placed[], { title, index, parts }: Position): MarkedText {
	const [first] = part;
	const isContinued = first !== undefined && parts[index - 1]?.at(-1)?.group === first.group;
	return joinedTexts([
		marked(`${title} (part ${index + 1} of ${parts.length})`),
		...(isContinued && first.group.continued !== '' ? [marked(first.group.continued)] : []),
		...part.map(({ text }) => text),
		...(index < parts.length - 1 ? [marked(goesOn)] : []),
	]);
}
