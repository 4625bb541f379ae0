import { readCommandLine, type Surroundings } from './command-line.ts';
import { judgeLine } from './judge-line.ts';
import { judgingOptions, setUpJudging } from './judging.ts';

/**
 * `countersign gate`: JSON lines `{"tool","args"}` in, one verdict line each, in order, as each line arrives.
 * @throws CountersignError `bad-input`, `bad-policy`, `bad-skill` before the first line is read.
 */
export async function gate(args: readonly string[], surroundings: Surroundings): Promise<number> {
	const { values } = readCommandLine(args, judgingOptions, 0);
	const { gate, context } = await setUpJudging(values, surroundings);
	let number = 0;
	for (const line of surroundings.lines()) {
		number++;
		if (line.trim() !== '') surroundings.print(judgeLine(line, number, gate, context));
	}
	return 0;
}
