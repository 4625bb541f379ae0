import { readSync } from 'node:fs';
import { TextDecoder } from 'node:util';
import { z } from 'zod';
import type { ToolOutput } from '../core/index.ts';
import { withFileBeneath } from '../workspace/index.ts';
import { newLineWindow, type Shown } from './line-window.ts';
import { type Place, placeToRead } from './place.ts';
import { isBinary, notText, unreadable } from './text-file.ts';
import { count, defineTool, done, refused } from './tool.ts';

const mostShownBytes = 262_144;
const mostBytes = 67_108_864;
const chunkBytes = 262_144;
const byteOrderMark = '\ufeff';

/** Reads a text file or some of its lines. */
export const fileRead = defineTool({
	name: 'file_read',
	description: 'Read a text file of the checkout. Lines are numbered from 1.',
	args: z.strictObject({ path: z.string(), offset: count.optional(), limit: count.optional() }),
	run: async ({ path, offset = 1, limit = Number.MAX_SAFE_INTEGER }, services) => {
		const placed = placeToRead(services, path);
		if (!placed.ok) return placed.output;
		const { place } = placed;
		if (place.stat?.isDirectory() === true) return refused(`\`${path}\` is a folder. Use file_list.`);
		if ((place.stat?.size ?? 0) > mostBytes)
			return refused(`\`${path}\` is larger than 64 MB. Use shell_exec (\`head\`, \`sed -n\`).`);
		return readWindow(place, { path, offset, limit });
	},
});

interface Asked {
	readonly path: string;
	readonly offset: number;
	readonly limit: number;
}

/** Reads the file in pieces, so even a file of 64 MB needs only the memory for the shown lines. */
function readWindow(place: Place, asked: Asked): ToolOutput {
	const read = (descriptor: number, { size }: { readonly size: number }): ToolOutput => {
		const window = newLineWindow({ ...asked, mostBytes: mostShownBytes });
		const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
		const chunk = Buffer.alloc(Math.min(chunkBytes, size));
		let marked = false;
		for (let got = readSync(descriptor, chunk), at = 0; got > 0; at += got, got = readSync(descriptor, chunk)) {
			const bytes = chunk.subarray(0, got);
			const text = at === 0 && isBinary(bytes) ? undefined : decode(decoder, bytes);
			if (text === undefined) return refused(notText(asked.path, at === 0 ? bytes : Buffer.alloc(0), size));
			if (at === 0) marked = text.startsWith(byteOrderMark);
			window.add(at === 0 && marked ? text.slice(1) : text);
		}
		if (decode(decoder, undefined) === undefined) return refused(notText(asked.path, Buffer.alloc(0), size));
		return render(window.done(), asked, marked);
	};
	return withFileBeneath(place.root, place.path, read) ?? refused(unreadable(asked.path));
}

/** Decodes the next piece of a text, or its end (`bytes` undefined). Undefined if it is not UTF-8. */
function decode(decoder: TextDecoder, bytes: Uint8Array | undefined): string | undefined {
	try {
		return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
	} catch {
		return undefined;
	}
}

function render(shown: Shown, { path, offset }: Asked, marked: boolean): ToolOutput {
	const { lines, total, windows, cut } = shown;
	const isWindows = windows > 0 && windows === total;
	const notes = [
		...(isWindows ? ['Lines end as on Windows (CRLF); file_edit keeps that.'] : []),
		...(windows > 0 && !isWindows ? [`${windows} lines end as on Windows (CRLF), the others do not.`] : []),
		...(marked ? ['The file begins with a byte order mark, which file_edit keeps.'] : []),
	].map((note) => `\n[${note}]`);
	if (total === 0) return done(`\`${path}\` is empty.${notes.join('')}`);
	if (offset > total) return refused(`\`${path}\` has ${total} lines; \`offset\` ${offset} is behind its end.`);
	const plain = lines.map((line, index) => `${offset + index}\t${isWindows ? line.replace(/\r$/, '') : line}`);
	const text = `${plain.join('\n')}${cut ? '[… the rest of this line is left out]' : ''}`;
	const last = offset + lines.length - 1;
	const more = last < total ? ` Read on with \`offset\`: ${last + 1}.` : '';
	const whole = offset === 1 && last === total;
	return done(`${text}${whole ? '' : `\n[lines ${offset}–${last} of ${total}.${more}]`}${notes.join('')}`);
}
