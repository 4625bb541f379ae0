import { stripVTControlCharacters } from 'node:util';

/** A program's output as plain text. Control codes of a terminal are removed, because they could move the cursor or hide a line. */
export function plainText(output: string): string {
	return stripVTControlCharacters(output)
		.replace(/\r+\n/g, '\n')
		.replaceAll('\r', '\n')
		.replace(/(?![\n\t])\p{Cc}/gu, '');
}
