import type { ToolOutput } from '../core/index.ts';
import { readRegularFile } from '../workspace/index.ts';
import type { Place } from './place.ts';
import { refused } from './tool.ts';

const mostBytes = 67_108_864;
const sniffed = 8_192;

/** The text of a file, or the refusal: a folder, too large, binary. */
export function readTextFile(
	place: Place,
): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly output: ToolOutput } {
	const refuse = (text: string) => ({ ok: false, output: refused(text) }) as const;
	if (place.stat?.isDirectory() === true) return refuse(`\`${place.path}\` is a folder. Use file_list.`);
	if ((place.stat?.size ?? 0) > mostBytes)
		return refuse(`\`${place.path}\` is larger than 64 MB. Use shell_exec (\`head\`, \`sed -n\`).`);
	const bytes = readRegularFile(place.absolute, mostBytes);
	if (bytes === undefined) return refuse(`\`${place.path}\` cannot be read (permissions).`);
	const text = decodeText(bytes);
	if (text === undefined)
		return refuse(`\`${place.path}\` is binary (${bytes.length} bytes). Use shell_exec (\`file\`, \`xxd\`).`);
	return { ok: true, text };
}

function decodeText(bytes: Buffer): string | undefined {
	if (bytes.subarray(0, sniffed).includes(0)) return undefined;
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return undefined;
	}
}

/** The lines of a text; a final line break ends the last line and begins none. */
export function linesOf(text: string): readonly string[] {
	if (text === '') return [];
	return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}
