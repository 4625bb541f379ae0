import type { Surroundings } from './command-line.ts';
import { type Judging, judgingBy } from './judging.ts';
import type { JudgingValues } from './judging-options.ts';
import { loadControls } from './local-controls.ts';

/** Sets up a gate for the terminal, with the policies and skills that a person named. */
export async function setUpJudging(values: JudgingValues, surroundings: Surroundings): Promise<Judging> {
	const controls = await loadControls({
		policies: values.policy ?? ['default'],
		skills: values.skills,
		packageRoot: surroundings.packageRoot,
	});
	return judgingBy(controls, values, surroundings);
}
