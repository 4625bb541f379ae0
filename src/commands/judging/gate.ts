import { type CliContext, readCommandLine } from '../command-line.ts';
import { judgingOptions } from './judging-options.ts';

/**
 * `countersign gate`: reads JSON lines `{"tool","args"}`, and writes one verdict line for each, in order, as each line arrives.
 * @throws CountersignError `bad-input`, `bad-policy`, `bad-skill` before the first line is read.
 */
export async function gate(args: readonly string[], cli: CliContext): Promise<number> {
	const { values } = readCommandLine(args, judgingOptions, 0);
	if ([values.policy, values.skills, values.always, values['hook-rules']].every((one) => one === undefined)) {
		const { shippedGate } = await import('./shipped-gate.ts');
		return shippedGate(values, cli);
	}
	const { setUpJudging } = await import('./set-up-judging.ts');
	const { judgeLines } = await import('./judge-lines.ts');
	return judgeLines(await setUpJudging(values, cli), cli);
}
