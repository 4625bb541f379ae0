import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A command line of a file of examples, with the effects that it has: in short, `opaque` without its reason. */
export interface Example {
	readonly command: string;
	readonly effects: readonly string[];
}

const folder = join(import.meta.dirname, 'examples');

/** The examples of all programs: a line is a command, `⏎` a line break in it; a line after a tab is one of its effects. */
export function examples(): readonly Example[] {
	return readdirSync(folder).flatMap((file) => parse(readFileSync(join(folder, file), 'utf8')));
}

function parse(text: string): readonly Example[] {
	const found: { command: string; effects: string[] }[] = [];
	for (const line of text.split('\n').map((one) => one.replaceAll('⏎', '\n'))) {
		if (line.startsWith('\t')) found.at(-1)?.effects.push(line.slice(1));
		else if (line !== '') found.push({ command: line, effects: [] });
	}
	return found;
}
