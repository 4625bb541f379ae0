import { join } from 'node:path';
import { assumedWalls, CountersignError, type Mode, modes } from '../../core/index.ts';
import { createGate } from '../../gate/index.ts';
import { localFacts } from '../../workspace/index.ts';
import type { CliContext } from '../command-line.ts';
import type { Judging } from './gate-and-facts.ts';
import type { JudgingValues } from './judging-options.ts';
import type { LocalControls } from './local-controls.ts';

/**
 * Builds a gate with these policies and patterns. Plan files of local agents are treated as part of the checkout (leashd, Safety
 * Pipeline: allowed directories).
 */
export function judgingBy(
	{ policies, patterns, standing }: LocalControls & Pick<Judging, 'standing'>,
	values: JudgingValues,
	{ cwd, home: ownHome }: CliContext,
): Judging {
	const home = values.home ?? ownHome;
	const facts = localFacts({
		root: values.root ?? cwd,
		home,
		roots: [join(home, '.claude/plans'), ...(values.allow ?? [])],
		changed: values.changed ?? [],
	});
	return {
		gate: createGate({ policies, patterns, knownTools: 'any', ...(standing && { standing }) }),
		context: { facts, mode: modeOf(values.mode), grants: [], walls: assumedWalls },
		policies,
		patterns,
		...(standing && { standing }),
	};
}

/** Returns the mode that a person named. @throws CountersignError `bad-input`. */
export function modeOf(given = 'default'): Mode {
	const mode = modes.find((one) => one === given);
	if (mode !== undefined) return mode;
	const fix = `One of: ${modes.join(', ')}.`;
	throw new CountersignError({ code: 'bad-input', message: `Unknown mode \`${given}\`.`, fix });
}
