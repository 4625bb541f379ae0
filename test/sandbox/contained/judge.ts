import { assumedWalls, type Facts, type ToolCall, type Verdict } from '../../../src/core/index.ts';
import { createGate } from '../../../src/gate-library.ts';

const gate = createGate();

/** The verdict of the default policy in mode `contained`, with every wall closed. */
export function judge(call: ToolCall, facts: Facts): Verdict {
	return gate.judge(call, { facts, mode: 'contained', grants: [], walls: assumedWalls });
}
