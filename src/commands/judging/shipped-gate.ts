import { shippedPatterns, shippedPolicies } from '../../gate/index.ts';
import type { CliContext } from '../command-line.ts';
import { judgeLines } from './judge-lines.ts';
import { judgingBy } from './judging.ts';
import type { JudgingValues } from './judging-options.ts';

/** Judges lines with the shipped policies and patterns. It reads no policy and no skill, so its scripts contain no reader for them. */
export async function shippedGate(values: JudgingValues, cli: CliContext): Promise<number> {
	const controls = { policies: shippedPolicies(['default']), patterns: shippedPatterns() };
	return judgeLines(judgingBy(controls, values, cli), cli);
}
