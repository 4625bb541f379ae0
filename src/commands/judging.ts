import { join } from 'node:path';
import { assumedWalls, CountersignError, type Gate, type GateContext, type Mode, modes } from '../core/index.ts';
import { createGate, type Patterns, type Policy } from '../gate/index.ts';
import { localFacts } from '../workspace/index.ts';
import type { Surroundings } from './command-line.ts';
import { loadControls } from './local-controls.ts';

/** The options of every command that judges calls. */
export const judgingOptions = {
	policy: { type: 'string', multiple: true },
	skills: { type: 'string', multiple: true },
	root: { type: 'string' },
	home: { type: 'string' },
	allow: { type: 'string', multiple: true },
	changed: { type: 'string', multiple: true },
	mode: { type: 'string' },
} as const;

export interface JudgingValues {
	readonly policy?: readonly string[] | undefined;
	readonly skills?: readonly string[] | undefined;
	readonly root?: string | undefined;
	readonly home?: string | undefined;
	readonly allow?: readonly string[] | undefined;
	readonly changed?: readonly string[] | undefined;
	readonly mode?: string | undefined;
}

/** A gate and what it is told of the disk, as a person chose them on the command line. */
export interface Judging {
	readonly gate: Gate;
	readonly context: GateContext;
	readonly policies: readonly Policy[];
	readonly patterns: Patterns;
}

/** Sets up a gate for the terminal. Plan files of local agents are inside (leashd, Safety Pipeline: allowed directories). */
export async function setUpJudging(
	values: JudgingValues,
	{ packageRoot, cwd, home: ownHome }: Surroundings,
): Promise<Judging> {
	const home = values.home ?? ownHome;
	const { policies, patterns } = await loadControls({
		policies: values.policy ?? ['default'],
		skills: values.skills,
		packageRoot,
	});
	const facts = localFacts({
		root: values.root ?? cwd,
		home,
		roots: [join(home, '.claude/plans'), ...(values.allow ?? [])],
		changed: values.changed ?? [],
	});
	return {
		gate: createGate({ policies, patterns, knownTools: 'any' }),
		context: { facts, mode: modeOf(values.mode), grants: [], walls: assumedWalls },
		policies,
		patterns,
	};
}

/** The mode that a person named. @throws CountersignError `bad-input`. */
export function modeOf(given = 'default'): Mode {
	const mode = modes.find((one) => one === given);
	if (mode !== undefined) return mode;
	const fix = `One of: ${modes.join(', ')}.`;
	throw new CountersignError({ code: 'bad-input', message: `\`${given}\` is no mode.`, fix });
}
