import { type RunLimits, type RunRequest, type RunSettings, stricterMode, triggerTraits } from '../core/index.ts';
import { canonicalTool } from '../gate/index.ts';
import { chooseSkill, permittedTools, type Skill, tighterBudget } from '../skills/index.ts';

/**
 * Returns the skill that a run follows. A workflow or a terminal can name the skill. If none is named, or if a person asks in a comment,
 * the words of the task choose it.
 */
export function skillOf(named: string, { task, trigger }: RunRequest, skills: readonly Skill[]): Skill | undefined {
	if (named !== '' && triggerTraits[trigger].namesSkill) return skills.find(({ name }) => name === named);
	return chooseSkill(task, skills);
}

/**
 * Returns the settings of a run that follows a skill. The skill can make the mode only stricter and the budget only smaller. `capped` says
 * that a number of iterations is configured: then the skill can only reduce this number. Otherwise the skill's number is used.
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

/** Returns the limits of a run. For each limit, the lower value of the run and the skill is used. */
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
 * Returns a function that says whether the skill permits a tool, by any of the tool's names. If today's skills do not contain the skill any
 * more, the function permits every tool, but the frozen rules still limit the run.
 */
export function permitted(skills: readonly Skill[], followed: string | undefined): (name: string) => boolean {
	const skill = followed === undefined ? undefined : skills.find(({ name }) => name === followed);
	const tools = skill === undefined ? undefined : permittedTools(skill);
	return (name) => tools === undefined || tools.includes(canonicalTool(name));
}
