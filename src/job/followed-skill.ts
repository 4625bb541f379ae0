import { type RunLimits, type RunRequest, type RunSettings, stricterMode, triggerTraits } from '../core/index.ts';
import { canonicalTool } from '../gate/index.ts';
import { chooseSkill, permittedTools, type Skill, tighterBudget } from '../skills/index.ts';

/**
 * Returns the skill that a run follows. If a workflow or a terminal starts the run, the skill that it names is used. If none is named, or
 * if a person asks in a comment, the skill that matches the words of the task is used.
 */
export function skillOf(named: string, { task, trigger }: RunRequest, skills: readonly Skill[]): Skill | undefined {
	if (named !== '' && triggerTraits[trigger].namesSkill) return skills.find(({ name }) => name === named);
	return chooseSkill(task, skills);
}

/**
 * Returns the settings of a run that follows a skill. Its mode can only be stricter than the configured mode, and its budget only
 * smaller.
 * The skill's number of rounds is used if nobody configured a number. If somebody did, the skill can only reduce it.
 */
export function followingSkill(settings: RunSettings, skill: Skill | undefined, capped: boolean): RunSettings {
	if (skill === undefined) return settings;
	const { mode, limits } = settings;
	const { maxIterations: most } = limits;
	const { maxIterations = most } = skill;
	return {
		...settings,
		skill: skill.name,
		mode: skill.mode === undefined ? mode : stricterMode(mode, skill.mode),
		limits: {
			...withinBudget(limits, skill),
			maxIterations: capped ? Math.min(most, maxIterations) : maxIterations,
		},
	};
}

/** Returns the limits of a run, with the lower ones of the skill. */
function withinBudget(limits: RunLimits, { budget }: Skill): RunLimits {
	const { tokensPerRun: tokens, minutesPerRun: minutes } = limits;
	const configured = { ...(tokens === undefined ? {} : { tokens }), ...(minutes === undefined ? {} : { minutes }) };
	const tighter = tighterBudget(configured, budget) ?? {};
	const ofSkill = (['tokens', 'minutes'] as const).filter((cap) => tighter[cap] !== configured[cap]);
	return {
		...limits,
		...(tighter.tokens === undefined ? {} : { tokensPerRun: tighter.tokens }),
		...(tighter.minutes === undefined ? {} : { minutesPerRun: tighter.minutes }),
		...(ofSkill.length === 0 ? {} : { ofSkill }),
	};
}

/**
 * Whether the skill that a run follows permits a tool, by any of the tool's names. If that skill no longer exists, every tool is
 * permitted here, and the frozen rules still apply.
 */
export function permitted(skills: readonly Skill[], followed: string | undefined): (name: string) => boolean {
	const skill = followed === undefined ? undefined : skills.find(({ name }) => name === followed);
	const tools = skill === undefined ? undefined : permittedTools(skill);
	return (name) => tools === undefined || tools.includes(canonicalTool(name));
}
