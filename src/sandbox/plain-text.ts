import { stripVTControlCharacters } from 'node:util';

/** What a program printed, as text: what is left of a terminal's language could move a cursor or hide a line where somebody prints it. */
export function plainText(output: string): string {
	return stripVTControlCharacters(output)
		.replace(/\r+\n/g, '\n')
		.replaceAll('\r', '\n')
		.replace(/(?![\n\t])\p{Cc}/gu, '');
}
