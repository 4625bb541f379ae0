import { shippedPatterns, shippedPolicies } from '../gate/index.ts';
import type { Surroundings } from './command-line.ts';
import { judgeLines } from './judge-lines.ts';
import { judgingBy } from './judging.ts';
import type { JudgingValues } from './judging-options.ts';

/** The gate by what is shipped, which reads no policy and no skill: its scripts hold no reader of them. */
export async function shippedGate(values: JudgingValues, surroundings: Surroundings): Promise<number> {
	const controls = { policies: shippedPolicies(['default']), patterns: shippedPatterns() };
	return judgeLines(judgingBy(controls, values, surroundings), surroundings);
}
