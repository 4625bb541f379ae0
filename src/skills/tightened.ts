import { stricterMode } from '../core/index.ts';
import type { Skill, SkillLimits } from './skill.ts';
import { tighterBudget } from './skill-budget.ts';
import type { SkillError } from './skill-error.ts';

/** Whether a skill contains only instructions for a task. Such a skill has no tools and is not always relevant. */
export function isTaskSkill({ tools, triggers }: Skill): boolean {
	return tools.length === 0 && !triggers.includes('*');
}

/** Whether a repository's skill may replace a shipped one of the same name. */
export function mayStandIn(own: Skill, shipped: Skill): boolean {
	const { danger, confirm } = shipped.patterns;
	const isFree = isTaskSkill(shipped) && danger.length + confirm.length === 0;
	return own.isOwn === true && shipped.isOwn !== true && isFree;
}

/**
 * Returns a repository's skill that replaces the shipped one of the same name. It has its own instructions, but its limits can only be
 * tighter. Tools beyond these limits get a notice.
 */
export function tightened(own: Skill, shipped: Skill): Skill {
	const limits = tighterLimits(own, shipped);
	const beyond = own.allowedTools?.filter((name) => limits.allowedTools?.includes(name) !== true) ?? [];
	const notices = [...(own.notices ?? []), ...(beyond.length === 0 ? [] : [beyondNotice(own, shipped, beyond)])];
	return {
		...own,
		// A skill of the open format has no triggers, so it gets those of the shipped skill.
		triggers: own.triggers.length === 0 ? shipped.triggers : own.triggers,
		...limits,
		...(notices.length === 0 ? {} : { notices }),
	};
}

function tighterLimits(own: SkillLimits, shipped: SkillLimits): SkillLimits {
	const most = shipped.allowedTools;
	// If a limit is missing here, this does not compile. Otherwise a copy could loosen that limit.
	const limits = {
		allowedTools: own.allowedTools?.filter((name) => most === undefined || most.includes(name)) ?? most,
		mode: tighterOf(own.mode, shipped.mode, stricterMode),
		maxIterations: tighterOf(own.maxIterations, shipped.maxIterations, Math.min),
		budget: tighterBudget(own.budget, shipped.budget),
	} satisfies { readonly [K in keyof SkillLimits]-?: SkillLimits[K] | undefined };
	return Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined)) as SkillLimits;
}

function tighterOf<T>(own: T | undefined, shipped: T | undefined, tighter: (one: T, other: T) => T): T | undefined {
	if (own === undefined || shipped === undefined) return own ?? shipped;
	return tighter(own, shipped);
}

function beyondNotice(own: Skill, shipped: Skill, beyond: readonly string[]): SkillError {
	return {
		file: own.file,
		line: own.allowedToolsLine ?? 1,
		field: own.isOpenFormat === true ? 'allowed-tools' : 'allowed_tools',
		message: `${shipped.file} of the same name does not permit ${beyond.join(', ')}, so this skill does not either.`,
		fix: 'Give the skill a name of its own, or take the tools out.',
	};
}
