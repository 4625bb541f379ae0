import { invisible } from '../agent/index.ts';
import type { ToolOutput } from '../core/index.ts';
import { newCapture, plainText, renderCaptured } from '../sandbox/index.ts';
import { indentedJson } from '../tools/index.ts';
import type { Block, CallResult } from './read-answer.ts';

/**
 * A server's answer as text for the model. Parts that are not text are only named, long text is cut in the middle, and terminal control
 * codes are removed.
 */
export function resultOf({ blocks, structured, failed }: CallResult, mostBytes: number): ToolOutput {
	const text =
		blocks.length === 0 && structured !== undefined
			? indentedJson(JSON.stringify(structured), mostBytes)
			: blocks.map(blockText).join('\n');
	const capture = newCapture(mostBytes / 2, mostBytes / 2);
	capture.add(Buffer.from(withoutHidden(plainText(text))));
	return { ok: !failed, text: renderCaptured(capture.done()).trim() || '(no output)' };
}

function blockText(block: Block): string {
	switch (block.kind) {
		case 'text':
			return block.text;
		case 'image':
		case 'audio':
			return `[${block.kind === 'image' ? 'an image' : 'a sound'} (${shown(block.what)}), which is not shown]`;
		case 'link':
			return `[a link to ${shown(block.what)}]`;
		case 'file':
			return `[a file (${shown(block.what)}), which is not shown]`;
	}
}

/** A name from a server inside our own text. It must not be able to end this text. */
function shown(text: string): string {
	return text.replace(/[[\]\s]+/g, ' ').slice(0, 500);
}

/**
 * Removes hidden characters. Threat: a page that a server reads may hide instructions from people. HTML comments stay: this
 * text is never rendered, so they are visible.
 */
function withoutHidden(text: string): string {
	return text.replace(invisible, '');
}
