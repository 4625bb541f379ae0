import { codeSpans } from '../core/index.ts';
import { addressingNobody, disobeyed, disobeyedCode, skippingNothing } from './foreign-commands.ts';
import { linksShown } from './shown-links.ts';

/** Characters that people do not see: zero-width, bidirectional overrides, tags, controls. */
const invisible = /(?![\n\t])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** JavaScript's `^` sees a line after each of these; a bot's may. */
const lineEnds = /\r\n?|[\u2028\u2029]/g;
/** Blanks that markdown takes for letters, and much else for blanks. */
const oddBlanks = /(?! )\p{Zs}/gu;
/** How wide a tab is, and so whether a fence ends, would hang on what we write before the line. */
const indentedFence = /^ *\t[ \t]*(?=`{3}|~{3})/;
const fenceStart = /^(`{3,})[^`]*$|^(~{3,})/;
/**
 * GitHub sees a mention behind whatever is no letter and no digit; a backslash before it may be shown or not, and an e-mail address that
 * becomes a link ends before the next one.
 */
const mention = /(?:(?<!\\)\\+|(?=@)(?<![a-z0-9\\])|(?=@)(?<=@[\w.+-]*))(@[a-z0-9](?:[\w./@-]*\w)?)/gi;

/**
 * A model's markdown, made harmless for a place where everybody is notified and other bots listen: mentions become code, no HTML, no
 * hidden text, no image, no link to a host that is not shown, no line that a bot obeys, ours included. What GitHub may read in two ways is taken for plain text.
 */
export function neutralMarkdown(text: string): string {
	const out: string[] = [];
	let paragraph: string[] = [];
	let fence: string | undefined;
	const flush = (): void => {
		out.push(...neutralParagraph(paragraph));
		paragraph = [];
	};
	for (const line of skippingNothing(withoutHidden(text)).split('\n')) {
		if (fence !== undefined) {
			out.push(neutralCode(line.replace(indentedFence, '    ')));
			if (endsFence(line, fence)) fence = undefined;
			continue;
		}
		fence = startedFence(line);
		if (fence === undefined && !isBlank(line)) {
			paragraph.push(line);
			continue;
		}
		flush();
		out.push(fence === undefined ? line : neutralCode(line));
	}
	flush();
	// What we write below must not become part of the code.
	if (fence !== undefined) out.push(fence);
	return out.join('\n');
}

/** The same for words that stand within a line of ours: one line, in which nothing begins a block. */
export function neutralLine(text: string): string {
	const line = withoutHidden(text).replace(/\s+/g, ' ').trim();
	return neutralParagraph([skippingNothing(line)]).join('');
}

/** One line for a title or a commit message, where nothing is rendered: a mention is broken by a space. */
export function neutralTitle(text: string): string {
	return skippingNothing(withoutHidden(text).replace(/\s+/g, ' '))
		.replace(/@(?=[a-z0-9])/gi, '@ ')
		.trim();
}

/** Text of which people see every character, with one kind of line end and of blank. Halves of characters could join to hidden ones. */
export function withoutHidden(text: string): string {
	return text.toWellFormed().replace(lineEnds, '\n').replace(invisible, '').replace(oddBlanks, ' ');
}

/** Only fences at the margin count: one inside a list or quote ends where we would not see it. */
function startedFence(line: string): string | undefined {
	const [, ticks, tildes] = fenceStart.exec(line) ?? [];
	return ticks ?? tildes;
}

function endsFence(line: string, fence: string): boolean {
	const closing = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
	return closing !== undefined && closing[0] === fence[0] && closing.length >= fence.length;
}

function isBlank(line: string): boolean {
	return /^[ \t]*$/.test(line);
}

/** Bots read the raw text, also inside code. */
function neutralCode(line: string): string {
	return disobeyedCode(line.replaceAll('<!--', '<! --'));
}

/** Where it is not certain which words are code, none are: every backtick is shown as it is. */
function neutralParagraph(lines: readonly string[]): readonly string[] {
	const split = codeSpans(lines);
	if (split === undefined) {
		return lines.map((line) => disobeyed(neutralText(line.replaceAll('`', '&#96;'), '', '')));
	}
	return split.map((parts) =>
		parts
			.map((part, index) => {
				if (part.startsWith('`')) return addressingNobody(part.replaceAll('<!--', '<! --'));
				const text = neutralText(part, parts[index - 1], parts[index + 1]);
				return index === 0 ? disobeyed(text) : text;
			})
			.join(''),
	);
}

function neutralText(text: string, before: string | undefined, after: string | undefined): string {
	const plain = linksShown(addressingNobody(text))
		.replace(/&(?=#?\w+;)(?!#96;)/g, '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('![', '!\\[')
		// A link's or a footnote's definition is shown nowhere.
		.replaceAll(']:', ']\\:')
		// Only a fence at the margin is one for us; GitHub knows more.
		.replace(/~{3,}/g, (run) => '&#126;'.repeat(run.length))
		.replace(mention, '`$1`');
	const spaced = plain.startsWith('`') && before?.endsWith('`') === true ? ` ${plain}` : plain;
	return spaced.endsWith('`') && after?.startsWith('`') === true ? `${spaced} ` : spaced;
}
