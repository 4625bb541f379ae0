import { stripVTControlCharacters } from 'node:util';

/** Returns a program's output as plain text, without control codes of a terminal, because these could move the cursor or hide a line. */
export function plainText(output: string): string {
	return stripVTControlCharacters(output)
		.replace(/\r+\n/g, '\n')
		.replaceAll('\r', '\n')
		.replace(/(?![\n\t])\p{Cc}/gu, '');
}
