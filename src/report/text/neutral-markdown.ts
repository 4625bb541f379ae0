import { codeSpans } from '../../core/index.ts';
import { addressingNobody, disobeyed, disobeyedCode, skippingNothing } from './foreign-commands.ts';

/** Characters that people do not see: zero-width, bidirectional overrides, tags, controls. */
const invisible = /(?![\n\t])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Line ends. JavaScript's `^` matches after each of them, and so may a bot's pattern. */
const lineEnds = /\r\n?|[\u2028\u2029]/g;
/** Blanks that markdown treats as letters, but many other programs as blanks. */
const oddBlanks = /(?! )\p{Zs}/gu;
/** A tab before a fence. The tab's width depends on the text that we write before the line, so we could not know where the fence ends. */
const indentedFence = /^ *\t[ \t]*(?=`{3}|~{3})/;
const fenceStart = /^(`{3,})[^`]*$|^(~{3,})/;
/**
 * A mention. It can begin after every character that is not a letter or a digit, and the backslashes before it may be visible or not. A
 * mention can also begin at the second `@` after an e-mail address, because the link to the address ends there.
 */
const mention = /(?:(?<!\\)\\+|(?=@)(?<![a-z0-9\\])|(?=@)(?<=@[\w.+-]*))(@[a-z0-9](?:[\w./@-]*\w)?)/gi;

/**
 * Makes a model's markdown harmless for a thread, where mentions notify people and bots read every comment. Mentions become code. The
 * result has no HTML, hidden text or images, and each link shows its host. No bot reacts to any line, and neither does ours. Markdown that
 * GitHub may read in two ways becomes plain text.
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
	// Text that we write below must not become a part of the code.
	if (fence !== undefined) out.push(fence);
	return out.join('\n');
}

/** Like {@link neutralMarkdown}, for words inside a line of ours. Returns one line that cannot begin a markdown block. */
export function neutralLine(text: string): string {
	const line = withoutHidden(text).replace(/\s+/g, ' ').trim();
	return neutralParagraph([skippingNothing(line)]).join('');
}

/** Returns one line for a title or a commit message. These are not rendered as markdown, so a space breaks each mention. */
export function neutralTitle(text: string): string {
	return skippingNothing(withoutHidden(text).replace(/\s+/g, ' '))
		.replace(/@(?=[a-z0-9])/gi, '@ ')
		.trim();
}

/**
 * Returns a text without invisible characters, with only one kind of line end and one kind of blank. It replaces unpaired surrogates
 * (halves of a character), because two of them could become a hidden character.
 */
export function withoutHidden(text: string): string {
	return text.toWellFormed().replace(lineEnds, '\n').replace(invisible, '').replace(oddBlanks, ' ');
}

/** Returns the fence that a line begins with, but only at the margin. In a list or quote, we cannot find where a fence ends. */
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

/** Makes a line of code harmless, because bots read the raw text, also inside code. */
function neutralCode(line: string): string {
	return disobeyedCode(line.replaceAll('<!--', '<! --'));
}

/** Makes the lines of a paragraph harmless. If it is not certain where the code spans are, every backtick becomes a plain character. */
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
		// GitHub does not show the definition of a link or a footnote.
		.replaceAll(']:', ']\\:')
		// GitHub also finds fences that are not at the margin.
		.replace(/~{3,}/g, (run) => '&#126;'.repeat(run.length))
		.replace(mention, '`$1`');
	const spaced = plain.startsWith('`') && before?.endsWith('`') === true ? ` ${plain}` : plain;
	return spaced.endsWith('`') && after?.startsWith('`') === true ? `${spaced} ` : spaced;
}

/**
 * A link's destination without blanks, angle brackets, parentheses and backslashes. For such a destination, we certainly find the same end
 * as GitHub.
 */
const linkTarget = /\]\(([^()\s<>\\\]["'`]*)\)/y;
/** A destination within GitHub: a place on the page, or a path of the site. Two slashes would begin a host. */
const withinGitHub = /^(?:#[\w-]*|(?!\/\/)[\w./#-]+)$/;

/**
 * Writes the host of each link after the link. Threat: `[your account](https://example.com)` does not lead where its words say. If the host
 * is not certain, the link becomes text. A bare address already shows its host.
 */
function linksShown(text: string): string {
	let out = '';
	let rest = 0;
	for (let at = text.indexOf(']('); at !== -1; at = text.indexOf('](', rest)) {
		linkTarget.lastIndex = at;
		const [whole = '', target = ''] = linkTarget.exec(text) ?? [];
		const shown = whole === '' ? undefined : linkEnd(whole, target);
		out += `${text.slice(rest, at)}${shown ?? ']\\('}`;
		rest = at + (shown === undefined ? 2 : whole.length);
	}
	return out + text.slice(rest);
}

function linkEnd(whole: string, target: string): string | undefined {
	if (withinGitHub.test(target)) return whole;
	const url = /^https?:\/\//i.test(target) ? URL.parse(target) : null;
	if (url === null || url.username !== '' || url.password !== '') return undefined;
	return url.host === 'github.com' ? whole : `${whole} (${url.host})`;
}
