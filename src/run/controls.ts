import { z } from 'zod';
import type { Policy } from '../gate/index.ts';
import { loadPolicy } from '../gate/loading.ts';
import { readSkills, requireSkills, type Skill } from '../skills/index.ts';

const file = z.object({ file: z.string(), text: z.string() }).readonly();
const schema = z.object({ policies: z.array(file).readonly(), skills: z.array(file).readonly() }).readonly();

/** The texts of policies and skills as they stood at the base sha: frozen in the journal, so that a resume judges by the same. */
export type ControlTexts = z.infer<typeof schema>;

export interface Controls {
	readonly policies: readonly Policy[];
	readonly skills: readonly Skill[];
}

/** Reads frozen controls. @throws CountersignError `bad-policy` or `bad-skill`. */
export function controlsOf(json: string, now?: Date): Controls {
	return readControls(schema.parse(JSON.parse(json)), now);
}

/**
 * Reads policies and skills from their texts, as they hold now; without a time no rule that expires allows anything.
 * @throws CountersignError `bad-policy` or `bad-skill`.
 */
export function readControls({ policies, skills }: ControlTexts, now?: Date): Controls {
	const day = now === undefined ? {} : { today: now.toISOString().slice(0, 10) };
	return {
		policies: policies.map(({ file: name, text }) => loadPolicy(text, name, day)),
		skills: requireSkills(readSkills(skills)),
	};
}
