import { stricterMode } from '../core/index.ts';
import type { Skill } from './skill.ts';
import { tighterBudget } from './skill-budget.ts';
import type { SkillError } from './skill-error.ts';

/** Whether a skill is instructions for a task: it brings no tool, and is not always there. */
export function isTaskSkill({ tools, triggers }: Skill): boolean {
	return tools.length === 0 && !triggers.includes('*');
}

/** Whether a repository's skill may stand in for a shipped one of the same name. */
export function mayStandIn(own: Skill, shipped: Skill): boolean {
	const { danger, confirm } = shipped.patterns;
	const isFree = isTaskSkill(shipped) && danger.length + confirm.length === 0;
	return own.isOwn === true && shipped.isOwn !== true && isFree;
}

/**
 * A repository's skill in place of the shipped one of its name: its instructions are others, its limits can only be tighter. What it named
 * beyond them is told.
 */
export function tightened(own: Skill, shipped: Skill): Skill {
	const most = shipped.allowedTools;
	const allowed = own.allowedTools?.filter((name) => most === undefined || most.includes(name)) ?? most;
	const beyond = own.allowedTools?.filter((name) => allowed?.includes(name) !== true) ?? [];
	const mode = tighterOf(own.mode, shipped.mode, stricterMode);
	const maxIterations = tighterOf(own.maxIterations, shipped.maxIterations, Math.min);
	const budget = tighterBudget(own.budget, shipped.budget);
	const notices = [...(own.notices ?? []), ...(beyond.length === 0 ? [] : [beyondNotice(own, shipped, beyond)])];
	return {
		...own,
		// One of the open format names none: it is chosen when the shipped one would be.
		triggers: own.triggers.length === 0 ? shipped.triggers : own.triggers,
		...(allowed === undefined ? {} : { allowedTools: allowed }),
		...(mode === undefined ? {} : { mode }),
		...(maxIterations === undefined ? {} : { maxIterations }),
		...(budget === undefined ? {} : { budget }),
		...(notices.length === 0 ? {} : { notices }),
	};
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
