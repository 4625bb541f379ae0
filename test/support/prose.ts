import { renderedMarkdown } from './rendered-markdown.ts';

export interface Sentence {
	readonly text: string;
	readonly words: number;
}

/** Returns the sentences of a page's prose, without code, tables, headings, quotations and blocks that a script fills. */
export function sentencesOf(markdown: string): readonly Sentence[] {
	return proseBlocks(markdown)
		.flatMap((block) => block.split(/(?<=[.!?…]["”’')]*)\s+(?=["“‘'(]*[\p{Lu}\p{N}])/u))
		.map((text) => ({ text: text.trim(), words: wordsIn(text) }))
		.filter(({ words }) => words > 0);
}

/** Returns the lines that people write, without the blocks between marks that a script or a test fills. */
export function writtenLines(markdown: string): readonly string[] {
	return withoutFilledBlocks(markdown).trimEnd().split('\n');
}

function withoutFilledBlocks(markdown: string): string {
	return markdown
		.replace(/<!-- ([\w-]+)-start -->[\s\S]*?<!-- \1-end -->/g, '')
		.replace(/<!-- golden: \S+ -->[\s\S]*?<!-- \/golden -->/g, '');
}

function proseBlocks(markdown: string): readonly string[] {
	return renderedMarkdown(withoutFilledBlocks(markdown))
		.replace(/<!--[\s\S]*?-->/g, '')
		.replace(/<(pre|table|blockquote|h[1-6])\b[\s\S]*?<\/\1>/g, '\n\n')
		.replace(/<code>[\s\S]*?<\/code>/g, 'Code')
		.replace(/<\/?(?:p|li|ul|ol|br|details|summary|hr)\b[^>]*>/g, '\u0000')
		.replace(/<[^>]*>/g, '')
		.replace(/&(?:amp|lt|gt|quot);/g, '')
		.split('\u0000')
		.map((block) => block.replace(/\s+/g, ' ').trim());
}

function wordsIn(text: string): number {
	return text.split(/[\s/]+|—/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
