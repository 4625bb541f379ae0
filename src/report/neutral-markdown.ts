import { addressingNobody, disobeyed, disobeyedCode, skippingNothing } from './foreign-commands.ts';

/** Characters that people do not see: zero-width, bidirectional overrides, tags, controls. */
const invisible = /(?![\n\t])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** JavaScript's `^` sees a line after each of these; a bot's may. */
const lineEnds = /\r\n?|[\u2028\u2029]/g;
const fenceStart = /^(`{3,})[^`]*$|^(~{3,})/;

/**
 * A model's markdown, made harmless for a place where everybody is notified and other bots listen: mentions become code, no HTML, no
 * hidden text, no image, no line that a bot obeys, ours included. What GitHub may read in two ways is taken for plain text.
 */
export function neutralMarkdown(text: string): string {
	const lines = skippingNothing(text.replace(lineEnds, '\n').replace(invisible, '')).split('\n');
	const out: string[] = [];
	let paragraph: string[] = [];
	let fence: string | undefined;
	const flush = (): void => {
		out.push(...neutralParagraph(paragraph));
		paragraph = [];
	};
	for (const line of lines) {
		if (fence !== undefined) {
			out.push(neutralCode(line));
			if (endsFence(line, fence)) fence = undefined;
			continue;
		}
		fence = startedFence(line);
		if (fence === undefined && line.trim() !== '') {
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

/** One line for a title or a commit message, where nothing is rendered: a mention is broken by a space. */
export function neutralTitle(text: string): string {
	return skippingNothing(text.replace(invisible, '').replace(/\s+/g, ' '))
		.replace(/@(?=[a-z0-9])/gi, '@ ')
		.trim();
}

/** Only fences at the margin count: one inside a list or quote ends where we would not see it. */
function startedFence(line: string): string | undefined {
	const [, ticks, tildes] = fenceStart.exec(line) ?? [];
	return ticks ?? tildes;
}

function endsFence(line: string, fence: string): boolean {
	const closing = /^ {0,3}(`{3,}|~{3,})\s*$/.exec(line)?.[1];
	return closing !== undefined && closing[0] === fence[0] && closing.length >= fence.length;
}

/** Bots read the raw text, also inside code. */
function neutralCode(line: string): string {
	return disobeyedCode(line.replaceAll('<!--', '<! --'));
}

/** Code spans are believed only where every line of the paragraph closes its own: then no reading sees them elsewhere. */
function neutralParagraph(lines: readonly string[]): readonly string[] {
	const split = lines.map(codeSpans);
	if (split.some((parts) => parts === undefined)) {
		return lines.map((line) => disobeyed(neutralText(line.replaceAll('`', '&#96;'), '', '')));
	}
	return split.map((parts = []) =>
		parts
			.map((part, index) => {
				if (part.startsWith('`')) return addressingNobody(part.replaceAll('<!--', '<! --'));
				const text = neutralText(part, parts[index - 1], parts[index + 1]);
				return index === 0 ? disobeyed(text) : text;
			})
			.join(''),
	);
}

/** A line as alternating text and code spans; undefined when a backtick is left over, or a reader may see it otherwise. */
function codeSpans(line: string): readonly string[] | undefined {
	const parts = line.split(/(`+)/);
	const found: string[] = [];
	let text = '';
	for (let index = 0; index < parts.length; index += 1) {
		const part = parts[index] ?? '';
		if (!part.startsWith('`')) {
			text += part;
			continue;
		}
		const end = parts.indexOf(part, index + 1);
		const span = parts.slice(index, end + 1).join('');
		// A backslash makes a backtick plain, and a table cell ends at a bar even in code.
		if (end === -1 || text.endsWith('\\') || span.includes('|')) return undefined;
		found.push(text, span);
		text = '';
		index = end;
	}
	return [...found, text];
}

function neutralText(text: string, before: string | undefined, after: string | undefined): string {
	const plain = addressingNobody(text)
		.replace(/&(?=#?\w+;)(?!#96;)/g, '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('![', '!\\[')
		.replace(/(^|[^a-z0-9\\])\\*(@[a-z0-9](?:[\w./@-]*\w)?)/gi, '$1`$2`');
	const spaced = plain.startsWith('`') && before?.endsWith('`') === true ? ` ${plain}` : plain;
	return spaced.endsWith('`') && after?.startsWith('`') === true ? `${spaced} ` : spaced;
}
