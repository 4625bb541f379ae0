import { readCommandLine, type Surroundings } from './command-line.ts';
import { judgeLine } from './judge-line.ts';
import { judgingOptions, setUpJudging } from './judging.ts';

/**
 * `countersign gate`: JSON lines `{"tool","args"}` in, one verdict line each, in order, as each line arrives.
 * @throws CountersignError `bad-input`, `bad-policy`, `bad-skill` before the first line is read.
 */
export async function gate(args: readonly string[], surroundings: Surroundings): Promise<number> {
	const { values } = readCommandLine(args, judgingOptions);
	const { gate, context } = setUpJudging(values, surroundings);
	let number = 0;
	for await (const line of linesOf(surroundings.input)) {
		number++;
		if (line.trim() !== '') surroundings.print(judgeLine(line, number, gate, context));
	}
	return 0;
}

/** The lines of a stream of UTF-8; the last one may end without a line break. */
async function* linesOf(input: AsyncIterable<Buffer | string>): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	let rest = '';
	for await (const chunk of input) {
		rest += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
		const lines = rest.split('\n');
		rest = lines.pop() ?? '';
		yield* lines;
	}
	if (rest !== '') yield rest;
}
