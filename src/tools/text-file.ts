import type { Stats } from 'node:fs';
import type { ToolOutput } from '../core/index.ts';
import { readBeneath } from '../workspace/index.ts';
import type { Place } from './place.ts';
import { refused } from './tool.ts';

/** A text with the status of its file at the time of reading, or a refusal for the model. */
export type TextFile =
	| { readonly ok: true; readonly text: string; readonly stat: Stats }
	| { readonly ok: false; readonly output: ToolOutput };

const sniffed = 8_192;

/**
 * Reads the whole text of a file, with byte order mark and line endings unchanged. It refuses a folder, a file that is too large, and text
 * that is not UTF-8.
 */
export function readTextFile(place: Place, mostBytes: number): TextFile {
	const refuse = (text: string): TextFile => ({ ok: false, output: refused(text) });
	const { root, path, stat } = place;
	if (stat?.isDirectory() === true) return refuse(`\`${path}\` is a folder. Use file_list.`);
	if ((stat?.size ?? 0) > mostBytes) {
		return refuse(
			`\`${path}\` has ${stat?.size} bytes, more than the ${mostBytes} that can be edited. Use shell_exec (\`sed -i\`).`,
		);
	}
	const file = readBeneath(root, path, mostBytes);
	if (file === undefined) return refuse(unreadable(path));
	const text = decode(file.bytes);
	return text === undefined ? refuse(notText(path, file.bytes)) : { ok: true, text, stat: file.stat };
}

function decode(bytes: Uint8Array): string | undefined {
	if (isBinary(bytes)) return undefined;
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return undefined;
	}
}

/** Returns whether the first bytes of a file show that it is not text. */
export function isBinary(beginning: Uint8Array): boolean {
	return beginning.subarray(0, sniffed).includes(0);
}

/** Returns the message for a file that is not UTF-8 text. */
export function notText(path: string, beginning: Uint8Array, size = beginning.length): string {
	const [first, second] = beginning;
	if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
		return `\`${path}\` is UTF-16 text (${size} bytes), and only UTF-8 is read and edited. Use shell_exec (\`iconv -f UTF-16 -t UTF-8\`).`;
	}
	if (isBinary(beginning)) return `\`${path}\` is binary (${size} bytes). Use shell_exec (\`file\`, \`xxd | head\`).`;
	return `\`${path}\` is binary, or text in an encoding other than UTF-8 (${size} bytes). Use shell_exec (\`file\`, \`iconv -f LATIN1 -t UTF-8\`).`;
}

/** Returns the message for a file that exists but cannot be opened. */
export function unreadable(path: string): string {
	return `\`${path}\` cannot be read: permission is denied, or it changed meanwhile. Look at it with file_list.`;
}

/** Returns the lines of a text. A line break at the end does not begin another line. */
export function linesOf(text: string): readonly string[] {
	if (text === '') return [];
	return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

/** Returns whether every line has a Windows line ending. */
export function isWindows(text: string): boolean {
	return text.includes('\r\n') && !/(^|[^\r])\n/.test(text);
}
