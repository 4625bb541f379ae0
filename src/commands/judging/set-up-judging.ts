import { CountersignError } from '../../core/index.ts';
import type { Standing } from '../../gate/index.ts';
import type { CliContext } from '../command-line.ts';
import type { Judging } from './gate-and-facts.ts';
import { judgingBy } from './judging.ts';
import type { JudgingValues } from './judging-options.ts';
import { loadControls, readTextFile, today } from './local-controls.ts';

/** Builds a gate for the terminal, with the policies and skills that a person named. */
export async function setUpJudging(values: JudgingValues, cli: CliContext): Promise<Judging> {
	const controls = await loadControls({
		policies: values.policy ?? ['default'],
		skills: values.skills,
		packageRoot: cli.packageRoot,
	});
	const standing = await standingOf(values);
	return judgingBy({ ...controls, ...(standing && { standing }) }, values, cli);
}

/** Returns the standing approvals of runs, or the rules of the hook, that a person named. */
async function standingOf({ always, 'hook-rules': ofHook }: JudgingValues): Promise<Standing | undefined> {
	const file = ofHook ?? always;
	if (file === undefined) return undefined;
	if (ofHook !== undefined && always !== undefined)
		throw new CountersignError({
			code: 'bad-input',
			message: '`--always` is for runs, and `--hook-rules` is for the hook.',
			fix: 'Use only one of them.',
		});
	const { loadStanding } = await import('../../gate/loading.ts');
	const policy = loadStanding(readTextFile(file), { today: today() }, file);
	return { policy, ...(ofHook !== undefined && { answersPatterns: true as const }) };
}
