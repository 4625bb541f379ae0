import type { CliContext } from '../command-line.ts';
import type { Judging } from './gate-and-facts.ts';
import { judgeLine } from './judge-line.ts';

/** Answers each line of standard input, in order, as it arrives. */
export function judgeLines({ gate, context }: Judging, { lines, print }: CliContext): number {
	let number = 0;
	for (const line of lines()) {
		number++;
		if (line.trim() !== '') print(judgeLine(line, number, gate, context));
	}
	return 0;
}
