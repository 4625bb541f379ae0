import { type RunLimits, type RunRequest, type RunSettings, stricterMode, type Trigger } from '../core/index.ts';
import { canonicalTool } from '../gate/index.ts';
import { chooseSkill, permittedTools, type Skill, tighterBudget } from '../skills/index.ts';

/** What starts a run with the words of a workflow, or of a terminal. */
const ofWorkflow: ReadonlySet<Trigger> = new Set(['dispatch', 'schedule', 'pull-request', 'terminal']);

/**
 * The skill that a run follows: for what the workflow itself starts, or a terminal, the one that it names, else the one that the words of the task fit. Who asks in
 * a comment has their own wish.
 */
export function skillOf(named: string, { task, trigger }: RunRequest, skills: readonly Skill[]): Skill | undefined {
	if (named !== '' && ofWorkflow.has(trigger)) return skills.find(({ name }) => name === named);
	return chooseSkill(task, skills);
}

/**
 * The settings of a run that follows a skill. Its mode can only be stricter than the configured one, its budget only less; its rounds count where
 * nobody configured any, and otherwise can only be fewer.
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

/** The caps of a run, with those that the skill sets lower. */
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

/** Whether the skill that a run follows permits a tool, by any of its names. Where that skill is gone, what was frozen binds. */
export function permitted(skills: readonly Skill[], followed: string | undefined): (name: string) => boolean {
	const skill = followed === undefined ? undefined : skills.find(({ name }) => name === followed);
	const tools = skill === undefined ? undefined : permittedTools(skill);
	return (name) => tools === undefined || tools.includes(canonicalTool(name));
}
