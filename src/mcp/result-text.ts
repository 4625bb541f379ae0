import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { ToolOutput } from '../core/index.ts';
import { newCapture, plainText, renderCaptured } from '../sandbox/index.ts';

type Block = CallToolResult['content'][number];

/** A server's answer as text for the model: what is no text is named, what is too long is cut in the middle, and nothing moves a cursor. */
export function resultOf(result: CallToolResult, mostBytes: number): ToolOutput {
	const { content, structuredContent, isError } = result;
	const blocks = content.map(textOf);
	const text = blocks.length === 0 && structuredContent !== undefined ? json(structuredContent) : blocks.join('\n');
	const capture = newCapture(mostBytes / 2, mostBytes / 2);
	capture.add(Buffer.from(plainText(text)));
	return { ok: isError !== true, text: renderCaptured(capture.done()).trim() || '(no output)' };
}

function textOf(block: Block): string {
	switch (block.type) {
		case 'text':
			return block.text;
		case 'image':
		case 'audio':
			return `[${block.type === 'image' ? 'an image' : 'a sound'} (${block.mimeType}), which is not shown]`;
		case 'resource_link':
			return `[a link to ${block.uri}]`;
		case 'resource':
			return 'text' in block.resource ? block.resource.text : `[a file (${block.resource.uri}), which is not shown]`;
	}
}

function json(value: unknown): string {
	return JSON.stringify(value, null, 2);
}
